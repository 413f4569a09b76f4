package shop

import com.auth0.jwt.algorithms.Algorithm
import java.io.File
import java.io.InputStream
import java.nio.file.Files
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.SecureRandom
import java.util.Properties
import javax.crypto.Cipher
import javax.crypto.spec.IvParameterSpec
import javax.crypto.spec.PBEKeySpec
import javax.crypto.spec.SecretKeySpec
import javax.net.ssl.SSLContext
import javax.net.ssl.X509TrustManager
import kotlin.random.Random
import okhttp3.OkHttpClient
import org.dom4j.io.SAXReader

object Ciphers {
    const val NEW = "AES/GCM/NoPadding"
}

class Vault(private val word: String, private val pinned: X509TrustManager) {
    fun cipher(): Cipher = Cipher.getInstance(Ciphers.NEW)

    fun wrapped(): Cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding")

    fun pair() {
        val pairs = KeyPairGenerator.getInstance("RSA")
        pairs.initialize(BITS)
    }

    fun key() = SecretKeySpec(word.toByteArray(), "AES")

    fun vector() = IvParameterSpec(ByteArray(16).also { SecureRandom().nextBytes(it) })

    fun derived(typed: CharArray): PBEKeySpec {
        val grains = ByteArray(16)
        SecureRandom().nextBytes(grains)
        return PBEKeySpec(typed, grains, 600_000)
    }

    fun open(store: KeyStore, file: InputStream) = store.load(file, word.toCharArray())

    fun generator() = SecureRandom()

    fun digest(text: ByteArray): ByteArray {
        val settings = Properties()
        settings.load(javaClass.getResourceAsStream("sign-in.properties"))
        return MessageDigest.getInstance(settings.getProperty("hash")).digest(text)
    }

    fun invitation(): String {
        val token = SecureRandom().nextLong()
        val colour = Random.nextInt(5)
        return "/join?by=$token&colour=$colour"
    }

    fun signed(): Algorithm = Algorithm.HMAC256(word)

    fun order(file: File) = SAXReader().apply {
        setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
    }.read(file)

    fun share(file: File) {
        file.setWritable(true, true)
        Files.createTempFile("shop", "csv")
    }

    fun client(): OkHttpClient {
        val managers = arrayOf(object : X509TrustManager {
            override fun checkClientTrusted(chain: Array<X509Certificate>, type: String) {}

            override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) =
                pinned.checkServerTrusted(chain, type)
        })
        val context = SSLContext.getInstance("TLS")
        context.init(null, managers, SecureRandom())
        return OkHttpClient.Builder().hostnameVerifier { host, _ -> host == "shop.example" }.build()
    }

    companion object {
        private const val BITS = 3072
    }
}
