package shop

import io.ktor.client.HttpClient
import io.ktor.client.request.get
import io.ktor.http.ContentType
import io.ktor.http.formUrlEncode
import io.ktor.server.application.Application
import io.ktor.server.application.call
import io.ktor.server.request.receiveText
import io.ktor.server.response.respondRedirect
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import java.io.File
import java.util.UUID
import javax.script.ScriptEngine
import kotlinx.serialization.json.Json
import okhttp3.Request
import org.jetbrains.exposed.sql.transactions.transaction
import org.springframework.web.util.HtmlUtils

data class Wish(val item: String, val note: String)

val LABELS = setOf("one", "two")

class Shelf(private val folder: String) {
    fun label(name: String) = File("$folder/$name").readText()
}

fun Application.shop(client: HttpClient, engine: ScriptEngine) {
    val shelf = Shelf("labels")

    routing {
        get("/labels/{name}") {
            val name = call.parameters["name"].takeIf { it in LABELS } ?: return@get call.respondText("no name")
            call.respondText(shelf.label(name))
        }

        get("/hello") {
            val wish = Wish(call.request.queryParameters["item"].orEmpty(), "none")
            call.respondText("<p>${wish.note}</p>", ContentType.Text.Html)
            call.respondText("<p>${HtmlUtils.htmlEscape(wish.item)}</p>", ContentType.Text.Html)
            call.respondText("<p>${call.parameters.formUrlEncode()}</p>", ContentType.Text.Html)
            call.respondText(wish.item)
        }

        get("/go") {
            when (val to = call.request.queryParameters["to"]) {
                "home", "cart" -> call.respondRedirect(to)
                else -> call.respondRedirect("/items?name=$to")
            }
        }

        get("/price") {
            val item = call.request.queryParameters["item"]
            call.respondText(client.get("https://prices.example/$item").toString())
        }

        get("/stock") {
            val id = UUID.fromString(call.parameters["id"]!!)
            val request = Request.Builder().header("Accept", "text/plain").url("https://stock.example/$id").build()
            call.respondText(request.toString())
        }

        post("/order") {
            val order = Json.decodeFromString<Wish>(call.receiveText())
            call.respondText(order.toString())
        }

        get("/find") {
            val (word, limit) = listOf(call.parameters["word"], "10")
            val pattern = Regex("^" + Regex.escape(word.orEmpty()))
            val page = call.parameters["page"]?.toIntOrNull() ?: 0
            transaction {
                exec("SELECT name FROM items LIMIT $limit OFFSET $page")
            }
            call.respondText(pattern.pattern)
        }

        get("/pack") {
            val box = buildString {
                append("pack ")
                append(call.parameters["box"]!!.toInt())
            }
            Runtime.getRuntime().exec(box)
        }

        get("/sum") {
            val sum = call.parameters["sum"].orEmpty()
            if (!sum.matches(Regex("[0-9]+"))) return@get
            call.respondText(engine.eval(sum).toString())
        }

        get("/sent") {
            call.respondText("sent: " + File(call.parameters["file"].orEmpty()).name)
        }

        get("/broken") {
            try {
                shelf.label("one")
            } catch (error: Exception) {
                call.respondText("the label cannot be read")
            }
        }
    }
}
