import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const roleOf = (path: string) => (path.includes('.test.') ? ('test' as const) : undefined);

const weighed = async (tool: string, tree: Record<string, string>): Promise<string[]> =>
  (await runOn(profile, flowTools, tree, undefined, undefined, roleOf))
    .tool(tool)
    .findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as told'}`);

const said = async (tool: string, tree: Record<string, string>): Promise<string | undefined> =>
  (await runOn(profile, flowTools, tree)).tool(tool).findings[0]?.message;

/** A handler of Express with the given body. */
const js = (body: string) => ({
  'a.js':
    "const fs = require('fs');\nconst path = require('path');\nconst { exec } = require('child_process');\n" +
    "const axios = require('axios');\n" +
    `require('express')().get('/', async (req, res) => {\n${body}\n});\n`,
});

describe('how grave it is that input reaches a dangerous place', () => {
  it.each([
    ['a part of a path', js("  fs.readFileSync(path.join('files/', req.query.name));"), 'path-traversal as told'],
    ['a whole path, which a program may offer', js('  fs.readFileSync(req.query.name);'), 'path-traversal medium'],
    ['a whole path that is sent back', js('  res.sendFile(req.query.name);'), 'path-traversal as told'],
    ['a whole address', js('  await axios.get(req.query.to);'), 'request-forgery as told'],
    [
      'a part of an address',
      js('  await axios.get(`https://${req.query.host}/.well-known/webfinger`);'),
      'request-forgery medium',
    ],
    [
      'what was only looked for',
      js("  const { name } = req.query;\n  if (!name) return;\n  fs.readFileSync(path.join('files/', name));"),
      'path-traversal as told',
    ],
    [
      'what a condition has refused some of',
      js("  const { name } = req.query;\n  if (isOdd(name)) return;\n  fs.readFileSync(path.join('files/', name));"),
      'path-traversal medium',
    ],
    [
      'what a condition of no effect has looked at',
      js(
        "  const { name } = req.query;\n  if (isOdd(name)) count();\n  res.type('a');\n  res.type('b');\n" +
          "  res.type('c');\n  fs.readFileSync(path.join('files/', name));",
      ),
      'path-traversal as told',
    ],
    [
      'what a function by its name has checked',
      js("  const { name } = req.query;\n  checkName(name);\n  fs.readFileSync(path.join('files/', name));"),
      'path-traversal medium',
    ],
    [
      'what none but the holder of a key may send',
      js(
        "  if (req.headers['x-key'] !== process.env.INTERNAL_API_KEY) return res.sendStatus(401);\n" +
          '  await axios.get(req.body.to);',
      ),
      'request-forgery medium',
    ],
    [
      'what is compared with another value of the environment',
      js('  if (req.body.mode !== process.env.MODE) return res.sendStatus(401);\n  await axios.get(req.body.to);'),
      'request-forgery as told',
    ],
    [
      'a command that is composed under a condition',
      js("  const { name } = req.query;\n  if (name.length > 3) return;\n  exec('ls ' + name);"),
      'command-injection as told',
    ],
  ])('is judged by what the lines say: %s', async (_, tree, finding) => {
    expect(await weighed('js-data-flow', tree)).toEqual([finding]);
  });

  it('is less where another function gets it, and says so', async () => {
    const helper = "function read(name) { return fs.readFileSync('files/' + name); }";
    const tree = { 'a.js': `${js('  res.json(read(req.query.name));')['a.js']}${helper}\n` };
    expect(await weighed('js-data-flow', tree)).toEqual(['path-traversal medium']);
    expect(await said('js-data-flow', tree)).toContain('Less sure: it leads from one function to another');
  });

  it('is not less where a helper or another file runs what was composed', async () => {
    const run = (name: string) => `exports.${name} = (text) => run(text);\nconst run = (text) => exec(text);\n`;
    const helper = `const { exec } = require('child_process');\n${run('list')}`;
    const tree = {
      'b.js': helper,
      'a.js': "const { list } = require('./b');\nrequire('express')().get('/', (req) => list('ls ' + req.query.q));\n",
    };
    expect(await weighed('js-data-flow', tree)).toEqual(['command-injection as told']);
  });

  it.each([
    ['the whole of one', 'render_template_string(request.args["q"])', 'template-injection medium'],
    ['a part of one', 'render_template_string("<b>" + request.args["q"])', 'template-injection as told'],
  ])('is judged for templates: %s', async (_, call, finding) => {
    const tree = {
      'a.py':
        'from flask import Flask, render_template_string, request\napp = Flask(__name__)\n' +
        `@app.get("/")\ndef show():\n    return ${call}\n`,
    };
    expect(await weighed('py-data-flow', tree)).toEqual([finding]);
  });

  it('is less where an object is made of the input, and one of its methods gives a text', async () => {
    const made = (given: string) => ({
      'a.py':
        'import os\nfrom flask import Flask, request\nfrom forms import forms\napp = Flask(__name__)\n' +
        '@app.get("/")\ndef show():\n    form_class = forms.kind()\n' +
        `    form = form_class(data=request.form)\n    os.system("ls " + ${given})\n    return ""\n`,
    });
    expect(await weighed('py-data-flow', made('form.extra_name()'))).toEqual(['command-injection medium']);
    expect(await weighed('py-data-flow', made('form.name.data'))).toEqual(['command-injection as told']);
  });

  it('is less where the one who runs the program sends it', async () => {
    const tree = { 'a.py': 'import os\nimport sys\n\nos.system("ls " + sys.argv[1])\n' };
    const [finding] = await weighed('py-data-flow', tree);
    expect(['command-injection medium', undefined]).toContain(finding);
  });

  it('is less where a browser sends it by itself', async () => {
    const page = (source: string) => js(`  res.send('<p>' + ${source});`);
    expect(await weighed('js-data-flow', page("req.headers['x-name']"))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('js-data-flow', page('req.query.name'))).toEqual(['cross-site-scripting as told']);
  });

  it('is less where browsers encode what could be markup', async () => {
    const page = (source: string) => js(`  res.send('<a href="' + ${source} + '">');`);
    expect(await weighed('js-data-flow', page('req.originalUrl'))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('js-data-flow', page('decodeURIComponent(req.originalUrl)'))).toEqual([
      'cross-site-scripting as told',
    ]);
    const controller = (path: string) => ({
      'A.cs':
        'using Microsoft.AspNetCore.Mvc;\npublic class HomeController : Controller {\n' +
        `  public IActionResult Show() { return Content("<a>" + ${path}, "text/html"); }\n}\n`,
    });
    expect(await weighed('csharp-data-flow', controller('Request.Path'))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('csharp-data-flow', controller('Request.Path.Value'))).toEqual([
      'cross-site-scripting as told',
    ]);
    const redirect = {
      'A.cs':
        'using Microsoft.AspNetCore.Mvc;\npublic class HomeController : Controller {\n' +
        '  public IActionResult Show() { return Redirect(Request.Path.Value); }\n}\n',
    };
    expect(await weighed('csharp-data-flow', redirect)).toEqual([]);
  });

  it('is less where the page reads an address that its browser has encoded', async () => {
    const page = (sink: string) => ({ 'a.js': `const shown = document.getElementById('a');\n${sink}\n` });
    const markup = (hash: string) => page(`shown.innerHTML = '<b>' + ${hash} + '</b>';`);
    expect(await weighed('js-data-flow', markup('location.hash'))).toEqual(['cross-site-scripting medium']);
    for (const decoded of [
      'decodeURIComponent(location.hash)',
      "new URLSearchParams(location.search).get('q')",
      "new URL(location.href).searchParams.get('q')",
    ])
      expect(await weighed('js-data-flow', markup(decoded))).toEqual(['cross-site-scripting as told']);
  });

  it.each([
    ['index.php', 'sql-injection as told'],
    ['install.php', 'sql-injection medium'],
    ['lib/functions_installer.inc.php', 'sql-injection medium'],
    ['reinstalled.php', 'sql-injection as told'],
  ])('is judged by whether a program is set up there: %s', async (file, finding) => {
    const tree = { [file]: "<?php\nmysqli_query($db, 'SELECT a FROM b WHERE c = ' . $_POST['q']);\n" };
    expect(await weighed('php-data-flow', tree)).toEqual([finding]);
  });

  it('is less where a setting begins the address', async () => {
    const asks = (name: string, address: string) =>
      js(`  const ${name} = { reviews: req.body.reviews };\n  await axios.get(\n    ${address},\n  );`);
    expect(await weighed('js-data-flow', asks('config', "config.reviews + '/of/' + req.query.q"))).toEqual([
      'request-forgery medium',
    ]);
    expect(await weighed('js-data-flow', asks('config', '`${config.reviews}/of/${req.query.q}`'))).toEqual([
      'request-forgery medium',
    ]);
    expect(await weighed('js-data-flow', asks('other', "other.reviews + '/of/' + req.query.q"))).toEqual([
      'request-forgery as told',
    ]);
  });

  it('is less where a program asks the host by which a client names it', async () => {
    const asks = (host: string) => ({ 'a.php': `<?php\n$to = ${host} . '/status';\ncurl_init($to);\n` });
    expect(await weighed('php-data-flow', asks("$_SERVER['HTTP_HOST']"))).toEqual(['request-forgery medium']);
    expect(await weighed('php-data-flow', asks("$_GET['host']"))).toEqual(['request-forgery as told']);
    const read = (host: string) => ({ ...asks('base()'), 'b.php': `<?php\nfunction base() { return ${host}; }\n` });
    expect(await weighed('php-data-flow', read("$_SERVER['HTTP_HOST']"))).toEqual(['request-forgery medium']);
    expect(await weighed('php-data-flow', read("$_GET['host']"))).toEqual(['request-forgery as told']);
  });

  it('is less where a page that sets a program up uses what another one has read', async () => {
    const tree = (page: string) => ({
      'index.php': `<?php\n$host = $_POST['host'];\nrequire '${page}';\n`,
      [page]: '<p><?php echo $host; ?></p>\n',
    });
    expect(await weighed('php-data-flow', tree('install/host.php'))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('php-data-flow', tree('pages/host.php'))).toEqual(['cross-site-scripting as told']);
  });

  it('is not less where a method of the class makes a filter of the input', async () => {
    const tree = {
      'a.php':
        "<?php\nclass Ldap {\n  static function found($name) {\n    $filter = '(uid=' . $name . ')';\n" +
        "    return ldap_search($this->link, 'o=a', $filter);\n  }\n}\nLdap::found($_POST['name']);\n",
    };
    expect(await weighed('php-data-flow', tree)).toEqual(['ldap-injection as told']);
  });

  it.each([
    ['share(params)', 'cross-site-scripting medium'],
    ['share(params[:name])', 'cross-site-scripting as told'],
  ])('is judged by how much of a request goes to a function: %s', async (given, finding) => {
    const tree = {
      'app/controllers/a_controller.rb':
        'class AController < ApplicationController\n  def show\n' +
        '    service = current_user.services.where(id: params[:id]).first!\n' +
        `    @shown = service.${given}\n  end\nend\n`,
      'app/views/a/show.html.erb': '<%= @shown.html_safe %>\n',
    };
    expect(await weighed('ruby-data-flow', tree)).toEqual([finding]);
  });

  it.each([
    ['renderAction', 'cross-site-scripting medium'],
    ['joined', 'cross-site-scripting as told'],
  ])('is judged by what a function whose result is shown is for: %s', async (name, finding) => {
    const tree = {
      'a.php': `<?php\nfunction ${name}($sent) {\n  return '<p>' . $sent['name'];\n}\necho ${name}($_GET);\n`,
    };
    expect(await weighed('php-data-flow', tree)).toEqual([finding]);
  });

  it('is nothing where Go refuses what leaves a folder', async () => {
    const serve = (name: string) => ({
      'a.go':
        'package main\n\nimport (\n\t"net/http"\n\t"path/filepath"\n)\n\n' +
        'func show(w http.ResponseWriter, r *http.Request) {\n' +
        `\thttp.ServeFile(w, r, filepath.Join("files", ${name}))\n}\n`,
    });
    expect(await weighed('go-data-flow', serve('r.URL.Path'))).toEqual([]);
    expect(await weighed('go-data-flow', serve('r.FormValue("name")'))).toEqual(['path-traversal as told']);
    const ofGin = (name: string) => ({
      'a.go':
        `package main\n\nimport (\n\t"net/http"\n\t"github.com/gin-gonic/gin"\n)\n\n` +
        `func show(c *gin.Context) {\n\tc.File("files/" + ${name})\n}\n`,
    });
    expect(await weighed('go-data-flow', ofGin('c.Request.URL.Path'))).toEqual([]);
    expect(await weighed('go-data-flow', ofGin('c.Query("name")'))).toEqual(['path-traversal as told']);
  });

  it('is for a reader where a template of Go still escapes an address', async () => {
    const page = (type: string) => ({
      'a.go':
        'package main\n\nimport (\n\t"html/template"\n\t"net/http"\n)\n\nvar page *template.Template\n\n' +
        'func show(w http.ResponseWriter, r *http.Request) {\n' +
        `\tpage.Execute(w, template.${type}(r.FormValue("name")))\n}\n`,
    });
    expect(await weighed('go-data-flow', page('URL'))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('go-data-flow', page('HTML'))).toEqual(['cross-site-scripting as told']);
  });

  it('is less where a statement of several lines escapes values, by the names of functions', async () => {
    const stored = (value: string) => ({
      'a.php':
        `<?php\n$a = $_GET['a'];\n$update = sprintf(\n  "update b set c = '%s', d = %d",\n  ${value},\n  1,\n);\n` +
        '$db->query($update);\n',
    });
    expect(await weighed('php-data-flow', stored('escapeText($a)'))).toEqual(['sql-injection medium']);
    expect(await weighed('php-data-flow', stored('trim($a)'))).toEqual(['sql-injection as told']);
  });

  it('is not less where the program asks an address for its scheme alone', async () => {
    const fetched = (condition: string) => ({
      'a.js':
        "const app = require('express')();\nconst axios = require('axios');\napp.get('/', async (req, res) => {\n" +
        `  const address = req.query.address;\n  if (${condition}) {\n    res.end();\n    return;\n  }\n` +
        '  const answer = await axios.get(address);\n  res.json(answer.data);\n});\n',
    });
    expect(await weighed('js-data-flow', fetched("!address.startsWith('http')"))).toEqual(['request-forgery as told']);
    expect(await weighed('js-data-flow', fetched('known(address)'))).toEqual(['request-forgery medium']);
  });

  it('is less where a private method gets what its callers may have judged', async () => {
    const method = (access: string) => ({
      'A.cs':
        'public class UploadController : ControllerBase {\n' +
        `  ${access} void Keep(IFormFile file) {\n` +
        '    System.IO.File.Create(Path.Combine("files", file.FileName));\n  }\n}\n',
    });
    expect(await weighed('csharp-data-flow', method('private'))).toEqual(['path-traversal medium']);
    expect(await weighed('csharp-data-flow', method('public'))).toEqual(['path-traversal as told']);
  });

  it('is not less where a server calls the protected method, or its caller hands on the whole request', async () => {
    const servlet = (name: string) => ({
      'A.java':
        'import jakarta.servlet.http.*;\nclass A extends HttpServlet {\n' +
        `  protected void ${name}(HttpServletRequest r, HttpServletResponse s) throws Exception {\n` +
        '    s.setContentType("text/html");\n    s.getWriter().write(r.getParameter("q"));\n  }\n}\n',
    });
    expect(await weighed('java-data-flow', servlet('doGet'))).toEqual(['cross-site-scripting as told']);
    expect(await weighed('java-data-flow', servlet('show'))).toEqual(['cross-site-scripting as told']);
  });
});

describe('how grave it is that a number can be predicted', () => {
  const php = (body: string, file = 'a.php') => ({ [file]: `<?php\nfunction made() {\n${body}\n}\n` });

  it.each([
    ['a secret', php('  $token = md5(mt_rand());\n  return $token;'), 'predictable-secret as told'],
    [
      'what stands beside a better generator',
      php(
        "  if (function_exists('random_bytes')) return random_bytes(8);\n  $token = md5(mt_rand());\n  return $token;",
      ),
      'predictable-secret medium',
    ],
    [
      'what another function hands on',
      {
        'a.js':
          'function keep(value) { const token = value; return token; }\n' +
          'exports.login = () => keep(Math.random().toString(36));\n',
      },
      'predictable-secret medium',
    ],
    ['a nonce', php('  $nonce = md5(mt_rand());\n  return $nonce;'), 'predictable-secret medium'],
    ['a token beside a nonce', php('  $nonce = 1;\n  $token = md5(mt_rand());'), 'predictable-secret as told'],
    [
      'a nonce of OAuth',
      { 'OAuth1.js': 'exports.nonce = () => Math.random().toString(36);\n' },
      'predictable-secret medium',
    ],
  ])('is judged by what the lines say: %s', async (_, tree, finding) => {
    const tool = Object.keys(tree).some((file) => file.endsWith('.php')) ? 'php-data-flow' : 'js-data-flow';
    expect(await weighed(tool, tree)).toEqual([finding]);
  });
});

describe('how grave it is that a weak call stands in the code', () => {
  const java = (body: string) => ({
    'A.java':
      'import javax.crypto.*;\nimport javax.crypto.spec.*;\nclass A {\n' +
      `  ${body}\n  private Object sealed(byte[] key) {\n    return new SecretKeySpec(key, "AES");\n  }\n}\n`,
  });

  it('is less where callers in other files hand the key', async () => {
    const sealed = java('')['A.java'].replace('private Object', 'static Object');
    const caller = 'class B {\n  Object b() { return A.sealed("abc".getBytes()); }\n}\n';
    expect(await weighed('java-data-flow', { 'A.java': sealed, 'B.java': caller })).toEqual(['hard-coded-key medium']);
    for (const given of ['sealed("abc".getBytes())', 'new SecretKeySpec("abc".getBytes(), "AES")'])
      expect(await weighed('java-data-flow', java(`Object b() { return ${given}; }`))).toEqual([
        'hard-coded-key as told',
      ]);
  });

  const users = (head: string, caller = 'Hash("admin")') =>
    `using System.Security.Cryptography;\nusing System.Text;\nclass User {\n  string kept;\n  ${head} {\n` +
    `    using (HMAC hmac = new HMACSHA256(Encoding.UTF8.GetBytes(password)))\n` +
    `      return Convert.ToHexString(hmac.ComputeHash(salt));\n  }\n` +
    `  public void Change(string given) {\n    kept = ${caller.replace('"admin"', 'given')};\n  }\n` +
    `  public void Begin() {\n    kept = ${caller};\n  }\n}\n`;

  it('is little where a function hashes the password that its callers hand', async () => {
    const key = (text: string) => weighed('csharp-data-flow', { 'User.cs': text });
    expect(await key(users('public string Hash(string password)'))).toEqual(['hard-coded-key low']);
    expect(await key(users('public string Seal(string password)', 'Seal("admin")'))).toEqual([
      'hard-coded-key as told',
    ]);
    expect(await key(users('public string HashKey(string password)', 'HashKey("admin")'))).toEqual([
      'hard-coded-key as told',
    ]);
    expect(await key(users('public string Hash(string secret)').replace('(password)', '(secret)'))).toEqual([
      'hard-coded-key as told',
    ]);
    const hash = users('public string Hash(string password)');
    expect(await key(hash.replace('Hash(given)', 'given'))).toEqual(['hard-coded-key as told']);
    expect(await key(hash.replace('kept = Hash("admin")', 'aes.Key = Hash("admin")'))).toEqual([
      'hard-coded-key as told',
    ]);
    const own = users('public string Hash(string password)').replace('GetBytes(password)', 'GetBytes("admin")');
    expect(await key(own)).toEqual(['hard-coded-key as told']);
  });

  it('is less where a weak cipher only decrypts', async () => {
    const cipher = (mode: string) =>
      java(
        `byte[] b(byte[] c, Key k) throws Exception {\n    Cipher a = Cipher.getInstance("DES");\n` +
          `    a.init(Cipher.${mode}, k);\n    return a.doFinal(c);\n  }`,
      );
    expect(await weighed('java-data-flow', cipher('DECRYPT_MODE'))).toEqual(['weak-cipher medium']);
    expect(await weighed('java-data-flow', cipher('ENCRYPT_MODE'))).toEqual(['weak-cipher as told']);
  });

  it('is nothing where a test alone sets it', async () => {
    const tree = (test: string) => ({
      'tokens.js': 'class Tokens {\n  static secret = null;\n}\nmodule.exports = Tokens;\n',
      'sign.js':
        "const jwt = require('jsonwebtoken');\nconst Tokens = require('./tokens');\n" +
        'exports.sign = (a) => jwt.sign(a, Tokens.secret);\n',
      [test]: "const Tokens = require('./tokens');\nTokens.secret = 'abcdefgh';\n",
    });
    expect(await weighed('js-data-flow', tree('a.js'))).toEqual(['hard-coded-key as told']);
    expect(await weighed('js-data-flow', tree('a.test.js'))).toEqual([]);
  });
});
