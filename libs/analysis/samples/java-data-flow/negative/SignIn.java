package shop;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Properties;
import javax.crypto.Cipher;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

class SignIn extends HttpServlet {
  private static final String CIPHER = "AES/GCM/NoPadding";

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("language", "en".equals(request.getParameter("language")) ? "en" : "de");
    Cookie cookie = new Cookie("language", "en");
    cookie.setSecure(true);
    cookie.setHttpOnly(true);
    response.addCookie(cookie);
  }

  Cipher cipher() throws Exception {
    return Cipher.getInstance(CIPHER);
  }

  byte[] digest(byte[] text) throws Exception {
    Properties settings = new Properties();
    settings.load(SignIn.class.getResourceAsStream("sign-in.properties"));
    return MessageDigest.getInstance(settings.getProperty("hash")).digest(text);
  }

  String invitation() {
    long token = new SecureRandom().nextLong();
    return "/join?by=" + token;
  }
}
