package shop

import android.app.PendingIntent
import android.content.ContentProvider
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import android.os.ParcelFileDescriptor
import android.webkit.WebSettings
import android.webkit.WebView
import androidx.appcompat.app.AppCompatActivity
import java.io.File

abstract class BaseActivity : AppCompatActivity()

class Counter : BaseActivity() {
    private lateinit var page: WebView
    private val items = ItemsOnDevice(this)

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        page.settings.apply {
            javaScriptEnabled = false
            allowUniversalAccessFromFileURLs = false
            mixedContentMode = WebSettings.MIXED_CONTENT_NEVER_ALLOW
        }
        if (BuildConfig.DEBUG) WebView.setWebContentsDebuggingEnabled(true)
        intent.getStringExtra(EXTRA_PAGE)?.let { page.loadUrl("https://shop.example/$it") }
        val next = Intent(this, Pictures::class.java).putExtra("page", intent.getStringExtra(EXTRA_PAGE))
        startActivity(next)
    }

    override fun onNewIntent(given: Intent) {
        items.find(given.getStringExtra("word"))
    }

    fun remind() {
        PendingIntent.getActivity(this, 0, Intent("shop.REMIND"), PendingIntent.FLAG_IMMUTABLE)
        PendingIntent.getActivity(this, 0, Intent("shop.REMIND").setPackage(packageName), PendingIntent.FLAG_MUTABLE)
        getSharedPreferences("cart", Context.MODE_PRIVATE)
    }

    companion object {
        const val EXTRA_PAGE = "page"
    }
}

class ItemsOnDevice(context: Context) : SQLiteOpenHelper(context, "items", null, 1) {
    fun find(word: String?) = readableDatabase.rawQuery("SELECT * FROM items WHERE name = ?", arrayOf(word))
}

class Pictures : ContentProvider() {
    override fun openFile(uri: Uri, mode: String): ParcelFileDescriptor {
        val id = uri.lastPathSegment!!.toLong()
        val file = File(context!!.filesDir, "$id.jpg")
        return ParcelFileDescriptor.open(file, ParcelFileDescriptor.MODE_READ_ONLY)
    }
}
