package shop;

import javax.net.ssl.SSLContext;

class Tunnel {
  SSLContext open() throws Exception {
    return SSLContext.getInstance("TLSv1.3");
  }
}
