package shop;

import java.io.*;
import java.security.*;
import java.security.cert.X509Certificate;
import java.sql.*;
import java.util.Random;
import javax.crypto.Cipher;
import javax.net.ssl.*;
import javax.servlet.http.*;
import javax.xml.parsers.*;

public class AccountService {
    private final Connection connection;

    AccountService(Connection connection) { this.connection = connection; }

    ResultSet find(String name) throws SQLException {
        return connection.createStatement().executeQuery("SELECT * FROM account WHERE name = '" + name + "'");
    }

    void rename(String table, String name) throws SQLException {
        String statement = String.format("UPDATE %s SET name = '%s'", table, name);
        connection.createStatement().execute(statement);
    }

    void convert(String file) throws IOException {
        Runtime.getRuntime().exec("convert " + file + " out.png");
        new ProcessBuilder("sh", "-c", file).start();
    }

    Object read(InputStream in) throws Exception {
        try (ObjectInputStream objects = new ObjectInputStream(in)) {
            return objects.readObject();
        }
    }

    org.w3c.dom.Document parse(InputStream in) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }

    File attachment(HttpServletRequest request) {
        return new File("/srv/attachments", request.getParameter("name"));
    }

    byte[] digest(byte[] data) throws GeneralSecurityException {
        return MessageDigest.getInstance("MD5").digest(data);
    }

    Cipher cipher() throws GeneralSecurityException {
        return Cipher.getInstance("AES/ECB/PKCS5Padding");
    }

    String newToken() {
        Random random = new Random();
        return Long.toHexString(random.nextLong());
    }

    static class TrustEverybody implements X509TrustManager {
        public void checkClientTrusted(X509Certificate[] chain, String type) { }
        public void checkServerTrusted(X509Certificate[] chain, String type) { }
        public X509Certificate[] getAcceptedIssuers() { return null; }
    }

    void connect(HttpsURLConnection https) {
        https.setHostnameVerifier((host, session) -> true);
    }

    void remember(HttpServletResponse response, Cookie cookie) {
        cookie.setHttpOnly(false);
        cookie.setSecure(false);
        response.addCookie(cookie);
    }

    void configure(HttpSecurity http) throws Exception {
        http.csrf().disable();
    }

    String subject(SignedJWT token, JWSVerifier verifier) throws Exception {
        token.verify(verifier);
        return token.getJWTClaimsSet().getSubject();
    }

    boolean isOwner(String password) {
        return "Sesame-4711".equals(password);
    }

    String keep(String password) {
        return DigestUtils.sha256Hex(password);
    }

    Object evaluate(ExpressionParser parser, String field) {
        return parser.parseExpression("account." + field).getValue();
    }
}
