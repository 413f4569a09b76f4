package shop

import android.webkit.WebView
import java.io.InputStream
import java.io.ObjectInputStream
import java.security.MessageDigest
import java.security.cert.X509Certificate
import javax.crypto.Cipher
import kotlin.random.Random

class Accounts(private val db: SQLiteDatabase, private val names: Map<Int, String>) {
    fun name(id: Int): String = names[id]!!.trim()

    fun find(name: String) = db.rawQuery("SELECT * FROM account WHERE name = '$name'", null)

    fun delete(name: String) {
        db.execSQL("DELETE FROM account WHERE name = '" + name + "'")
    }

    fun convert(file: String) {
        try {
            Runtime.getRuntime().exec("convert $file out.png")
        } catch (e: Exception) {
        }
    }

    fun digest(data: ByteArray): ByteArray = MessageDigest.getInstance("SHA-1").digest(data)

    fun cipher(): Cipher = Cipher.getInstance("AES/ECB/PKCS5Padding")

    fun newToken(): String {
        return Random.nextLong().toString(16)
    }

    fun read(input: InputStream): Any = ObjectInputStream(input).readObject()

    fun show(view: WebView) {
        view.settings.allowUniversalAccessFromFileURLs = true
        view.addJavascriptInterface(this, "accounts")
    }

    fun open(context: Context) = context.openFileOutput("accounts", Context.MODE_WORLD_READABLE)

    fun client(builder: OkHttpClient.Builder) = builder.hostnameVerifier { _, _ -> true }
}

class TrustEverybody : X509TrustManager {
    override fun checkClientTrusted(chain: Array<X509Certificate>, type: String) {}
    override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {}
    override fun getAcceptedIssuers() = arrayOf<X509Certificate>()
}

fun Application.answers() {
    install(CORS) {
        anyHost()
        allowCredentials = true
    }
}
