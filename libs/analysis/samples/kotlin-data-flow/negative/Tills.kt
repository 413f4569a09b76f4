package shop

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.Filters
import freemarker.template.Configuration
import freemarker.template.Template
import java.io.StringReader
import java.nio.file.Path
import java.util.UUID
import javax.naming.InitialContext
import org.bson.Document
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.multipart.MultipartFile

@RestController
class Tills(private val tills: MongoCollection<Document>, private val pages: Configuration) {
    private val queues = mapOf("orders" to "jms/orders", "returns" to "jms/returns")

    @GetMapping("/queue")
    fun queue(@RequestParam name: String): Any? = InitialContext().lookup(queues.getValue(name))

    @GetMapping("/printer")
    fun printer(@RequestParam type: String): Any? = Class.forName(if (type == "label") "shop.printers.Label" else "shop.printers.Receipt").getDeclaredConstructor().newInstance()

    @GetMapping("/receipt")
    fun receipt(@RequestParam text: String): Any? = Template("receipt", StringReader("Thank you, \${text}"), pages)

    @GetMapping("/till")
    fun till(@RequestParam place: String): Any? = tills.find(Filters.eq("place", place)).first()

    @PostMapping("/photo")
    fun photo(@RequestParam photo: MultipartFile) {
        photo.transferTo(Path.of("/srv/photos").resolve("${UUID.randomUUID()}.png"))
    }
}
