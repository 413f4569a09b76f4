import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const rulesIn = async (tool: string, tree: Record<string, string>) => {
  const run = (await runOn(profile, flowTools, tree)).tool(tool);
  expect(run.unreadable).toEqual([]);
  return run.findings.map(({ rule }) => rule).sort();
};

const servlet = (body: string, members = '') => `package shop;
import java.security.*;
import java.util.*;
import javax.crypto.Cipher;
import javax.servlet.http.*;
class Shop extends HttpServlet {
  ${members}
  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String q = request.getParameter("q");
    ${body}
  }
}
`;

const PROPERTIES = '# what the shop uses\nhash = MD5\ncipher: DES/CBC/PKCS5Padding\nsafe=SHA-256\n';
const LOADED = `Properties p = new Properties();
    p.load(getClass().getClassLoader().getResourceAsStream("shop.properties"));`;
const COOKIE = 'Cookie c = new Cookie("id", "1");';
const BOTH = ['cookie-open-to-scripts', 'cookie-without-secure'];

describe('what Java tells a call by a constant', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['a literal', 'Cipher.getInstance("DES");', '', ['weak-cipher']],
    ['a safe literal', 'Cipher.getInstance("AES/GCM/NoPadding");', '', []],
    ['the mode ECB', 'Cipher.getInstance("AES/ECB/PKCS5Padding");', '', ['weak-cipher']],
    ['a cipher that has no other mode', 'Cipher.getInstance("AES");', '', ['weak-cipher']],
    ['a constant of the class', 'Cipher.getInstance(NAME);', 'static final String NAME = "RC4";', ['weak-cipher']],
    [
      'a safe constant of the class',
      'Cipher.getInstance(NAME);',
      'static final String NAME = "AES/GCM/NoPadding";',
      [],
    ],
    ['joined constants', 'Cipher.getInstance("Blow" + "fish");', '', ['weak-cipher']],
    [
      'a choice that is always made',
      'Cipher.getInstance(7 * 18 + 106 > 200 ? "DES" : "AES/GCM/NoPadding");',
      '',
      ['weak-cipher'],
    ],
    ['a choice that is never made', 'Cipher.getInstance(7 * 18 + 106 > 300 ? "DES" : "AES/GCM/NoPadding");', '', []],
    [
      'a case that is taken',
      'String a; switch ("AB".charAt(0)) { case \'A\': a = "MD5"; break; default: a = "SHA-256"; ' +
        '} MessageDigest.getInstance(a);',
      '',
      ['weak-hash'],
    ],
    [
      'a case that is not taken',
      'String a; switch ("AB".charAt(1)) { case \'A\': a = "MD5"; break; default: a = "SHA-256"; ' +
        '} MessageDigest.getInstance(a);',
      '',
      [],
    ],
    [
      'a helper',
      'digest("SHA-512"); digest("SHA-1");',
      'Object digest(String name) throws Exception { return MessageDigest.getInstance(name); }',
      ['weak-hash'],
    ],
    [
      'a helper that gets what is safe',
      'digest("SHA-512"); digest("SHA-384");',
      'Object digest(String name) throws Exception { return MessageDigest.getInstance(name); }',
      [],
    ],
    [
      'a field of an instance',
      'new Box("AES/GCM/NoPadding").run(); new Box("DES").run();',
      'static class Box { String a; Box(String a) { this.a = a; ' +
        '} Object run() throws Exception { return Cipher.getInstance(this.a); } }',
      ['weak-cipher'],
    ],
    [
      'an entry of a map',
      'Map<String, String> m = new HashMap<>(); m.put("a", "MD5"); m.put("b", "SHA-256"); ' +
        'MessageDigest.getInstance(m.get("a"));',
      '',
      ['weak-hash'],
    ],
    [
      'another entry of a map',
      'Map<String, String> m = new HashMap<>(); m.put("a", "MD5"); m.put("b", "SHA-256"); ' +
        'MessageDigest.getInstance(m.get("b"));',
      '',
      [],
    ],
    ['what nobody knows', 'MessageDigest.getInstance(q);', '', []],
    ['a property', `${LOADED} MessageDigest.getInstance(p.getProperty("hash", "SHA512"));`, '', ['weak-hash']],
    ['a property of a cipher', `${LOADED} Cipher.getInstance(p.getProperty("cipher"));`, '', ['weak-cipher']],
    ['a safe property', `${LOADED} MessageDigest.getInstance(p.getProperty("safe", "MD5"));`, '', []],
    [
      'what stands for a property that is missing',
      `${LOADED} MessageDigest.getInstance(p.getProperty("none", "MD5"));`,
      '',
      ['weak-hash'],
    ],
    [
      'a property of a file that is not there',
      'Properties p = new Properties(); p.load(getClass().getResourceAsStream("other.properties")); ' +
        'MessageDigest.getInstance(p.getProperty("hash", "MD5"));',
      '',
      [],
    ],
    ['a cookie that nobody protects', `${COOKIE} response.addCookie(c);`, '', BOTH],
    ['a cookie that is protected', `${COOKIE} c.setSecure(true); c.setHttpOnly(true); response.addCookie(c);`, '', []],
    [
      'a cookie that is left open',
      `${COOKIE} c.setSecure(false); c.setHttpOnly(true); response.addCookie(c);`,
      '',
      ['cookie-without-secure'],
    ],
    [
      'a cookie by the name of its package',
      'javax.servlet.http.Cookie c = new javax.servlet.http.Cookie("a", "b"); c.setHttpOnly(true); ' +
        'response.addCookie(c);',
      '',
      ['cookie-without-secure'],
    ],
    [
      'a cookie that a method protects',
      `${COOKIE} harden(c); response.addCookie(c); Cookie d = new Cookie("a", "b"); harden(d); response.addCookie(d);`,
      'void harden(Cookie c) { c.setSecure(true); c.setHttpOnly(true); }',
      [],
    ],
    ['a cookie that goes to nobody knows whom', `${COOKIE} Safe.harden(c); response.addCookie(c);`, '', []],
    [
      'a cookie that is protected where the connection is',
      `${COOKIE} c.setSecure(request.isSecure()); c.setHttpOnly(true); response.addCookie(c);`,
      '',
      [],
    ],
  ])('%s', async (_, body, members, expected) => {
    expect(
      await rulesIn('java-data-flow', { 'Shop.java': servlet(body, members), 'conf/shop.properties': PROPERTIES }),
    ).toEqual(expected);
  });
});

describe('what Java makes of predictable numbers, and keeps in sessions', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a cookie',
      'String v = Long.toString(new Random().nextLong()); Cookie c = new Cookie("remember", v); ' +
        'c.setSecure(true); c.setHttpOnly(true); response.addCookie(c);',
      ['predictable-secret'],
    ],
    [
      'a cookie of SecureRandom',
      'String v = Long.toString(new SecureRandom().nextLong()); Cookie c = new Cookie("remember", v); ' +
        'c.setSecure(true); c.setHttpOnly(true); response.addCookie(c);',
      [],
    ],
    ['a variable that is named so', 'String token = "t" + Math.random();', ['predictable-secret']],
    [
      'letters by a generator that is handed over',
      'String token = RandomStringUtils.random(8, 0, 0, true, true, null, new SecureRandom());',
      [],
    ],
    [
      'letters by a predictable one',
      'String token = RandomStringUtils.random(8, 0, 0, true, true, null, new Random());',
      ['predictable-secret'],
    ],
    ['a variable for a game', 'int dice = new Random().nextInt(6) + 1;', []],
    [
      'letters of a password',
      'Random r = new Random(); StringBuilder b = new StringBuilder(); for (int i = 0; i < 8; ' +
        'i++) b.append("abc".charAt(r.nextInt(3))); String password = b.toString();',
      ['predictable-secret'],
    ],
    [
      'an entry of the session',
      'request.getSession().setAttribute("remember", String.valueOf(new Random().nextInt()));',
      ['predictable-secret'],
    ],
    [
      'the password of a store of keys',
      'KeyStore k = KeyStore.getInstance("JKS"); k.load(in, "changeit-7".toCharArray());',
      ['hard-coded-password'],
    ],
    [
      'the password of a new store of keys',
      'KeyStore k = KeyStore.getInstance("JKS"); InputStream none = null; k.load(none, "changeit-7".toCharArray());',
      [],
    ],
    ['input in the session', 'request.getSession().setAttribute("name", q);', ['trust-boundary']],
    [
      'input as the name in the session',
      'HttpSession s = request.getSession(true); s.putValue(q, "1");',
      ['trust-boundary'],
    ],
    ['a number in the session', 'request.getSession().setAttribute("page", Integer.parseInt(q));', []],
    ['a constant in the session', 'request.getSession().setAttribute("name", "shop");', []],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('java-data-flow', { 'Shop.java': servlet(body) })).toEqual(expected);
  });
});

const view = (body: string) => `import hashlib
import random
import secrets
from Crypto.Cipher import AES, DES
from cryptography.hazmat.primitives.ciphers import algorithms, modes
from flask import Flask, make_response

NAME = "md5"
KEY = secrets.token_bytes(16)
app = Flask(__name__)


def digest(name, data):
    return hashlib.new(name, data)


@app.route("/")
def view():
    response = make_response("x")
    ${body.split('\n').join('\n    ')}
    return "x"
`;

it('takes the password of a store of keys for less than one of a database', async () => {
  const text =
    'import java.io.*;\nimport java.security.KeyStore;\nimport java.sql.DriverManager;\nclass A {\n' +
    '  void f(InputStream in) throws Exception {\n    KeyStore k = KeyStore.getInstance("JKS");\n' +
    '    k.load(in, "changeit-7".toCharArray());\n' +
    '    DriverManager.getConnection("jdbc:a", "b", "changeit-7");\n  }\n}\n';
  const { findings } = (await runOn(profile, flowTools, { 'A.java': text })).tool('java-data-flow');
  expect(findings.map(({ line, severity }) => [line, severity])).toEqual([
    [7, 'low'],
    [8, undefined],
  ]);
});

describe('what Python tells a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['a constant of the module', 'hashlib.new(NAME)', ['weak-hash']],
    ['a safe literal', 'hashlib.new("sha256")', []],
    ['a choice that is always made', 'hashlib.new("sha1" if 7 * 18 > 100 else "sha256")', ['weak-hash']],
    ['a choice that is never made', 'hashlib.new("sha1" if 7 * 18 > 200 else "sha256")', []],
    ['a helper', 'digest("sha512", b"x")\ndigest("MD5", b"x")', ['weak-hash']],
    ['a hash function', 'hashlib.md5(b"x")', ['weak-hash']],
    ['a hash that protects nothing', 'hashlib.md5(b"x", usedforsecurity=False)', []],
    ['a broken cipher', 'DES.new(KEY, DES.MODE_CBC)', ['weak-cipher']],
    ['the mode ECB', 'modes.ECB()', ['weak-cipher']],
    ['a safe mode', 'AES.new(KEY, AES.MODE_GCM)', []],
    ['the mode ECB of a flag', 'AES.new(KEY, AES.MODE_ECB)', ['weak-cipher']],
    ['a cookie that nobody protects', 'response.set_cookie("a", "b")', BOTH],
    ['a cookie that is protected', 'response.set_cookie("a", "b", secure=True, httponly=True)', []],
    [
      'a cookie that is left open',
      'response.set_cookie("a", "b", secure=False, httponly=True)',
      ['cookie-without-secure'],
    ],
    ['a cookie with settings that are not known', 'response.set_cookie("a", "b", **options)', []],
    [
      'a cookie whose flag the settings say',
      'response.set_cookie("a", "b", secure=app.config["S"], httponly=True)',
      [],
    ],
    ['a predictable token', 'token = str(random.randint(0, 9))', ['predictable-secret']],
    ['a token of secrets', 'token = secrets.token_hex()', []],
    [
      'a predictable cookie',
      'v = str(random.random())[2:]\nresponse.set_cookie("a", v, secure=True, httponly=True)',
      ['predictable-secret'],
    ],
    ['a token of SystemRandom', 'token = random.SystemRandom().randint(0, 9)', []],
    ['a number for a game', 'dice = random.randint(1, 6)', []],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('py-data-flow', { 'app.py': view(body) })).toEqual(expected);
  });
});

describe('what PHP tells a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['a literal', "openssl_encrypt($d, 'des-ede3-cbc', $k);", ['weak-cipher']],
    ['the mode ECB', "$m = 'aes-256-' . 'ecb'; openssl_encrypt($d, $m, $k);", ['weak-cipher']],
    ['a safe mode', "openssl_encrypt($d, 'aes-256-gcm', $k, 0, $iv, $tag);", []],
    ['a constant', "const ALGORITHM = 'md5'; hash(ALGORITHM, $d);", ['weak-hash']],
    ['a safe constant', "const ALGORITHM = 'sha256'; hash(ALGORITHM, $d);", []],
    [
      'a helper',
      "function digest($name, $d) { return hash($name, $d); } digest('sha512', 'x'); digest('sha1', 'x');",
      ['weak-hash'],
    ],
    ['a choice that is never made', "$a = 7 * 18 > 200 ? 'md5' : 'sha256'; hash($a, $d);", []],
    ['a cookie that is left open', "setcookie('a', 'b', 0, '/', '', false, true);", ['cookie-without-secure']],
    ['a cookie that scripts read', "setcookie('a', 'b', 0, '/', '', true, false);", ['cookie-open-to-scripts']],
    ['a cookie that is protected', "setcookie('a', 'b', 0, '/', '', true, true);", []],
    ['a predictable token', '$token = md5(mt_rand());', ['predictable-secret']],
    [
      'a predictable token of a function',
      'function makeToken() { return uniqid(rand(), true); } makeToken();',
      ['predictable-secret'],
    ],
    [
      'a token that a database answers to a query with a random number',
      "$rows = $db->all('SELECT token FROM keys WHERE id = ' . mt_rand(1, 9)); $token = $rows['token'];",
      [],
    ],
    [
      'a token that a property keeps, which a random number was put into',
      'class Kept { static $last = 0; } function note() { Kept::$last = mt_rand(); $token = Kept::$last; } note();',
      [],
    ],
    ['a token of random bytes', '$token = bin2hex(random_bytes(16));', []],
    ['a token that is made from a random number', '$token = uniqid(random_int(0, 9), true);', []],
    ['a token that is returned', 'function newToken() { $token = mt_rand(); return $token; }', ['predictable-secret']],
    ['a number for a game', '$dice = mt_rand(1, 6);', []],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('php-data-flow', { 'shop.php': `<?php\n${body}\n` })).toEqual(expected);
  });
});
