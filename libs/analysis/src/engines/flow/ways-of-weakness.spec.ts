import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The steps of each weak call: `<file>:<line> <text>`; none where all of it stands in one place. */
async function waysOf(tool: string, tree: Readonly<Record<string, string>>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool(tool);
  return findings.map(({ rule, trace }) => [
    rule,
    ...(trace?.steps ?? []).map(({ file, line, text }) => `${file}:${line} ${text}`),
  ]);
}

const SIGN = "const { createHmac } = require('crypto');\n";

describe('the way of a constant', () => {
  it('begins where it stands', async () => {
    expect(
      await waysOf('js-data-flow', {
        'a.js': `${SIGN}const KEY = 'till-and-drawer';\nexports.sign = () => createHmac('sha256', KEY);\n`,
      }),
    ).toEqual([['hard-coded-key', 'a.js:2 the constant stands here', 'a.js:3 given to createHmac']]);
  });

  it('leads through another file', async () => {
    expect(
      await waysOf('js-data-flow', {
        'keys.js': "module.exports = {\n  key: 'till-and-drawer',\n};\n",
        'a.js': `${SIGN}const { key } = require('./keys');\nexports.sign = () => createHmac('sha256', key);\n`,
      }),
    ).toEqual([['hard-coded-key', 'keys.js:2 the constant stands here', 'a.js:3 given to createHmac']]);
  });

  it('leads through the calls that pass it on, and no others', async () => {
    expect(
      await waysOf('js-data-flow', {
        'a.js': [
          SIGN.trim(),
          "function run() {\n  const key = 'till-and-drawer';",
          '  return begin(key);\n}',
          'function begin(key) {\n  return seal(Buffer.from(key));\n}',
          "function seal(key) {\n  return createHmac('sha256', key);\n}",
          'run();\n',
        ].join('\n'),
      }),
    ).toEqual([
      [
        'hard-coded-key',
        'a.js:3 the constant stands here',
        'a.js:4 passed to begin',
        'a.js:7 passed to seal',
        'a.js:10 given to createHmac',
      ],
    ]);
  });

  it('is not told where it stands in the line of the call', async () => {
    expect(
      await waysOf('js-data-flow', {
        'a.js': `${SIGN}exports.sign = (text) => createHmac('sha256', 'till-and-drawer').update(text);\n`,
      }),
    ).toEqual([['hard-coded-key']]);
  });

  it('is the same in Java, where fields hold it and its bytes are taken', async () => {
    const text =
      'import javax.crypto.spec.*;\nclass A {\n  private static final String KEY = "till-and-drawer";\n' +
      '  Object open() {\n    return new SecretKeySpec(KEY.getBytes(), "AES");\n  }\n}\n';
    expect(await waysOf('java-data-flow', { 'A.java': text })).toEqual([
      ['hard-coded-key', 'A.java:3 the constant stands here', 'A.java:5 given to SecretKeySpec'],
    ]);
  });

  it('is that of the name of an algorithm, too', async () => {
    const text =
      'import java.security.*;\nclass A {\n  private static final String NAME = "MD5";\n' +
      '  Object open() throws Exception {\n    return MessageDigest.getInstance(NAME);\n  }\n}\n';
    expect(await waysOf('java-data-flow', { 'A.java': text })).toEqual([
      ['weak-hash', 'A.java:3 the constant stands here', 'A.java:5 given to getInstance'],
    ]);
  });

  it('is that of a setting', async () => {
    const text =
      'import javax.servlet.http.*;\nclass A {\n  void go(HttpServletResponse out) {\n' +
      '    Cookie it = new Cookie("a", "b");\n    it.setHttpOnly(true);\n    it.setSecure(\n      false\n    );\n' +
      '    out.addCookie(it);\n  }\n}\n';
    expect(await waysOf('java-data-flow', { 'A.java': text })).toEqual([
      ['cookie-without-secure', 'A.java:7 the constant stands here', 'A.java:9 given to addCookie'],
    ]);
  });
});

describe('the way of an object that is never told', () => {
  it('begins where it is made', async () => {
    const text =
      'import javax.servlet.http.*;\nclass A {\n  void go(HttpServletResponse out) {\n' +
      '    Cookie it = new Cookie("a", "b");\n    it.setSecure(true);\n    out.addCookie(it);\n  }\n}\n';
    expect(await waysOf('java-data-flow', { 'A.java': text })).toEqual([
      [
        'cookie-open-to-scripts',
        'A.java:4 the object with the settings is made here',
        'A.java:6 httpOnly is never set before addCookie',
      ],
    ]);
  });
});

describe('the way of the data', () => {
  const app = 'import hashlib\nfrom flask import Flask, request\napp = Flask(__name__)\n';
  const hashed = 'def hashed(text):\n    return hashlib.md5(text.encode()).hexdigest()\n';
  const view = "@app.route('/')\ndef view():\n    password = request.form['p']\n    return {'a': hashed(password)}\n";

  it('begins where they come in', async () => {
    expect(await waysOf('py-data-flow', { 'a.py': app + hashed + view })).toEqual([
      [
        'weak-hash',
        'a.py:8 the form of the request comes in',
        'a.py:8 stored in password',
        'a.py:9 passed to hashed',
        'a.py:5 given to md5',
      ],
    ]);
  });

  it('is that of a later call with the result, in any language', async () => {
    const script =
      "const { createHash } = require('crypto');\nconst app = require('express')();\napp.post('/', (req, res) => {\n" +
      "  const hash = createHash('md5');\n  res.json({ a: hash.update(req.body.a).digest('hex') });\n});\n";
    expect(await waysOf('js-data-flow', { 'a.js': script })).toEqual([
      [
        'weak-hash',
        'a.js:5 the body of the request comes in',
        'a.js:5 given to update',
        'a.js:4 md5 is given to createHash',
      ],
    ]);
    const servlet =
      'import java.security.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n' +
      '  protected void doGet(HttpServletRequest in, HttpServletResponse out) throws Exception {\n' +
      '    MessageDigest hash = MessageDigest.getInstance("MD5");\n' +
      '    hash.update(in.getParameter("a").getBytes());\n  }\n}\n';
    expect(await waysOf('java-data-flow', { 'A.java': servlet })).toEqual([
      [
        'weak-hash',
        'A.java:6 the parameter of the request comes in',
        'A.java:6 given to update',
        'A.java:5 MD5 is given to getInstance',
      ],
    ]);
  });

  it('is that of a text beside the parser that was told to read it so', async () => {
    const text =
      'from flask import Flask, request\nfrom xml.dom.pulldom import parseString\nfrom xml.sax import make_parser\n' +
      "from xml.sax.handler import feature_external_ges\napp = Flask(__name__)\n@app.route('/')\ndef view():\n" +
      '    parser = make_parser()\n    parser.setFeature(feature_external_ges, True)\n' +
      '    parseString(request.data, parser=parser)\n    return {}\n';
    expect(await waysOf('py-data-flow', { 'a.py': text })).toEqual([
      [
        'external-entities',
        'a.py:10 the body of the request comes in',
        'a.py:10 given to parseString',
        'a.py:9 true is given to setFeature',
      ],
    ]);
  });

  it('is not told where nobody knows where they come from', async () => {
    expect(await waysOf('py-data-flow', { 'a.py': app + hashed })).toEqual([['weak-hash']]);
  });
});

it('is the shortest of several ways, whichever file comes first', async () => {
  const seal = "const { createHmac } = require('crypto');\nmodule.exports = (key) => createHmac('sha256', key);\n";
  const near = "const seal = require('./seal');\nconst key = 'till-and-drawer';\nseal(key);\n";
  const far =
    "const seal = require('./seal');\nconst on = (key) => seal(key);\nconst own = 'drawer-and-till';\non(own);\n";
  const expected = [
    [
      'hard-coded-key',
      expect.stringContaining('the constant stands'),
      expect.anything(),
      'seal.js:2 given to createHmac',
    ],
  ];
  expect(await waysOf('js-data-flow', { 'seal.js': seal, 'a.js': near, 'b.js': far })).toEqual(expected);
  expect(await waysOf('js-data-flow', { 'seal.js': seal, 'a.js': far, 'b.js': near })).toEqual(expected);
});

it('makes little of a constant that a test alone hands over', async () => {
  const seal =
    `${SIGN}class Seal {\n  constructor(key) {\n    this.key = Buffer.from(key);\n  }\n` +
    "  seal() {\n    return createHmac('sha256', this.key);\n  }\n}\nmodule.exports = { Seal };\n";
  const made = "const { Seal } = require('./seal');\nconst own = new Seal('till-and-drawer');\n";
  const used = `${made}exports.run = () => own.seal();\n`;
  const severities = async (file: string, role?: 'test') => {
    const tree = { 'seal.js': seal, [file]: used };
    const roleOf = (path: string) => (path === file ? role : undefined);
    const run = await runOn(profileOf('flow'), flowTools, tree, undefined, undefined, roleOf);
    return run.tool('js-data-flow').findings.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  expect(await severities('seal.test.js', 'test')).toEqual(['hard-coded-key low']);
  expect(await severities('shop.js')).toEqual(['hard-coded-key medium']);
});
