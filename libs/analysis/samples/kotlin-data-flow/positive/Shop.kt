package shop

import io.ktor.client.HttpClient
import io.ktor.client.request.get
import io.ktor.http.ContentType
import io.ktor.server.application.Application
import io.ktor.server.application.call
import io.ktor.server.request.receiveStream
import io.ktor.server.response.respondRedirect
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import java.io.File
import java.io.ObjectInputStream
import javax.script.ScriptEngine
import okhttp3.Request
import org.jetbrains.exposed.sql.transactions.transaction

data class Wish(val item: String, val note: String)

class Shelf(private val folder: String) {
    fun label(name: String) = File("$folder/$name").readText()
}

fun Application.shop(client: HttpClient, engine: ScriptEngine) {
    val shelf = Shelf("labels")

    routing {
        get("/labels/{name}") {
            val name = call.parameters["name"] ?: return@get call.respondText("no name")
            call.respondText(shelf.label(name))
        }

        get("/hello") {
            val wish = Wish(call.request.queryParameters["item"].orEmpty(), "none")
            call.respondText("<p>${wish.item}</p>", ContentType.Text.Html)
        }

        get("/go") {
            call.request.queryParameters["to"]?.let { call.respondRedirect(it) }
        }

        get("/price") {
            val host = call.request.queryParameters["host"]
            call.respondText(client.get("https://$host/price").toString())
        }

        get("/stock") {
            val address = call.parameters["address"]!!
            val request = Request.Builder().header("Accept", "text/plain").url(address).build()
            call.respondText(request.toString())
        }

        post("/order") {
            val order = ObjectInputStream(call.receiveStream()).readObject()
            call.respondText(order.toString())
        }

        get("/find") {
            val (word, limit) = listOf(call.parameters["word"], "10")
            val pattern = Regex("^$word")
            transaction {
                exec("SELECT name FROM items WHERE name LIKE '$word%' LIMIT $limit")
            }
            call.respondText(pattern.pattern)
        }

        get("/pack") {
            val box = buildString {
                append("pack ")
                append(call.parameters["box"])
            }
            Runtime.getRuntime().exec(box)
        }

        get("/sum") {
            call.respondText(engine.eval(call.parameters["sum"]).toString())
        }

        get("/broken") {
            try {
                shelf.label("one")
            } catch (error: Exception) {
                call.respondText(error.stackTraceToString())
            }
        }
    }
}
