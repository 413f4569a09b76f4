package shop

import jakarta.servlet.http.Cookie
import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import javax.naming.directory.InitialDirContext
import javax.xml.xpath.XPath
import org.owasp.esapi.ESAPI
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.security.config.annotation.web.builders.WebSecurity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.servlet.config.annotation.CorsRegistry

interface Items {
    fun named(name: String): List<String>
}

enum class Order(val column: String) { NAME("name"), PRICE("price") }

class StoredItems(private val jdbc: JdbcTemplate) : Items {
    override fun named(name: String): List<String> {
        val statement = """
            SELECT name FROM items
            WHERE name = ? ORDER BY ${Order.PRICE.column}
        """.trimIndent()
        return jdbc.queryForList(statement, String::class.java, name)
    }
}

@RestController
class Catalogue(jdbc: JdbcTemplate, private val people: InitialDirContext, private val paths: XPath) {
    private val items = StoredItems(jdbc)

    @GetMapping("/items")
    fun items(@RequestParam name: String): Int = items.named(name).size

    @GetMapping("/greeting/{id}")
    fun greeting(@PathVariable id: Long): String = "<h1>Welcome, number $id</h1>"

    @GetMapping("/label/{name}", produces = ["text/plain"])
    fun label(@PathVariable name: String): String = "label: $name"

    @GetMapping("/people")
    fun people(@RequestParam(required = false) name: String?): Int {
        people.search("ou=people", "(uid=${ESAPI.encoder().encodeForLDAP(name)})", null)
        return 0
    }

    @GetMapping("/path")
    fun path(request: HttpServletRequest, response: HttpServletResponse): Int {
        val query = request.queryString.toInt()
        paths.evaluate("//item[@id='$query']", null as Any?)
        if (request.getHeader("Origin") in setOf("https://shop.example"))
            response.setHeader("Access-Control-Allow-Origin", "https://shop.example")
        request.session.setAttribute("items", request.getParameter("items").toIntOrNull())
        val cookie = Cookie("language", "en")
        cookie.secure = true
        cookie.isHttpOnly = true
        response.addCookie(cookie)
        val other = Cookie("currency", "eur").apply {
            secure = true
            isHttpOnly = true
        }
        response.addCookie(other)
        return 0
    }

    @GetMapping("/report")
    fun report(response: HttpServletResponse) {
        try {
            items.named("report")
        } catch (error: Exception) {
            response.writer.println("the report cannot be made")
        }
    }

    fun inspect(security: WebSecurity) {
        security.debug(false)
    }

    fun addCorsMappings(registry: CorsRegistry) {
        registry.addMapping("/**").allowedOriginPatterns("https://*.shop.example").allowCredentials(true)
    }
}
