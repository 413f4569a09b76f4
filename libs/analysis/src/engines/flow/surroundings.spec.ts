import { placeOf } from './ir';
import { Surroundings } from './surroundings';

const judged = (kind: string, text: string, word: string, file = 'a'): string => {
  const lines = text.split('\n');
  const row = lines.findIndex((line) => line.includes(word));
  const at = placeOf(row + 1, lines[row]!.indexOf(word) + 1);
  const seen = new Surroundings(() => text).judge({ weakness: kind, file, at, says: 'x' });
  return seen === undefined ? 'nothing' : (seen.severity ?? 'that of the rule');
};

describe('what the lines around a call say of it', () => {
  it.each([
    ['certificates that one may leave unchecked', 'certificate-unchecked', 'if insecure {\n  OFF\n}', 'OFF', 'low'],
    ['certificates that nobody checks', 'certificate-unchecked', 'func f() {\n  OFF\n}', 'OFF', 'that of the rule'],
    ['a check of its own', 'certificate-unchecked', 'a{\n  OFF,\n  VerifyConnection: f,\n}', 'OFF', 'nothing'],
    [
      'clients without certificates',
      'certificate-unchecked',
      'if auth\n  m = VERIFY_PEER | VERIFY_FAIL_IF_NO_PEER_CERT\nelse\n  m = NONE\nend',
      'NONE',
      'nothing',
    ],
    [
      'clients in a comment',
      'certificate-unchecked',
      'if a\n  # VERIFY_FAIL_IF_NO_PEER_CERT\nelse\n  m = NONE\nend',
      'NONE',
      'that of the rule',
    ],
    [
      'a password that is hashed',
      'hard-coded-key',
      'KeySpec s = new PBEKeySpec(word, salt, 9);\nreturn f.generateSecret(s).getEncoded();',
      'PBEKeySpec',
      'low',
    ],
    [
      'a password of which a key is made',
      'hard-coded-key',
      'KeySpec s = new PBEKeySpec(word, salt, 9);\nreturn new SecretKeySpec(f.generateSecret(s).getEncoded(), "AES");',
      'PBEKeySpec',
      'that of the rule',
    ],
    [
      'a password whose key is handed out',
      'hard-coded-key',
      'KeySpec s = new PBEKeySpec(word, salt, 9);\nreturn f.generateSecret(s);',
      'PBEKeySpec',
      'that of the rule',
    ],
    [
      'a secret of a script that shows a mistake',
      'hard-coded-key',
      "require 'bundler/inline'\nconfig.secret_key_base = 'a'",
      'config',
      'low',
    ],
    [
      'a cipher that another analyser is told of',
      'weak-cipher',
      '@SuppressWarnings("squid:S5542")\nCipher c = Cipher.getInstance("AES/ECB/NoPadding");',
      'Cipher.get',
      'low',
    ],
    ['a map of all parameters', 'mass-assignment', 'a = b ? params[:c].permit!.to_h : {}', 'params', 'low'],
    ['a record of all parameters', 'mass-assignment', 'A.new(params[:a].permit!)', 'params', 'that of the rule'],
    ['named parameters', 'mass-assignment', 'A.new(params.permit!.slice(:a, :b))', 'params', 'low'],
    ['parameters that a list names', 'mass-assignment', 'A.new(params.slice(*KEYS).permit!)', 'params', 'low'],
    [
      'all of a named parameter',
      'mass-assignment',
      'A.new(params.permit!.slice(:a)[:a])',
      'params',
      'that of the rule',
    ],
    [
      'parameters that the request names',
      'mass-assignment',
      'A.new(params.permit!.slice(*params[:keys]))',
      'params',
      'that of the rule',
    ],
    ['a map of the code', 'mass-assignment', 'ActionController::Parameters.new(own).permit!', 'Action', 'low'],
    [
      'a map of the request',
      'mass-assignment',
      'ActionController::Parameters.new(JSON.parse(body)).permit!',
      'Action',
      'that of the rule',
    ],
    ['a debugger for whoever starts the file', 'debug-switch', 'if __name__ == "a":\n    RUN\n', 'RUN', 'low'],
    ['a debugger for all', 'debug-switch', 'def f():\n    RUN\n', 'RUN', 'that of the rule'],
    ['any origin of a page in development', 'any-origin', 'if (isProduction) {\n  a\n} else {\n  ANY\n}', 'ANY', 'low'],
    ['any origin', 'any-origin', 'if (isProduction) {\n  ANY\n}', 'ANY', 'that of the rule'],
    ['a cipher that a protocol asks for', 'weak-cipher', 'function ntlmHash() {\n  DES\n}', 'DES', 'low'],
    [
      'a cipher for one block',
      'weak-cipher',
      'if (!EVP_EncryptInit_ex(c, EVP_aes_128_ecb(), NULL, k, NULL) ||\n    !EVP_CIPHER_CTX_set_padding(c, 0))\n',
      'EVP_aes',
      'low',
    ],
    [
      'a cipher for many blocks',
      'weak-cipher',
      'EVP_EncryptInit_ex(c, EVP_aes_128_ecb(), NULL, k, NULL);\n// EVP_CIPHER_CTX_set_padding(c, 0)\n',
      'EVP_aes',
      'that of the rule',
    ],
    ['a cipher of its own choice', 'weak-cipher', 'function hash() {\n  DES\n}', 'DES', 'that of the rule'],
    [
      'a cipher of data that others made',
      'weak-cipher',
      'class Box:\n    def decrypt(self, data):\n        ECB\n',
      'ECB',
      'medium',
    ],
    [
      'a cipher of data of its own',
      'weak-cipher',
      'class Box:\n    def encrypt(self, data):\n        pass\n    def decrypt(self, data):\n        ECB\n',
      'ECB',
      'that of the rule',
    ],
    ...[
      ['random bytes', 'Random.Fill(iv);', 'low'],
      ['random bytes that are made', 'byte[] iv = RandomNumberGenerator.GetBytes(16);', 'low'],
      ['random bytes beside others', 'Random.Fill(iv);\n  var a = b;', 'low'],
      ['random bytes that are changed', 'Random.Fill(iv);\n  text.CopyTo(iv);', 'that of the rule'],
      ['bytes that may be random', 'if (a) {\n    Random.Fill(iv);\n  }', 'that of the rule'],
      ['bytes that may be random on the next line', 'if (a)\n    Random.Fill(iv);', 'that of the rule'],
      ['bytes of a text', 'byte[] iv = Encoding.UTF8.GetBytes(text);', 'that of the rule'],
      ['other random bytes', 'Random.Fill(other);', 'that of the rule'],
      ['bytes that a comment calls random', '// Random.Fill(iv);', 'that of the rule'],
    ].map(([title, before, severity]) => [
      `a mode for ${title}`,
      'weak-cipher',
      `byte[] Seal(byte[] iv) {\n  ${before}\n  return aes.EncryptEcb(iv, PaddingMode.None);\n}\n`,
      'aes',
      severity!,
    ]),
    [
      'a mode for random bytes of another function',
      'weak-cipher',
      'void Fill(byte[] iv) {\n  Random.Fill(iv);\n}\nbyte[] Seal() {\n  return aes.EncryptEcb(iv, None);\n}\n',
      'aes',
      'that of the rule',
    ],
    [
      'a cipher that a setting names',
      'weak-cipher',
      'if kind == "DES" {\n  block = NewDES()\n} else {\n  block = aes.NewCipher(key)\n}',
      'NewDES',
      'medium',
    ],
    [
      'one of several that a setting names',
      'weak-cipher',
      "switch (kind) {\ncase 'aes-256': return AES();\ncase 'rc4':\n  return RC4();\n}",
      'RC4',
      'medium',
    ],
    [
      'a cipher without a better one beside',
      'weak-cipher',
      'if kind == "DES" {\n  block = NewDES()\n}',
      'NewDES',
      'that of the rule',
    ],
    [
      'a cipher whatever a setting says',
      'weak-cipher',
      'if kind == "text" {\n  block = NewDES()\n} else {\n  block = aes.NewCipher(key)\n}',
      'NewDES',
      'that of the rule',
    ],
    ['a mode that callers name', 'weak-cipher', 'def ecb_encrypt(data, key):\n    ECB\n', 'ECB', 'medium'],
    [
      'a key of data that others made',
      'hard-coded-key',
      'class Box\n{\n  byte[] Decrypt(byte[] data)\n  {\n    return new Key("a");\n  }\n}\n',
      'Key',
      'medium',
    ],
    [
      'a key of data of its own',
      'hard-coded-key',
      'class Box\n{\n  byte[] Decrypt(byte[] data)\n  {\n    return new Key("a");\n  }\n' +
        '  byte[] Encrypt(byte[] data)\n  {\n    return data;\n  }\n}\n',
      'Key',
      'that of the rule',
    ],
    [
      'a server that is asked whether it is well',
      'certificate-unchecked',
      'func healthy() {\n  h = "127.0.0.1"\n  spawn(h)\n  OFF\n}',
      'OFF',
      'low',
    ],
    ['another weakness', 'old-tls', 'if insecure {\n  OFF\n}', 'OFF', 'that of the rule'],
  ])('%s', (_, kind, text, word, expected) => expect(judged(kind, text, word)).toBe(expected));
});

describe('what a setting that somebody chooses says', () => {
  const RULE = 'that of the rule';

  it.each([
    [
      'what a switch does otherwise',
      'def set_https_verification(on):\n    if on:\n        a\n    else:\n        OFF',
      'low',
    ],
    ['a payment that is verified', 'def verify_payment(on):\n    if on:\n        a\n    else:\n        OFF', RULE],
    ['what a condition does otherwise', 'def run(verify):\n    if verify:\n        a\n    else:\n        OFF', 'low'],
    ['what another condition does otherwise', 'def run(on):\n    if on:\n        a\n    else:\n        OFF', RULE],
    [
      'one of two functions',
      'def without_verification\n  m = OFF\nend\ndef checked\n  m = OpenSSL::SSL::VERIFY_PEER\nend',
      'low',
    ],
    ['the only one of two functions', 'def without_verification\n  m = OFF\nend\nm = without_verification()', RULE],
    ['mail to the own machine', 'm = OFF\nsmtp = SMTP.new("127.0.0.1", 2525)', 'low'],
    ['mail to the own machine by default', 'm = OFF\nsmtp = SMTP.new(host || "localhost", 2525)', RULE],
    ['mail to the own machine or another', 'm = OFF\na("127.0.0.1")\nb("https://example.org")', RULE],
    ['what a comment calls a certificate of development', '// a dev certificate\nm = OFF', 'medium'],
    ['another comment', '// a device certificate\nm = OFF', RULE],
    ['a function that is offered', 'fun insecureClient() {\n  OFF\n}\nfun client() {\n  a\n}', 'medium'],
    ['a function that its file calls', 'fun insecureClient() {\n  OFF\n}\nval a = insecureClient()', RULE],
    ['a function of another name', 'fun secureClient() {\n  OFF\n}', RULE],
    ['what the lines below change', 'h.verify_mode = OFF\nif ca\n  h.verify_mode = SSL::VERIFY_PEER\nend', 'medium'],
    ['what the lines below set on another', 'h.verify_mode = OFF\ni.verify_mode = SSL::VERIFY_PEER', RULE],
    ['a comment for another analyser', 'a := x{OFF: true} // #nosec G402', 'medium'],
    ['a comment for another analyser on the line before', '//nolint:gosec\na := x{OFF: true}', 'medium'],
    ['a comment for another analyser further up', '//nolint:gosec\n\na := x{OFF: true}', RULE],
    ['a comment for another linter', 'a := x{OFF: true} //nolint:lll', RULE],
  ])('of a certificate: %s', (_, text, expected) =>
    expect(judged('certificate-unchecked', text, 'OFF')).toBe(expected),
  );

  it.each([
    ['certificate-unchecked', 'src/tools/warm.php', 'medium'],
    ['certificate-unchecked', 'src/mail/send.php', RULE],
    ['certificate-unchecked', 'development-proxy/src/index.ts', 'medium'],
    ['hard-coded-key', 'src/tools/sign.php', RULE],
    ['hard-coded-key', 'login/provider_test_login.go', 'medium'],
    ['hard-coded-key', 'login/provider_latest_login.go', RULE],
    ['weak-cipher', 'cloud/FakeKeyService.kt', 'medium'],
    ['weak-cipher', 'cloud/Fakery.kt', RULE],
    ['weak-cipher', 'cloud/fakes/KeyService.kt', 'medium'],
  ])('%s in %s', (kind, file, expected) => expect(judged(kind, 'OFF', 'OFF', file)).toBe(expected));

  it.each([
    ['an array of Java', 'k = new SecretKeySpec(new byte[24], "DESede")', 'low'],
    ['an array of Kotlin', 'val k = SecretKeySpec(ByteArray(24), "DESede")', 'low'],
    ['a text of PHP', '$k = SecretKeySpec(str_repeat("\\0", 32))', 'low'],
    ['bytes of a text', 'k = new SecretKeySpec("a".getBytes(), "DESede")', RULE],
  ])('of a key of zeros: %s', (_, text, expected) =>
    expect(judged('hard-coded-key', text, 'SecretKeySpec')).toBe(expected),
  );

  it('of entities in a file that reads no document', () => {
    const made = '$dom = new DOMDocument;\n$dom->substituteEntities = true;';
    expect(judged('external-entities', made, 'substitute', 'a.php')).toBe('nothing');
    expect(judged('external-entities', `${made}\n$dom->loadXML($text);`, 'substitute', 'a.php')).toBe(RULE);
  });

  it('of a cipher whose key is made of zeros', () => {
    expect(judged('weak-cipher', 'val k = SecretKeySpec(ByteArray(24), "DESede")\nOFF', 'OFF')).toBe('medium');
    expect(judged('weak-cipher', 'val k = SecretKeySpec(secret(24), "DESede")\nOFF', 'OFF')).toBe(RULE);
  });

  it('of a token that is read before it is verified', () => {
    const reads = 'def key(token)\n  OFF JWT.decode(token, nil, false)\nend\n';
    expect(
      judged('token-unverified', `${reads}def read(t)\n  JWT.decode(\n    t,\n    key(t),\n    true, {})\nend`, 'OFF'),
    ).toBe('low');
    expect(judged('token-unverified', `${reads}def read(t)\n  JWT.decode(t, nil, false)\nend`, 'OFF')).toBe(RULE);
  });

  it.each([
    ['a map that is cut on more lines', '**params.slice(:title, :tag,\n  :sort).permit!', 'low'],
    ['a map of the code on more lines', 'ActionController::Parameters.new(\n  a: 1\n).permit!', 'low'],
    ['a block of a map', 'a = super.tap { |p| params.permit!}.to_unsafe_h', 'low'],
    [
      'a map that was cut before',
      'def list(raw)\n  cut_params = raw.slice(*keys)\n' +
        '  b = 1\n  ActionController::Parameters.new(cut_params).permit! # params\nend',
      'low',
    ],
    [
      'a map of a function before',
      'def cut(raw)\n  all_params = raw.slice(*keys)\nend\n' +
        'def list(all_params)\n  ActionController::Parameters.new(all_params).permit!\nend',
      RULE,
    ],
    ['an address', 'url_for(params.permit!.merge(a: 1))', 'low'],
    ['a link', "link_to 'a', params.permit!", 'low'],
    ['a record', 'User.update(params.permit!.merge(a: 1))', RULE],
    ['a variable of an address', 'def a\n  b = params.permit!\n  redirect_to url_for(b.merge(c: 1)) if d\nend', 'low'],
    ['a variable of an address and a record', 'def a\n  b = params.permit!\n  url_for(b)\n  C.new(b)\nend', RULE],
    ['a variable of a record', 'def a\n  b = params.permit!\n  C.new(b)\nend', RULE],
  ])('of parameters that are all permitted: %s', (_, text, expected) =>
    expect(judged('mass-assignment', text, text.includes('ActionController') ? 'ActionController' : 'params.')).toBe(
      expected,
    ),
  );
});

describe('what a caller chooses', () => {
  const judgedWay = (line: string, parameters: string, isTold = true) => {
    const lines = [`func send(${parameters}) {`, `\t${line}`, '}', 'func run() {', '\tsend(url, false)', '}'];
    const step = { note: 'the constant stands here', file: 'a.go', at: placeOf(5, 12), length: 1 };
    const seen = new Surroundings(() => lines.join('\n')).judge({
      weakness: 'certificate-unchecked',
      file: 'a.go',
      at: placeOf(2, line.indexOf('Insecure') + 2),
      says: 'x',
      ...(isTold && { way: { last: step, begin: 'the constant stands here', end: 'given to Config' } }),
    });
    return seen?.severity ?? 'that of the rule';
  };

  it.each([
    ['c := tls.Config{InsecureSkipVerify: !verify}', 'url string, verify bool', 'medium'],
    ['c := tls.Config{InsecureSkipVerify: insecure, A: b}', 'url string, insecure bool', 'medium'],
    ['c := tls.Config{InsecureSkipVerify: !strict}', 'url string, verify bool', 'that of the rule'],
    ['c := tls.Config{InsecureSkipVerify: true}', 'url string, verify bool', 'that of the rule'],
  ])('is worth a look: %s', (line, parameters, expected) => expect(judgedWay(line, parameters)).toBe(expected));

  it('is worth a look where the way of the constant is not told', () => {
    expect(judgedWay('c := tls.Config{InsecureSkipVerify: !verify}', 'url string, verify bool', false)).toBe('medium');
  });
});
