package shop

import jakarta.servlet.http.Cookie
import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import javax.naming.directory.InitialDirContext
import javax.xml.xpath.XPath
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

class StoredItems(private val jdbc: JdbcTemplate) : Items {
    override fun named(name: String): List<String> {
        val statement = """
            SELECT name FROM items
            WHERE name = '$name'
        """.trimIndent()
        return jdbc.queryForList(statement, String::class.java)
    }
}

@RestController
class Catalogue(jdbc: JdbcTemplate, private val people: InitialDirContext, private val paths: XPath) {
    private val items = StoredItems(jdbc)

    @GetMapping("/items")
    fun items(@RequestParam name: String): Int = items.named(name).size

    @GetMapping("/greeting/{name}")
    fun greeting(@PathVariable name: String): String = "<h1>Welcome, $name</h1>"

    @GetMapping("/people")
    fun people(@RequestParam(required = false) name: String?): Int {
        people.search("ou=people", "(uid=${name ?: "nobody"})", null)
        return 0
    }

    @GetMapping("/path")
    fun path(request: HttpServletRequest, response: HttpServletResponse): Int {
        val query = request.queryString
        paths.evaluate("//item[@id='$query']", null as Any?)
        response.addHeader("Content-Language", request.getParameter("language"))
        response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"))
        request.session.setAttribute("language", request.getParameter("language"))
        response.addCookie(Cookie("language", "en"))
        return 0
    }

    @GetMapping("/report")
    fun report(response: HttpServletResponse) {
        try {
            items.named("report")
        } catch (error: Exception) {
            error.printStackTrace(response.writer)
        }
    }

    fun inspect(security: WebSecurity) {
        security.debug(true)
    }

    fun addCorsMappings(registry: CorsRegistry) {
        registry.addMapping("/**").allowedOriginPatterns("*").allowCredentials(true)
    }
}
