package shop;

import java.security.MessageDigest;
import java.util.Properties;
import java.util.Random;
import javax.crypto.Cipher;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

class SignIn extends HttpServlet {
  private static final String CIPHER = "DES/CBC/PKCS5Padding";

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("language", request.getParameter("language"));
    response.addCookie(new Cookie("language", "en"));
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
    long token = new Random().nextLong();
    return "/join?by=" + token;
  }
}
