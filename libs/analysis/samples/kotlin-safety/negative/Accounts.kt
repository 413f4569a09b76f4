package shop

import android.webkit.WebView
import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Cipher
import kotlin.random.Random

class Accounts(private val db: SQLiteDatabase, private val names: Map<Int, String>) {
    fun name(id: Int): String = names[id]?.trim() ?: "nobody"

    fun find(name: String) = db.rawQuery("SELECT * FROM account WHERE name = ?", arrayOf(name))

    fun all() = db.rawQuery("SELECT * FROM ${Tables.ACCOUNT} LIMIT $LIMIT", null)

    fun message(name: String) = "Select an account from the list, $name"

    fun convert(file: String) {
        try {
            ProcessBuilder("convert", file, "out.png").start()
        } catch (e: IOException) {
            log.warn("convert did not start", e)
        }
    }

    fun close() {
        try {
            db.close()
        } catch (ignored: IOException) {
        }
    }

    fun digest(data: ByteArray): ByteArray = MessageDigest.getInstance("SHA-256").digest(data)

    fun cipher(): Cipher = Cipher.getInstance("AES/GCM/NoPadding")

    fun newToken(): String {
        return SecureRandom().nextLong().toString(16)
    }

    fun rollDice(): Int = Random.nextInt(1, 7)

    fun show(view: WebView) {
        view.settings.allowUniversalAccessFromFileURLs = false
    }

    fun open(context: Context) = context.openFileOutput("accounts", Context.MODE_PRIVATE)

    fun client(builder: OkHttpClient.Builder) = builder.hostnameVerifier { host, session -> strict.verify(host, session) }

    companion object {
        const val LIMIT = 100
    }
}

fun Application.answers() {
    install(CORS) {
        allowHost("shop.example", schemes = listOf("https"))
        allowCredentials = true
    }
}

fun Application.openData() {
    install(CORS) {
        anyHost()
    }
}
