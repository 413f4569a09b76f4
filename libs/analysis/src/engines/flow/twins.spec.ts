import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule }) => rule);
}

const go = (body: string) =>
  found(
    'go-data-flow',
    'a.go',
    'package a\nimport (\n"database/sql"\n"flag"\n"net/http"\n"os/exec"\n"regexp"\n"github.com/gin-gonic/gin"\n' +
      '"github.com/golang-jwt/jwt/v5"\n)\ntype Store struct{ db *sql.DB }\n' +
      `func (s *Store) find(q string) { s.db.Query(q) }\n${body}\n`,
  );
const python = (body: string) =>
  found(
    'py-data-flow',
    'a.py',
    'import os, requests\nfrom django.http import HttpResponse\nfrom flask import Flask, abort, request\n' +
      `from pymongo import MongoClient\napp = Flask(__name__)\nusers = MongoClient()['a']['b']\n${body}\n`,
  );
const view = (body: string) => python(`@app.get('/')\ndef view():\n    ${body}`);
const php = (body: string) => found('php-data-flow', 'a.php', `<?php\n${body}\n`);
const javascript = (body: string) =>
  found(
    'js-data-flow',
    'a.js',
    "const app = require('express')();\nconst jwt = require('jsonwebtoken');\n" +
      `app.post('/', (req, res) => {\n  ${body}\n});\n`,
  );

const NAME = 'var name = regexp.MustCompile(`^[a-z]+$`)\n';
const guarded = (check: string) =>
  `func run(w http.ResponseWriter, r *http.Request) {\n  q := r.FormValue("q")\n  if !${check} { return }\n` +
  '  exec.Command("sh", "-c", "ls " + q)\n}';

describe('in PHP', () => {
  it.each([
    ['what a request chooses is called', 'call_user_func_array($_GET["q"], [1]);', ['code-injection']],
    ['a method that it chooses is called', 'call_user_func([$a, $_GET["q"]], 1);', ['code-injection']],
    [
      'a fixed method gets what is sent',
      '$a = ["x" => $_GET["q"]];\ncall_user_func_array([$a, "send"], [$_GET["q"]]);',
      [],
    ],
    [
      'a key is that of a later array',
      '$a = array_merge($_GET, ["x" => "ls"]);\nsystem($a["x"]);',
      ['command-injection'],
    ],
    [
      'a key is of no array that is sent',
      '$a = array_merge(["x" => "ls"], ["y" => $_GET["q"]]);\nsystem($a["x"]);',
      [],
    ],
    ['a key is sent', '$a = array_merge(["x" => "ls"], ["x" => $_GET["q"]]);\nsystem($a["x"]);', ['command-injection']],
    ['a key is sent anew', '$a = array_merge(["x" => $_GET["q"]], ["x" => "ls"]);\nsystem($a["x"]);', []],
    [
      'numbers are given anew',
      '$a = array_merge([0 => "ls"], [0 => $_GET["q"]]);\nsystem($a[1]);',
      ['command-injection'],
    ],
    ['the script is no address', 'fopen($_SERVER["PHP_SELF"], "r");', []],
    ['what is sent is an address', 'curl_init($_GET["q"]);', ['request-forgery']],
  ])('%s', async (_, body, finds) => expect(await php(body)).toEqual(finds));
});

describe('variables of a package in Go', () => {
  it.each([
    ['are known where they are used', () => go(NAME + guarded('name.MatchString(q)')), []],
    ['may ignore capitals', () => go(NAME.replace('`^', '`(?i)^') + guarded('name.MatchString(q)')), []],
    ['may match each line', () => go(NAME.replace('`^', '`(?m)^') + guarded('name.MatchString(q)')), 'command'],
    ['are known by what they hold', () => go(NAME.replace('$`', '`') + guarded('name.MatchString(q)')), 'command'],
    [
      'hold keys',
      () => go('var key = []byte("till-and-drawer")\nfunc k() { jwt.New(jwt.SigningMethodHS256).SignedString(key) }'),
      'key',
    ],
    [
      'may be set by flags',
      () =>
        go(
          'var on = false\nfunc main() { flag.BoolVar(&on, "on", false, "") }\n' + guarded('on').replace('!on', '!on'),
        ),
      'command',
    ],
    ['may be set by other packages', () => go('var On = false\n' + guarded('On')), 'command'],
  ])('%s', async (_, run, finds) => {
    const rules = { command: ['command-injection'], key: ['hard-coded-key'] };
    expect(await run()).toEqual(typeof finds === 'string' ? rules[finds as keyof typeof rules] : finds);
  });
});

describe('a function that gives back a handler', () => {
  const handler = (body: string) =>
    `func New(s *Store) gin.HandlerFunc {\n  return func(c *gin.Context) { ${body} }\n}`;
  it('leads to what it has got itself', async () => {
    expect(await go(handler('s.find("select a from b where c = \'" + c.Query("q") + "\'")'))).toEqual([
      'sql-injection',
    ]);
    expect(await go(handler('_ = c.Query("q"); s.find("select a from b")'))).toEqual([]);
  });
});

describe('calls after which nothing follows', () => {
  it('end what a condition refuses', async () => {
    const get = (end: string) =>
      view(`url = request.args['u']\n    if url not in ['a']:\n        ${end}\n    return requests.get(url).text`);
    expect(await get('abort(400)')).toEqual([]);
    expect(await get('print(400)')).toEqual(['request-forgery']);
  });
});

describe('what was missed or called wrong', () => {
  it.each([
    [
      'plain text of Django',
      () => python("def v(request):\n    return HttpResponse(request.GET['a'], 'text/plain')"),
      [],
    ],
    [
      'a page of Django',
      () => python("def v(request):\n    return HttpResponse(request.GET['a'], 'text/html')"),
      ['cross-site-scripting'],
    ],
    ['a query of objects', () => view("return users.find_one({'a': request.get_json()['a']})"), ['nosql-injection']],
    ['a query of texts', () => view("return users.find_one({'a': request.args['a']})"), []],
    ['a query of texts of a form or an address', () => view("return users.find_one({'a': request.values['a']})"), []],
    ['a session that trusts', () => python('s = requests.Session()\ns.verify = False'), ['certificate-unchecked']],
    ['a session that does not', () => python("s = requests.Session()\ns.verify = '/etc/a.pem'"), []],
    [
      'options of a request in one list',
      () => php('curl_setopt_array($c, [CURLOPT_URL => $_GET["u"], CURLOPT_TIMEOUT => 5]);'),
      ['request-forgery'],
    ],
    ['another option from outside', () => php('curl_setopt_array($c, [CURLOPT_USERAGENT => $_GET["u"]]);'), []],
    [
      'trust in one list',
      () => php('curl_setopt_array($c, [CURLOPT_SSL_VERIFYPEER => 0]);'),
      ['certificate-unchecked'],
    ],
    ['trust of a client', () => php("new \\GuzzleHttp\\Client(['verify' => false]);"), ['certificate-unchecked']],
    [
      'flags of a cookie by name',
      () => php("setcookie('a', 'b', ['secure' => false, 'httponly' => true]);"),
      ['cookie-without-secure'],
    ],
    [
      'names in an archive',
      () => php('$z = new ZipArchive();\nunlink("a/" . $z->getNameIndex(0));'),
      ['path-traversal'],
    ],
    ['contents of an archive', () => php('$z = new ZipArchive();\necho $z->getNameIndex(0);'), []],
    ['a body as attributes', () => javascript('Object.assign(req.user, req.body);'), ['mass-assignment']],
    ['a body in an object of its own', () => javascript('const all = Object.assign({}, req.body);'), []],
    ['a token that nobody verifies', () => javascript('jwt.decode(req.headers.a);'), ['token-unverified']],
    ['the head of a token', () => javascript('jwt.decode(req.headers.a, { complete: true });'), []],
    [
      'a token that is verified with its key later',
      () => javascript('const { sub } = jwt.decode(req.headers.a); jwt.verify(req.headers.a, keyOf(sub));'),
      [],
    ],
    ['a token of the program', () => javascript('jwt.decode(process.env.TOKEN);'), []],
  ])('%s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});

describe('controllers of Laravel', () => {
  const controller = (body: string) =>
    php(
      'namespace App\\Http\\Controllers;\nuse Cache;\nuse Illuminate\\Support\\Str;\nuse Illuminate\\Http\\Request;\n' +
        'use Illuminate\\Support\\Facades\\File;\nuse Illuminate\\Support\\Facades\\Route;\n' +
        `use Illuminate\\Routing\\Controller;\nclass AController extends Controller {\n${body}\n}`,
    );
  const CALL = 'public function store(Request $r) { $this->make(storage_path("a")); }\n';
  const cached = (made: string) =>
    "public function go($id) { $url = Cache::remember('a' . $id, 60, function () use ($id) { " +
    `${made} }); return redirect($url); }`;

  it.each([
    ['a method that a route has', 'public function make($path) { mkdir($path); }', ['path-traversal']],
    ['a method that the class calls itself', `${CALL}public function make($path) { mkdir($path); }`, []],
    [
      'an action that the class calls itself, too',
      `${CALL.replace('make', 'show')}public function show($path) { mkdir($path); }`,
      ['path-traversal'],
    ],
    ['what is kept under a name', cached('return Post::find($id)->url;'), []],
    ['how long a secret is', 'public function a() { $token = Str::random(mt_rand(5, 9)); return $token; }', []],
    [
      'a part of a secret',
      'public function a() { $token = Str::random(5) . mt_rand(5, 9); return $token; }',
      ['predictable-secret'],
    ],
    ['the file of routes', 'public function a(Request $r) { Route::group([], $r->header("v")); }', ['file-inclusion']],
  ])('%s', async (_, body, finds) => {
    expect(await controller(body)).toEqual(finds);
  });
});

describe('what only looks at a file', () => {
  const severities = async (tool: string, file: string, text: string) => {
    const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
    return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as told'}`);
  };
  const action = (body: string) =>
    severities(
      'csharp-data-flow',
      'A.cs',
      'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class AController : ControllerBase {\n' +
        `  public object Get(string q) {\n    var file = new FileInfo(q);\n    ${body}\n  }\n}\n`,
    );

  it.each([
    ['is weighed less', () => action('return file.Length;'), ['path-traversal low']],
    [
      'counts where it is read',
      () => action('return file.OpenRead();'),
      ['path-traversal low', 'path-traversal medium'],
    ],
    [
      'counts where a function by its name makes the name safe',
      () =>
        severities(
          'csharp-data-flow',
          'A.cs',
          'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class AController : ControllerBase {\n' +
            '  public void Get(string q) { Directory.CreateDirectory(GetValidFilename(q)); }\n' +
            '  private string GetValidFilename(string name) { return name.Trim(); }\n}\n',
        ),
      ['path-traversal low'],
    ],
  ])('%s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});

describe('what a table of functions releases', () => {
  const c = (body: string) =>
    found(
      'c-data-flow',
      'a.c',
      '#include <stdlib.h>\ntypedef struct { void (*release)(void*); } table_t;\nstatic table_t table = { free };\n' +
        `void run(void) {\n  char own[10];\n  ${body}\n}\n`,
    );

  it.each([
    ['may be what another function of it gave', 'table.release(own);', []],
    ['is released once', 'char* p = malloc(10); table.release(p); table.release(p);', ['double-free']],
    ['is no array where free is called itself', 'free(own);', ['invalid-free']],
  ])('%s', async (_, body, finds) => {
    expect(await c(body)).toEqual(finds);
  });
});
