package shop;

import java.io.*;
import java.security.*;
import java.sql.*;
import java.util.Random;
import javax.crypto.Cipher;
import javax.net.ssl.*;
import javax.servlet.http.*;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;

public class AccountService {
    private static final String COLUMNS = "id, name";
    private final Connection connection;

    AccountService(Connection connection) { this.connection = connection; }

    PreparedStatement find(String name) throws SQLException {
        PreparedStatement statement = connection.prepareStatement("SELECT " + COLUMNS + " FROM account WHERE name = ?");
        statement.setString(1, name);
        return statement;
    }

    String describe(String name) {
        return "Select an account from the list, " + name;
    }

    void convert(String file) throws IOException {
        Runtime.getRuntime().exec(new String[] {"convert", file, "out.png"});
        new ProcessBuilder("convert", file, "out.png").start();
    }

    Object read(InputStream in, ObjectInputFilter filter) throws Exception {
        ObjectInputStream objects = new ObjectInputStream(in);
        objects.setObjectInputFilter(filter);
        return objects.readObject();
    }

    org.w3c.dom.Document parse(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        return factory.newDocumentBuilder().parse(in);
    }

    File attachment(long id) {
        return new File("/srv/attachments", Long.toString(id));
    }

    byte[] digest(byte[] data) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(data);
    }

    Cipher cipher() throws GeneralSecurityException {
        return Cipher.getInstance("AES/GCM/NoPadding");
    }

    String newToken() {
        return Long.toHexString(new SecureRandom().nextLong());
    }

    int rollDice() {
        return new Random().nextInt(6) + 1;
    }

    void connect(HttpsURLConnection https) {
        https.setHostnameVerifier((host, session) -> host.endsWith(".example") && strict.verify(host, session));
    }

    void remember(HttpServletResponse response, Cookie cookie) {
        cookie.setHttpOnly(true);
        cookie.setSecure(true);
        response.addCookie(cookie);
    }

    void configure(HttpSecurity http) throws Exception {
        http.csrf(csrf -> csrf.ignoringRequestMatchers("/webhooks/**"));
        http.formLogin().disable();
    }

    String subject(SignedJWT token, JWSVerifier verifier) throws Exception {
        if (!token.verify(verifier)) throw new SecurityException();
        return token.getJWTClaimsSet().getSubject();
    }

    boolean isOwner(String password) {
        return encoder.matches(password, stored);
    }

    String keep(String password) {
        return encoder.encode(password);
    }

    String keyOf(byte[] content) {
        return DigestUtils.sha256Hex(content);
    }

    Object evaluate(ExpressionParser parser, Object account) {
        return parser.parseExpression("name").getValue(account);
    }
}
