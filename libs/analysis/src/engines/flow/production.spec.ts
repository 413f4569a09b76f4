import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, files: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

const SURE = ['command-injection as the rule'];
const LESS = ['command-injection medium'];

describe('how sure it is that strangers reach the code', () => {
  const express = (file: string, body = 'exec(req.query.q);', more = '') =>
    found('js-data-flow', {
      [file]:
        `const { exec } = require('child_process');\n${more}` +
        `require('express')().get('/', (req, res) => {\n${body}\n});\n`,
    });

  it.each([
    ['server/app.js', SURE],
    ['archive/2019/app.js', LESS],
    ['tools/lite-dev-server/app.js', LESS],
    ['api/dev_open.js', LESS],
    ['test-server.js', LESS],
    ['api/device.js', SURE],
    ['devices/app.js', SURE],
  ])('is weighed by the folder: %s', async (file, expected) => {
    expect(await express(file)).toEqual(expected);
  });

  it('is less where the program opens the editor of who runs it', async () => {
    const opens = "const openEditor = require('open-editor');\n";
    expect(await express('server/app.js', 'exec(req.query.q);', opens)).toEqual(LESS);
    expect(await express('app.js', 'exec(req.query.q);', opens)).toEqual(SURE);
  });

  it.each([
    ["if (process.env.NODE_ENV === 'development') {", LESS],
    ["if (process.env.NODE_ENV !== 'production') {", LESS],
    ['if (config.debug) {', LESS],
    ['function showDebug() {', SURE],
    ['function show_debug() {', LESS],
    ['function show_debug()\n  {', LESS],
    ['function show_all()\n  {', SURE],
    ['if (config.devices) {', SURE],
    ['if (pattern.test(now)) {', SURE],
  ])('is less where a condition asks for developers: %s', async (head, expected) => {
    expect(await express('app.js', `  ${head}\n    exec(req.query.q);\n  }`)).toEqual(expected);
  });

  const flask = (before: string, indent: string, after = '') =>
    found('py-data-flow', {
      'app.py':
        `import subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n${before}\n` +
        `${indent}@app.route("/")\n${indent}def run():\n${indent}    subprocess.call(request.args["q"], shell=True)\n` +
        `${indent}    return "done"\n${after}`,
    });

  it('is less in pages whose policy lets no script run', async () => {
    const page = (settings: string) =>
      found('js-data-flow', {
        'app.js':
          "const helmet = require('helmet');\nconst app = require('express')();\n" +
          `${settings};\napp.get('/', (req, res) => { res.send('<p>' + req.query.q); });\n`,
      });
    expect(await page('app.use(helmet())')).toEqual(['cross-site-scripting medium']);
    expect(await page('app.use(helmet({ contentSecurityPolicy: false }))')).toEqual([
      'cross-site-scripting as the rule',
    ]);
    expect(await page('app.use(helmet.noSniff())')).toEqual(['cross-site-scripting as the rule']);
    expect(await page('// app.use(helmet())')).toEqual(['cross-site-scripting as the rule']);
  });

  it('is less in a view that reads the request, and where a template shows the input', async () => {
    const shown = (file: string, body: string) => found('php-data-flow', { [file]: `<?php\n${body}\n` });
    const LESS_SURE = ['cross-site-scripting medium'];
    expect(await shown('resources/views/a.foil.php', "echo request()->input('q');")).toEqual(LESS_SURE);
    expect(await shown('resources/views/a.php', "echo $_GET['q'];")).toEqual(LESS_SURE);
    expect(await shown('resources/a.php', "echo $_GET['q'];")).toEqual(['cross-site-scripting as the rule']);
    const answer = "$view = trim($_GET['q']);\n";
    expect(await shown('app/A.php', `${answer}echo $view->render();`)).toEqual(LESS_SURE);
    expect(await shown('app/A.php', "echo request()->input('q');")).toEqual(['cross-site-scripting as the rule']);
  });

  it('is less where the handler is declared on a condition', async () => {
    expect(await flask('', '')).toEqual(SURE);
    expect(
      await flask('try:\n    settings = open("dev.yaml").read()', '    ', 'except Exception:\n    pass\n'),
    ).toEqual(LESS);
    expect(await flask('if settings.editor:', '    ')).toEqual(LESS);
    expect(await flask('def create(app):', '    ')).toEqual(SURE);
  });
});

describe('input of which the code makes something else', () => {
  const rails = (routes: string, action = 'posts') =>
    found('ruby-data-flow', {
      'config/routes.rb': `Rails.application.routes.draw do\n${routes}\nend\n`,
      'app/controllers/reports_controller.rb':
        `class ReportsController < ApplicationController\n  def ${action}\n` +
        '    render json: params[:type].classify.constantize.all\n  end\nend\n',
    });

  it('is nothing where each route of the action names the value', async () => {
    const [one, other] = ['  get "offers" => "reports#posts", type: "offer"', '  get "posts", to: "reports#posts"'];
    expect(await rails(one)).toEqual([]);
    expect(await rails(`${one}\n${other}`)).toEqual(['unsafe-reflection as the rule']);
    expect(await rails('  resources :reports')).toEqual(['unsafe-reflection as the rule']);
    expect(await rails('  get "list", to: "reports#index", type: "offer"', 'index')).toEqual([
      'unsafe-reflection as the rule',
    ]);
  });

  const aspNet = (parameter: string) =>
    found('csharp-data-flow', {
      'A.cs':
        'using Microsoft.AspNetCore.Mvc;\nusing System.Diagnostics;\npublic class AController : Controller {\n' +
        `  [HttpGet] public void Run(${parameter}) { Process.Start("cmd", "/c " + x.ToString()); }\n}\n`,
    });

  it('is nothing where a binder of the program makes an object', async () => {
    expect(await aspNet('[ModelBinder(typeof(ScriptBinder))] Script x')).toEqual([]);
    expect(await aspNet('[ModelBinder(Name = "x")] string x')).toEqual(SURE);
  });

  const bound = (text: string) =>
    found('php-data-flow', {
      'a.php':
        `<?php\nfunction insert($db, $values, $now) {\n  $all = '';\n  foreach ($values as $field => $value) {\n` +
        `    if (in_array($field, $now)) {\n      $all .= $value;\n    } else {\n      $all .= ${text};\n    }\n  }\n` +
        `  $db->query('INSERT INTO a VALUES (' . $all . ')');\n}\n` +
        `insert(new mysqli('a'), ['b' => $_POST['b']], []);\n`,
    });

  it('is less sure where the same loop writes placeholders', async () => {
    expect(await bound('":{$field}"')).toEqual(['sql-injection medium']);
    expect(await bound("'NULL'")).toEqual(['sql-injection as the rule']);
  });

  const column = (text: string) =>
    found('py-data-flow', {
      'app.py':
        'import sqlite3\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.route("/")\ndef run():\n' +
        `    all = ", ".join([${text} for name in request.args])\n` +
        '    sqlite3.connect("a").execute("UPDATE a SET " + all, list(request.args.values()))\n    return "done"\n',
    });

  it('is less sure where it names a column whose value is bound', async () => {
    expect(await column('name + " = ?"')).toEqual(['sql-injection medium']);
    expect(await column('f"{name} = ?"')).toEqual(['sql-injection medium']);
    expect(await column('"a = " + name')).toEqual(['sql-injection as the rule']);
  });

  const knex = (text: string) =>
    found('js-data-flow', {
      'app.js':
        "const db = require('knex')({ client: 'pg' });\nrequire('express')().get('/', (req, res) => {\n" +
        `  const { name } = req.query;\n  let order = 'order by ';\n  order += db.raw(${text}).toString();\n` +
        '  db.raw(order);\n});\n',
    });

  it('is less sure where Knex writes it quoted', async () => {
    expect((await knex("\n    'a = ? asc',\n    [name],\n  ")).at(-1)).toBe('sql-injection medium');
    expect((await knex('`a = ${name} asc`')).at(-1)).toBe('sql-injection as the rule');
  });

  const sinatra = (check: string) =>
    found('ruby-data-flow', {
      'app.rb':
        "require 'sinatra/base'\n\nclass Api < Sinatra::Base\n  get '/*' do\n    file = File.join('a', params[:a])\n" +
        `    ${check}\n    send_file file\n  end\nend\n`,
    });

  it('is less sure where a function of the program ends the request', async () => {
    expect(await sinatra('log_halt(403, "no") unless file.fnmatch?("a/**")')).toEqual(['path-traversal medium']);
    expect(await sinatra('log(403)')).toEqual(['path-traversal as the rule']);
  });

  const stars = (condition: string, permitted = '.permit(:kind, :id)') =>
    found('ruby-data-flow', {
      'app/controllers/stars_controller.rb':
        `class StarsController < ApplicationController\n  def create\n    Star.where(${condition}).first\n  end\n\n` +
        `  private\n\n  def star_params\n    params.require(:star)${permitted}\n  end\nend\n`,
    });

  it('is no statement where Rails binds what a controller permits', async () => {
    expect(await stars('star_params')).toEqual([]);
    expect(await stars('star_params[:kind]')).toContain('sql-injection as the rule');
    expect(await stars('star_params', '')).toContain('sql-injection as the rule');
  });

  const each = (body: string) =>
    found('ruby-data-flow', {
      'app/controllers/a_controller.rb':
        'class AController < ApplicationController\n  def show\n    params.each do |name, value|\n' +
        `${body}\n    end\n  end\nend\n`,
    });

  it('is less sure where a condition asks for the name that a block takes', async () => {
    expect(await each('      name.constantize.find(value)')).toContain('unsafe-reflection as the rule');
    expect(await each('      if name.end_with?("_id")\n        name.constantize.find(value)\n      end')).toContain(
      'unsafe-reflection medium',
    );
  });

  const go = (body: string) =>
    found('go-data-flow', {
      'a.go':
        'package a\n\nimport "net/http"\n\nfunc Handle(w http.ResponseWriter, r *http.Request) {\n' +
        `\tname := r.URL.Query().Get("name")\n${body}\n}\n`,
    });

  it('is no page of Go where words come first', async () => {
    expect(await go('\tw.Write([]byte("no such file: " + name))')).toEqual([]);
    expect(await go('\tw.Write([]byte("<p>" + name))')).toEqual(['cross-site-scripting as the rule']);
    expect(await go('\tw.Write([]byte("<p>"))\n\tw.Write([]byte("all of " + name))')).toEqual([
      'cross-site-scripting as the rule',
    ]);
    expect(await go('\tw.Write([]byte(name))')).toEqual(['cross-site-scripting as the rule']);
  });

  const controller = (body: string) =>
    found('csharp-data-flow', {
      'A.cs':
        'using System.Web.Mvc;\nusing System.Text;\npublic class AController : Controller {\n' +
        `  public ActionResult Run(string path) {\n    var all = new StringBuilder();\n${body}\n` +
        '    return Content(all.ToString());\n  }\n}\n',
    });

  it('is as sure where a condition asks only whether it is there', async () => {
    const sent = (condition: string) =>
      found('php-data-flow', {
        'a.php': `<?php\n$name = $_GET['a'];\nif (${condition}) {\n  readfile('files/' . $name);\n}\n`,
      });
    for (const condition of ['!$other || $name', '$name && count($all)', 'is_file($name)', 'file_exists($name)'])
      expect(await sent(condition)).toEqual(['path-traversal as the rule']);
    for (const condition of ['$known[$name] && $all', 'known($name)', '$name > 1'])
      expect(await sent(condition)).toEqual(['path-traversal medium']);
  });

  it('is less sure where a condition far above asks for it, and as sure where none does', async () => {
    const page = (condition: string) =>
      found('php-data-flow', { 'a.php': `<?php\n$a = $_GET['a'];\n${condition}\n${'\n'.repeat(120)}echo $a;\n` });
    expect(await page('if (strlen($b) > 1) exit;')).toEqual(['cross-site-scripting as the rule']);
    expect(await page('if (strlen($a) > 1) exit;')).toEqual(['cross-site-scripting medium']);
    expect(await page("if (odd($a))\n  $a = 'a';")).toEqual(['cross-site-scripting medium']);
    expect(await page("if (odd($a)) {\n  $b = 'a';\n} else {\n  $a = trim($a);\n}")).toEqual([
      'cross-site-scripting medium',
    ]);
    expect(await page("if (odd($a)) {\n  $b = 'a';\n} else {\n  $b = 'b';\n}")).toEqual([
      'cross-site-scripting as the rule',
    ]);
  });

  it('is less sure where a condition on it decides whether a step is taken', async () => {
    const adds = 'all.AppendLine($"read {path}");';
    expect(await controller(`    ${adds}`)).toEqual(['cross-site-scripting as the rule']);
    expect(await controller(`    if (File.Exists(path))\n    {\n      ${adds}\n    }`)).toEqual([
      'cross-site-scripting medium',
    ]);
    expect(
      await controller(`    if (string.IsNullOrEmpty(path))\n    {\n      all.Clear();\n    }\n    ${adds}`),
    ).toEqual(['cross-site-scripting as the rule']);
  });

  const android = (target: string) =>
    found('kotlin-data-flow', {
      'Login.kt':
        'package a\n\nimport android.app.Activity\nimport android.content.Intent\n\nclass Login : Activity() {\n' +
        '  private var account: Any? = null\n\n  override fun onCreate(saved: Bundle?) {\n' +
        '    account = intent.getParcelableExtra("a")\n' +
        `    val to = Intent(${target})\n    startActivity(to)\n  }\n}\n`,
    });

  it('is no intent of others where the code names the class that it goes to', async () => {
    expect(await android('this, Settings::class.java')).toEqual([]);
    expect(await android('intent.getParcelableExtra<Intent>("a")')).toEqual(['intent-redirection as the rule']);
  });

  const listed = (path: string) =>
    found('py-data-flow', {
      'app.py':
        'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.route("/")\ndef run():\n' +
        `    path = request.args["path"]\n    path = ${path}\n    return str(os.listdir(path))\n`,
    });

  it('is less sure where the whole path is chosen, but for its end', async () => {
    expect(await listed('path + os.path.sep')).toContain('path-traversal medium');
    expect(await listed('"all/" + path')).toContain('path-traversal as the rule');
    expect(await listed('"all" + "/" + path')).toContain('path-traversal as the rule');
  });

  const markup = (text: string) =>
    found('py-data-flow', {
      'app.py':
        'from flask import Flask, request\nfrom markupsafe import Markup\napp = Flask(__name__)\n\n@app.route("/")\n' +
        `def run():\n    save(${text})\n    return "done"\n`,
    });

  it('is no markup where it becomes a text again', async () => {
    expect(await markup('Markup(request.form.get("a")).unescape()')).toEqual([]);
    expect(await markup('Markup(request.form.get("a"))')).toEqual(['cross-site-scripting as the rule']);
  });

  const named = (end: string) =>
    found('java-data-flow', {
      'A.java':
        'import java.nio.file.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n' +
        '  protected void doGet(HttpServletRequest request, HttpServletResponse response) {\n' +
        `    new java.io.FileInputStream(Paths.get(request.getPart("a").getSubmittedFileName())${end}.toString());\n` +
        '  }\n}\n',
    });

  it('is no path where its last part alone becomes a text', async () => {
    expect(await named('')).toHaveLength(1);
    expect(await named('.getFileName()')).toEqual([]);
  });
});

describe('input for which the code asks for a right', () => {
  const handler = (before: string, call = 'exec(req.body.q);') =>
    found('js-data-flow', {
      'app.js':
        "const { exec } = require('child_process');\n" +
        `require('express')().post('/', async function add(req, res) {\n  ${before}\n  ${call}\n});\n`,
    });

  it.each([
    ["const authorised = await checkUserPermission(req, 'all');", LESS],
    ['if (!authorised) return;', LESS],
    ["if (!inGroup('editors', req.user)) return;", LESS],
    ['if (!req.user) return;', SURE],
    ['if (!authenticated) return;', SURE],
    ["// Nobody calls checkUserPermission('all').", SURE],
  ])('is less sure: %s', async (before, expected) => {
    expect(await handler(before)).toEqual(expected);
  });

  it('is as sure as before in a page, which runs in the browser of its visitor', async () => {
    expect(await handler('if (!authorised) return;', 'res.send("<p>" + req.query.q);')).toEqual([
      'cross-site-scripting as the rule',
    ]);
  });

  const spring = (annotation: string) =>
    found('java-data-flow', {
      'A.java':
        'import org.springframework.web.bind.annotation.*;\nimport java.io.*;\n@RestController\nclass A {\n' +
        `  ${annotation}\n  @GetMapping("/a")\n  void copy(@RequestParam String q) throws IOException {\n` +
        '    Runtime.getRuntime().exec("ls " + q);\n  }\n}\n',
    });

  it('is less sure where an annotation asks for it', async () => {
    expect(await spring('@PreAuthorize("hasAuthority(\'write\')")')).toEqual(LESS);
    expect(await spring('@PreAuthorize("isAuthenticated()")')).toEqual(SURE);
  });
});

describe('a function that nothing in the target names', () => {
  const OTHERS = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`lib/part${index}.js`, `module.exports = ${index};\n`]),
  );
  const controller = (offers: string, more: Record<string, string> = {}, others = OTHERS) =>
    found('js-data-flow', {
      ...others,
      'list.js':
        "const { Router } = require('express');\nconst { exec } = require('child_process');\n" +
        "function listAll(req, res) {\n  exec('ls ' + req.query.q);\n}\n" +
        `${offers}\n`,
      ...more,
    });

  it.each(['module.exports = { listAll };', 'export default { listAll }', 'module.exports = {\n  listAll,\n};', ''])(
    'is less sure to get a request: %s',
    async (offers) => {
      expect(await controller(offers)).toEqual(LESS);
    },
  );

  it('is as sure as before where code names it', async () => {
    expect(await controller("module.exports = (app) => app.get('/', listAll);")).toEqual(SURE);
    const routes = "const { listAll } = require('./list');\nmodule.exports = (app) => app.get('/', listAll);\n";
    expect(await controller('module.exports = { listAll };', { 'routes.js': routes })).toEqual(SURE);
  });

  it.each([
    ['is as sure as before', '@app.get(\n    "/",\n    tags=["lists"],\n)\n# Lists all.\n', SURE],
    ['is less sure', 'limits(\n    "/",\n)\n', LESS],
  ])('%s below a call of several lines that is or is no decorator', async (_, above, expected) => {
    const others = Object.fromEntries(
      Array.from({ length: 20 }, (__, index) => [`lib/part${index}.py`, `a = ${index}\n`]),
    );
    const view = 'def list_all():\n    os.system("ls " + request.args["q"])\n';
    const head = 'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n';
    expect(await found('py-data-flow', { ...others, 'view.py': `${head}${above}${view}` })).toEqual(expected);
  });

  it('is as sure as before in a part of a program', async () => {
    expect(await controller('module.exports = { listAll };', {}, {})).toEqual(SURE);
  });
});

describe('a part of a path that the router hands to a function first', () => {
  const routed = (part: string, name: string) =>
    found('js-data-flow', {
      'app.js':
        "const express = require('express');\nconst { exec } = require('child_process');\nconst app = express();\n" +
        `app.param('${part}', check);\napp.get('/:id', (req, res) => {\n  exec('ls ' + req.params.${name});\n});\n`,
    });

  it('is less sure to hold what it must not', async () => {
    expect(await routed('id', 'id')).toEqual(LESS);
    expect(await routed('other', 'id')).toEqual(SURE);
  });
});
