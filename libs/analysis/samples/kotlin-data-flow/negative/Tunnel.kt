package shop

import javax.net.ssl.SSLContext

class Tunnel {
    fun open(): SSLContext = SSLContext.getInstance("TLSv1.3")
}
