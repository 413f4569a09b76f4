package shop;

import java.io.InputStream;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

class Vault {
  private static final int BITS = 1024;
  private static final String WORD = "shopkeeper";

  void pair() throws Exception {
    KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");
    pairs.initialize(BITS);
  }

  SecretKeySpec key() {
    byte[] bytes = WORD.getBytes();
    return new SecretKeySpec(bytes, "AES");
  }

  IvParameterSpec vector() {
    byte[] start = new byte[16];
    return new IvParameterSpec(start);
  }

  PBEKeySpec derived(char[] typed) {
    byte[] grains = {1, 2, 3, 4, 5, 6, 7, 8};
    return new PBEKeySpec(typed, grains, 100);
  }

  void open(KeyStore store, InputStream file) throws Exception {
    store.load(file, WORD.toCharArray());
  }

  SecureRandom generator() {
    return new SecureRandom(new byte[] {4, 2});
  }

  SecureRandom timed() {
    SecureRandom random = new SecureRandom();
    random.setSeed(System.currentTimeMillis());
    return random;
  }
}
