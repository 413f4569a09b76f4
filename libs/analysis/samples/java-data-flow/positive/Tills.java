package shop;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import javax.naming.InitialContext;
import org.bson.Document;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
class Tills {
  private static final Map<String, String> QUEUES = Map.of("orders", "jms/orders", "returns", "jms/returns");

  private static final Path PHOTOS = Path.of("/srv/photos");
  private static final Pattern LABEL = Pattern.compile("^([a-z]+ ?)+$");

  private MongoCollection<Document> tills;
  private Configuration pages;

  @GetMapping("/queue")
  Object queue(@RequestParam String name) throws Exception {
    return new InitialContext().lookup("jms/" + name);
  }

  @GetMapping("/printer")
  Object printer(@RequestParam String type) throws Exception {
    return Class.forName("shop.printers." + type).getDeclaredConstructor().newInstance();
  }

  @GetMapping("/receipt")
  Object receipt(@RequestParam String text) throws Exception {
    return new Template("receipt", new StringReader("Thank you, " + text), pages);
  }

  @GetMapping("/till")
  Object till(@RequestParam String place) {
    return tills.find(Filters.where("this.place == '" + place + "'")).first();
  }

  @PostMapping("/photo")
  void photo(@RequestParam MultipartFile photo) throws Exception {
    photo.transferTo(PHOTOS.resolve(StringUtils.getFilename(photo.getOriginalFilename())));
  }

  @GetMapping("/label")
  boolean label(@RequestParam String text) {
    return LABEL.matcher(text).matches();
  }
}
