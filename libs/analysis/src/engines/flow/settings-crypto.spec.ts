import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const rulesIn = async (tool: string, tree: Record<string, string>) => {
  const run = (await runOn(profile, flowTools, tree)).tool(tool);
  expect(run.unreadable).toEqual([]);
  return run.findings.map(({ rule }) => rule).sort();
};

const vault = (body: string, members = '') => `package shop;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;
class Vault {
  private final SecureRandom random = new SecureRandom();
  ${members}
  void open(byte[] given, String typed) throws Exception {
    ${body}
  }
}
`;

describe('what Java makes keys, vectors and salts of', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['the bytes of a text', 'new SecretKeySpec("abc".getBytes(), "AES");', '', ['hard-coded-key']],
    ['bytes that nobody knows', 'new SecretKeySpec(given, "AES");', '', []],
    ['the environment', 'new SecretKeySpec(System.getenv("KEY").getBytes(), "AES");', '', []],
    ['an empty text', 'new PBEKeySpec("".toCharArray());', '', []],
    [
      'a part of a list',
      'byte[] b = {1, 2, 3}; b = Arrays.copyOf(b, 16); new SecretKeySpec(b, "AES");',
      '',
      ['hard-coded-key'],
    ],
    [
      'a helper',
      'seal("abc".getBytes()); seal(given);',
      'Object seal(byte[] key) { return new SecretKeySpec(key, "AES"); }',
      ['hard-coded-key'],
    ],
    [
      'a helper that was called with something unknown before',
      'seal(given); seal("abc".getBytes());',
      'Object seal(byte[] key) { return made(key); } ' +
        'Object made(byte[] key) { return new SecretKeySpec(key, "AES"); }',
      ['hard-coded-key'],
    ],
    [
      'one of two constants',
      'String k = given.length > 3 ? "a" : "b"; new SecretKeySpec(k.getBytes(), "AES");',
      '',
      ['hard-coded-key'],
    ],
    [
      'a constant or something unknown',
      'byte[] k = given.length > 3 ? "a".getBytes() : given; new SecretKeySpec(k, "AES");',
      '',
      [],
    ],
    ['zeros', 'new IvParameterSpec(new byte[16]);', '', ['constant-iv']],
    ['zeros of an unknown number', 'new IvParameterSpec(new byte[given.length]);', '', []],
    ['bytes that were filled', 'byte[] iv = new byte[16]; random.nextBytes(iv); new IvParameterSpec(iv);', '', []],
    [
      'bytes of a text that were filled',
      'byte[] iv = typed.isEmpty() ? new byte[16] : "0123456789abcdef".getBytes(); random.nextBytes(iv); ' +
        'new IvParameterSpec(iv);',
      '',
      [],
    ],
    [
      'bytes that a method filled, the second time, too',
      'byte[] a = new byte[16]; fill(a); new IvParameterSpec(a); byte[] b = new byte[16]; fill(b); ' +
        'new IvParameterSpec(b);',
      'void fill(byte[] bytes) { random.nextBytes(bytes); }',
      [],
    ],
    [
      'bytes that a loop set',
      'byte[] iv = new byte[16]; for (int i = 0; i < 16; i++) iv[i] = given[i]; new IvParameterSpec(iv);',
      '',
      [],
    ],
    [
      'bytes that were copied',
      'byte[] iv = new byte[16]; System.arraycopy(given, 0, iv, 0, 16); new IvParameterSpec(iv);',
      '',
      [],
    ],
    ['a short key of RSA', pairs('RSA', 1024), '', ['short-key']],
    ['a long key of RSA', pairs('RSA', 2048), '', []],
    ['a key of a curve', pairs('EC', 256), '', []],
    ['a short key of a curve', pairs('EC', 192), '', ['short-key']],
    ['a key of nobody knows what', 'KeyPairGenerator.getInstance(typed).initialize(1024);', '', []],
    ['a short key of a cipher', 'KeyGenerator g = KeyGenerator.getInstance("AES"); g.init(64);', '', ['short-key']],
    ['a named curve', 'new ECGenParameterSpec("secp192r1");', '', ['short-key']],
    ['a long named curve', 'new ECGenParameterSpec("secp256r1");', '', []],
    ['few rounds', 'new PBEKeySpec(typed.toCharArray(), given, 50, 256);', '', ['few-iterations']],
    ['many rounds', 'new PBEKeySpec(typed.toCharArray(), given, 600_000, 256);', '', []],
    ['a constant seed', 'new SecureRandom().setSeed(42L);', '', ['constant-seed']],
    ['a seed of the generator', 'new SecureRandom().setSeed(random.generateSeed(8));', '', []],
  ])('%s', async (_, body, members, expected) => {
    expect(await rulesIn('java-data-flow', { 'Vault.java': vault(body, members) })).toEqual(expected);
  });
});

function pairs(kind: string, bits: number): string {
  return `KeyPairGenerator g = KeyPairGenerator.getInstance("${kind}"); g.initialize(${bits}, random);`;
}

const script = (body: string) => `import hashlib
import hmac
import os
import ssl
from Crypto.Cipher import AES
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.ciphers import modes

WORD = b"0123456789abcdef"


def run(given, typed, limit=None):
    ${body.split('\n').join('\n    ')}
`;

describe('what Python makes keys, vectors and salts of', () => {
  it.each<[string, string, readonly string[]]>([
    ['a constant of the module', 'AES.new(WORD, AES.MODE_GCM)', ['hard-coded-key']],
    ['the environment', 'AES.new(os.environ["KEY"].encode(), AES.MODE_GCM)', []],
    ['a default of the environment', 'AES.new(os.environ.get("KEY", "abc").encode(), AES.MODE_GCM)', []],
    ['a digest of a constant', 'AES.new(hashlib.sha256(b"abc").digest(), AES.MODE_GCM)', ['hard-coded-key']],
    ['a digest of something unknown', 'AES.new(hashlib.sha256(given).digest(), AES.MODE_GCM)', []],
    ['zeros', 'AES.new(given, AES.MODE_CBC, bytes(16))', ['constant-iv']],
    ['zeros by a product', 'AES.new(given, AES.MODE_CBC, iv=b"\\0" * 16)', ['constant-iv']],
    ['zeros by a size', 'modes.CBC(b"\\0" * AES.block_size)', ['constant-iv']],
    ['random bytes', 'modes.CBC(os.urandom(16))', []],
    ['bytes that were filled', 'iv = bytearray(16)\nfill(iv)\nmodes.CBC(iv)', []],
    ['a constant salt', 'hashlib.pbkdf2_hmac("sha256", typed, b"salt", 600000)', ['constant-salt']],
    ['few rounds', 'hashlib.pbkdf2_hmac("sha256", typed, given, 1000)', ['few-iterations']],
    ['rounds that nobody knows', 'hashlib.pbkdf2_hmac("sha256", typed, given, limit)', []],
    ['a key for tokens', 'Fernet(b"c2hvcGtlZXBlcg==")', ['hard-coded-key']],
    ['host names', 'c = ssl.create_default_context()\nc.check_hostname = False', ['host-name-unchecked']],
    ['host names that are checked', 'c = ssl.create_default_context()\nc.check_hostname = True', []],
    ['certificates', 'c = ssl.SSLContext()\nc.verify_mode = ssl.CERT_NONE', ['certificate-unchecked']],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('py-data-flow', { 'app.py': script(body) })).toEqual(expected);
  });
});

const page = (body: string) => `<?php
function run(string $text, string $given, string $word) {
    ${body}
}
`;

describe('what PHP makes keys, vectors and salts of', () => {
  it.each<[string, string, readonly string[]]>([
    ['a literal', 'openssl_encrypt($text, "aes-256-cbc", "abc", 0, $given);', ['hard-coded-key']],
    ['a word for nothing', 'openssl_encrypt($text, "aes-256-cbc", "empty", 0, $given);', []],
    ['the environment', 'openssl_encrypt($text, "aes-256-cbc", getenv("KEY"), 0, $given);', []],
    ['zeros', 'openssl_encrypt($text, "aes-256-cbc", $word, 0, str_repeat("\\0", 16));', ['constant-iv']],
    [
      'random bytes',
      'openssl_encrypt($text, "aes-256-cbc", $word, 0, random_bytes(openssl_cipher_iv_length("aes-256-cbc")));',
      [],
    ],
    ['a low cost', 'password_hash($word, PASSWORD_BCRYPT, ["cost" => 4]);', ['few-iterations']],
    ['the default cost', 'password_hash($word, PASSWORD_DEFAULT);', []],
    ['a cost that nobody knows', 'password_hash($word, PASSWORD_BCRYPT, ["cost" => $given]);', []],
    ['certificates', 'curl_setopt($c, CURLOPT_SSL_VERIFYPEER, 0);', ['certificate-unchecked']],
    ['another option that is off', 'curl_setopt($c, CURLOPT_HEADER, 0);', []],
    ['host names', 'curl_setopt($c, CURLOPT_SSL_VERIFYHOST, 0);', ['host-name-unchecked']],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('php-data-flow', { 'app.php': page(body) })).toEqual(expected);
  });
});
