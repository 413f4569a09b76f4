import { before, isDangerous } from './places';

export const kotlin = (index: number): string => `package shop

import io.ktor.server.application.call
import io.ktor.server.response.respondText
import io.ktor.server.routing.Route
import io.ktor.server.routing.get

data class Row${index}(val name: String, val kind: String, val amount: Int)

class Store${index}(private val limit: Int) {
    val rows = mutableListOf<Row${index}>()
    private val names = mutableMapOf<String, Row${index}>()

    fun add(row: Row${index}): Store${index} {
        check(rows.size < limit) { "the store is full" }
        rows.add(row)
        names[row.name] = row
        return this
    }

    fun total(factor: Int): Int {
        var sum = 0
        for (row in rows) {
            when (row.kind) {
                "credit" -> sum += row.amount * factor
                "debit" -> sum -= row.amount * factor
                else -> continue
            }
        }
        return sum
    }
}

fun named${index}(value: String, kind: String = "credit"): Row${index} {
    val text = value.trim()
    return when (kind) {
        "credit" -> Row${index}(text, kind, text.length)
        "debit" -> Row${index}(text.uppercase(), kind, -text.length)
        else -> named${before(index)}(text).let { Row${index}(it.name, it.kind, it.amount) }
    }
}

fun Route.routes${index}() {
    get("/items/{id}") {
        val store = Store${index}(100)
        val id = call.parameters["id"] ?: return@get call.respondText("no id")
        call.request.queryParameters["kinds"]?.split(",")?.forEach { store.add(named${index}(id, it)) }
        val rows = store.rows.map { row -> "\${row.name}: \${row.amount}" }
        val command = ${isDangerous(index) ? '"ls $id"' : 'listOf("ls", rows.size).joinToString(" ")'}
        Runtime.getRuntime().exec(command)
        call.respondText("\${store.total(2)}")
    }
}
`;
