package shop;

import java.io.FileInputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.net.URL;
import java.util.regex.Pattern;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.script.ScriptEngine;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.xpath.XPath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.w3c.dom.Document;

@RestController
class ShopController {
  private Users users;
  private ScriptEngine engine;
  private DirContext directory;
  private XPath xpath;
  private Document people;

  @GetMapping("/users/{name}")
  boolean user(@PathVariable String name) throws Exception {
    return new Users(null).find(name).next();
  }

  @GetMapping("/ping")
  int ping(@RequestParam String host) throws Exception {
    return Runtime.getRuntime().exec("ping -c 1 " + host).waitFor();
  }

  @GetMapping("/sum")
  Object sum(@RequestParam String terms) throws Exception {
    return engine.eval(terms);
  }

  @GetMapping("/file")
  int file(@RequestParam String name) throws Exception {
    try (InputStream content = new FileInputStream("public/" + name)) {
      return content.available();
    }
  }

  @GetMapping("/hello")
  void hello(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String name = request.getParameter("name");
    response.getWriter().println("<h1>Hello " + name + "</h1>");
  }

  @GetMapping("/leave")
  void leave(HttpServletRequest request, HttpServletResponse response) throws Exception {
    response.sendRedirect(request.getParameter("to"));
  }

  @GetMapping("/language")
  void language(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("X-Language", request.getParameter("language"));
  }

  @GetMapping("/preview")
  int preview(@RequestParam String address) throws Exception {
    URL url = new URL(address);
    return url.openStream().available();
  }

  @GetMapping("/login")
  boolean login(@RequestParam String uid) throws Exception {
    return directory.search("dc=app", "(uid=" + uid + ")", new SearchControls()).hasMore();
  }

  @GetMapping("/person")
  String person(@RequestParam String name) throws Exception {
    return xpath.evaluate("//person[@name='" + name + "']", people);
  }

  @GetMapping("/search")
  boolean search(@RequestParam String text) {
    return Pattern.compile(text).matcher("one two").find();
  }

  @GetMapping("/welcome")
  @ResponseBody
  String welcome(@RequestParam String name) {
    return "<h1>Welcome " + name + "</h1>";
  }

  @PostMapping("/basket")
  Object basket(HttpServletRequest request) throws Exception {
    ObjectInputStream basket = new ObjectInputStream(request.getInputStream());
    return basket.readObject();
  }
}
