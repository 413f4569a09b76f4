package shop;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@RestController
class ShopController {
  private static final List<String> HOSTS = List.of("one.example", "two.example");
  private static final Map<String, String> PAGES = Map.of("home", "/", "shop", "/shop");

  @GetMapping("/users/{name}")
  boolean user(@PathVariable String name) throws Exception {
    return new Users(null).find(name).next();
  }

  @GetMapping("/ping")
  int ping(@RequestParam String host) throws Exception {
    if (!HOSTS.contains(host)) {
      throw new IllegalArgumentException("unknown host");
    }
    return Runtime.getRuntime().exec("ping -c 1 " + host).waitFor();
  }

  @GetMapping("/file")
  int file(@RequestParam String number) throws Exception {
    int page = Integer.parseInt(number);
    try (InputStream content = new FileInputStream("public/" + page + ".txt")) {
      return content.available();
    }
  }

  @GetMapping("/hello")
  void hello(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String name = HtmlUtils.htmlEscape(request.getParameter("name"));
    response.getWriter().println("<h1>Hello " + name + "</h1>");
  }

  @GetMapping("/greeting")
  @ResponseBody
  Map<String, String> greeting(@RequestParam String name) {
    return Map.of("greeting", "Hello " + name);
  }

  @GetMapping("/leave")
  void leave(HttpServletRequest request, HttpServletResponse response) throws Exception {
    response.sendRedirect("/");
  }

  @GetMapping("/search")
  boolean search(@RequestParam String text) {
    return Pattern.compile(Pattern.quote(text)).matcher("one two").find();
  }

  @PostMapping("/basket")
  Object basket(HttpServletRequest request) throws Exception {
    return new ObjectMapper().readValue(request.getInputStream(), Basket.class);
  }
}
