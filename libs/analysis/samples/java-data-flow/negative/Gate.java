package shop;

import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.io.File;
import java.io.FileWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.dom4j.Document;
import org.dom4j.io.SAXReader;
import org.springframework.security.config.annotation.web.builders.WebSecurity;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;

class Gate {
  private static final Set<String> ORIGINS = Set.of("https://shop.example");

  Algorithm signed() {
    return Algorithm.HMAC256(System.getenv("SHOP_KEY"));
  }

  Object key(byte[] given) {
    return Keys.hmacShaKeyFor(given);
  }

  Object read(String token, java.security.Key key) {
    return Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token);
  }

  void inspect(WebSecurity security) {
    security.debug(Boolean.getBoolean("shop.debug"));
  }

  CorsConfiguration origins() {
    CorsConfiguration configuration = new CorsConfiguration();
    configuration.setAllowedOrigins(List.of("https://shop.example"));
    configuration.setAllowCredentials(true);
    return configuration;
  }

  CorsConfiguration open() {
    CorsConfiguration configuration = new CorsConfiguration();
    configuration.addAllowedOriginPattern("*");
    configuration.setAllowCredentials(false);
    return configuration;
  }

  void addCorsMappings(CorsRegistry registry) {
    registry.addMapping("/**").allowedOriginPatterns("https://*.shop.example").allowCredentials(true);
  }

  void prices(HttpServletRequest request, HttpServletResponse response) {
    String origin = request.getHeader("Origin");
    if (ORIGINS.contains(origin)) response.setHeader("Access-Control-Allow-Origin", origin);
  }

  Document order(File file) throws Exception {
    SAXReader reader = new SAXReader();
    reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return reader.read(file);
  }

  Document orderFrom(File file, SAXReader reader) throws Exception {
    return reader.read(file);
  }

  void share(File file) throws Exception {
    file.setWritable(true, true);
    new FileWriter(Files.createTempFile("shop", ".csv").toFile()).close();
  }

  void stock(HttpServletResponse response) throws Exception {
    try {
      share(new File("stock.csv"));
    } catch (Exception error) {
      error.printStackTrace();
      response.sendError(500, "The stock cannot be counted now.");
    }
  }
}
