package shop

import com.auth0.jwt.algorithms.Algorithm
import java.io.File
import java.io.FileWriter
import java.io.InputStream
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.SecureRandom
import java.util.Properties
import javax.crypto.Cipher
import javax.crypto.spec.IvParameterSpec
import javax.crypto.spec.PBEKeySpec
import javax.crypto.spec.SecretKeySpec
import javax.net.ssl.HttpsURLConnection
import javax.net.ssl.SSLContext
import javax.net.ssl.X509TrustManager
import kotlin.random.Random
import okhttp3.OkHttpClient
import org.dom4j.io.SAXReader

object Ciphers {
    const val OLD = "DES/CBC/PKCS5Padding"
}

class Vault {
    private val word = "shopkeeper"

    fun cipher(): Cipher = Cipher.getInstance(Ciphers.OLD)

    fun pair() {
        val pairs = KeyPairGenerator.getInstance("RSA")
        pairs.initialize(BITS)
    }

    fun key() = SecretKeySpec(word.toByteArray(), "AES")

    fun vector() = IvParameterSpec(ByteArray(16))

    fun derived(typed: CharArray): PBEKeySpec {
        val grains = byteArrayOf(1, 2, 3, 4, 5, 6, 7, 8)
        return PBEKeySpec(typed, grains, 100)
    }

    fun open(store: KeyStore, file: InputStream) = store.load(file, word.toCharArray())

    fun generator() = SecureRandom(byteArrayOf(4, 2))

    fun timed() = SecureRandom().apply { setSeed(System.currentTimeMillis()) }

    fun digest(text: ByteArray): ByteArray {
        val settings = Properties()
        settings.load(javaClass.getResourceAsStream("sign-in.properties"))
        return MessageDigest.getInstance(settings.getProperty("hash")).digest(text)
    }

    fun invitation(): String {
        val token = Random.nextLong()
        return "/join?by=$token"
    }

    fun unsigned(): Algorithm = Algorithm.none()

    fun order(file: File) = SAXReader().read(file)

    fun share(file: File) {
        file.setWritable(true, false)
        FileWriter("/tmp/shop-export.csv").close()
    }

    fun client(): OkHttpClient {
        val managers = arrayOf(object : X509TrustManager {
            override fun checkClientTrusted(chain: Array<X509Certificate>, type: String) {}

            override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {}
        })
        val context = SSLContext.getInstance("TLS")
        context.init(null, managers, SecureRandom())
        HttpsURLConnection.setDefaultHostnameVerifier { _, _ -> true }
        return OkHttpClient.Builder().hostnameVerifier { _, _ -> true }.build()
    }

    companion object {
        private const val BITS = 1024
    }
}
