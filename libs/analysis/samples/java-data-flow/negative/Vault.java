package shop;

import java.io.InputStream;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

class Vault {
  private static final int BITS = 3072;
  private final SecureRandom random = new SecureRandom();

  void pair() throws Exception {
    KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");
    pairs.initialize(BITS);
    KeyPairGenerator curves = KeyPairGenerator.getInstance("EC");
    curves.initialize(256);
  }

  SecretKeySpec key() {
    byte[] bytes = System.getenv("SHOP_KEY").getBytes();
    return new SecretKeySpec(bytes, "AES");
  }

  IvParameterSpec vector() {
    byte[] start = new byte[16];
    random.nextBytes(start);
    return new IvParameterSpec(start);
  }

  PBEKeySpec derived(char[] typed) {
    byte[] grains = new byte[16];
    random.nextBytes(grains);
    return new PBEKeySpec(typed, grains, 600_000);
  }

  void open(KeyStore store, InputStream file) throws Exception {
    store.load(file, System.getenv("SHOP_STORE").toCharArray());
  }

  SecureRandom generator() {
    return new SecureRandom(random.generateSeed(16));
  }

  SecureRandom timed() {
    return new SecureRandom();
  }
}
