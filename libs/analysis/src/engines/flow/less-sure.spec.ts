import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, files: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

describe('what is less sure than it looks', () => {
  const mongo = (body: string) =>
    found('js-data-flow', {
      'a.js':
        'const express = require("express");\nconst { MongoClient } = require("mongodb");\n' +
        'const all = new MongoClient("a").db("b").collection("c");\n' +
        `express().get("/", (req, res) => {\n${body}\n});\n`,
    });

  it('is a query of MongoDB that a request may write as a whole', async () => {
    expect(await mongo('const query = JSON.parse(req.query.filter);\nall.find(query);')).toEqual([
      'nosql-injection medium',
    ]);
    expect(await mongo('const { key, value } = req.query;\nall.find({ [key]: value });')).toEqual([
      'nosql-injection medium',
    ]);
    const named =
      'const query = {};\nfor (const name in req.query) { query[name] = req.query[name]; }\nall.find(query);';
    expect(await mongo(named)).toEqual(['nosql-injection medium']);
    expect(await mongo('all.find({ name: req.query.name });')).toEqual(['nosql-injection as the rule']);
  });

  const command = (call: string) =>
    found('php-data-flow', {
      'lib.php': `<?php\nfunction ${call}($name) {\n  return $_REQUEST[$name];\n}\n`,
      'index.php': `<?php\nrequire 'lib.php';\nshell_exec('ls ' . ${call}('id'));\n`,
    });

  it('is input from a function of another file that filters it, by its name', async () => {
    expect(await command('get_filtered_value')).toEqual(['command-injection medium']);
    expect(await command('cleanData')).toEqual(['command-injection medium']);
    expect(await command('readBeforeCleanup')).toEqual(['command-injection as the rule']);
    expect(await command('get_value')).toEqual(['command-injection as the rule']);
  });

  it('is the name of a constant, as of an enumeration of another library', async () => {
    const opened = (type: string, text: string) =>
      found('java-data-flow', {
        'A.java':
          `import org.a.Kind;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n` +
          `@RestController\nclass A {\n  @GetMapping("/")\n  public Object view(@RequestParam ${type} kind)` +
          ` throws Exception {\n    return Files.readAllBytes(Paths.get("all/" + ${text}));\n  }\n}\n`,
      });
    expect(await opened('Kind', 'kind.name()')).toEqual(['path-traversal medium']);
    expect(await opened('String', 'kind.trim()')).toEqual(['path-traversal as the rule']);
  });

  it('is what an answer shows whose type the program sets, if it is not known which one', async () => {
    const answered = (type: string) =>
      found('java-data-flow', {
        'A.java':
          'import org.a.Format;\nimport org.springframework.http.MediaType;\nimport jakarta.servlet.http.*;\n' +
          'class A extends HttpServlet {\n' +
          '  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {\n' +
          `    s.setContentType(${type});\n    s.getWriter().write(r.getParameter("q"));\n  }\n}\n`,
      });
    expect(await answered('Format.PLAIN.getType()')).toEqual(['cross-site-scripting medium']);
    expect(await answered('MediaType.TEXT_HTML_VALUE')).toEqual(['cross-site-scripting as the rule']);
    expect(await answered('Format.TEXT_HTML.getType()')).toEqual(['cross-site-scripting as the rule']);
    expect(await answered('"text/html"')).toEqual(['cross-site-scripting as the rule']);
    expect(await answered('r.getParameter("type")')).toEqual(['cross-site-scripting as the rule']);
    expect(await answered('"text/plain"')).toEqual([]);
  });

  const php = (body: string) => found('php-data-flow', { 'a.php': `<?php\n${body}\n` });

  it('is what a method from outside of the target gives of an object with input', async () => {
    const model = (more: string) =>
      php(
        'class Shop extends Base {\n  public $language;\n' +
          '  function fill() {\n    $this->language = $_GET["l"];\n  }\n' +
          '  function show() {\n    mysqli_query(link(), "SELECT a FROM " . $this->getTable());\n  }\n' +
          `${more}\n}\n$shop = new Shop();\n$shop->fill();\n$shop->show();`,
      );
    expect(await model('')).toEqual(['sql-injection medium']);
    expect(await model('function getTable() {\n    return $this->language;\n  }')).toEqual([
      'sql-injection as the rule',
    ]);
    expect(await model('function getTable() {\n    return "shops";\n  }')).toEqual([]);
  });

  it('is one segment of a path, of which servers for Java let no slash through', async () => {
    const read = (route: string, from = '@PathVariable') =>
      found('java-data-flow', {
        'A.java':
          'import java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n' +
          `  @GetMapping("${route}")\n  public Object read(\n      ${from} String name) throws Exception {\n` +
          '    return Files.readAllBytes(Paths.get("files", name));\n  }\n}\n',
      });
    expect(await read('/files/{name}')).toEqual(['path-traversal medium']);
    expect(await read('/files/{name:.+}')).toEqual(['path-traversal as the rule']);
    expect(await read('/files', '@RequestParam')).toEqual(['path-traversal as the rule']);
  });

  it('is a function whose name the program begins', async () => {
    const called = (name: string) => php(`$name = $_POST['name'];\ncall_user_func(${name}, 1);`);
    expect(await called("'task_' . $name")).toEqual(['code-injection medium']);
    expect(await called('[$tasks, "task_$name"]')).toEqual(['code-injection medium']);
    expect(await called('$name')).toEqual(['code-injection as the rule']);
  });

  it('is a method that the request chooses, but no function', async () => {
    const called = (callable: string) => php(`$name = $_POST['name'];\ncall_user_func(${callable}, 1);`);
    expect(await called('[$tasks, $name]')).toEqual(['code-injection medium']);
    expect(await called("array($name, 'show')")).toEqual(['code-injection medium']);
    expect(await called('$name')).toEqual(['code-injection as the rule']);
  });

  it('is a query as browsers send it, and the type of an upload', async () => {
    expect(await php("$all = $_SERVER['QUERY_STRING'];\necho $all;")).toEqual(['cross-site-scripting medium']);
    expect(await php("parse_str($_SERVER['QUERY_STRING'], $all);\necho $all['name'];")).toEqual([
      'cross-site-scripting as the rule',
    ]);
    expect(await php("echo $_FILES['image']['type'];")).toEqual(['cross-site-scripting medium']);
  });

  it('is what the code compares with a number that it makes of it', async () => {
    const limited = (line: string) =>
      php(`$rows = $_GET['rows'];\n${line}\nmysqli_query($db, "SELECT * FROM t LIMIT $rows");`);
    expect(await limited('if (intval($rows) != $rows) { $rows = 25; }')).toEqual(['sql-injection medium']);
    expect(await limited('if (intval($page) != $page) { $page = 1; }')).toEqual(['sql-injection as the rule']);
  });

  it('is a file, an object or a function that one function asks another one for', async () => {
    const included = (start: string, more: string) => php(`${start}\n$name = $_GET['name'];\n${more}`);
    expect(await included('', "include('pages/' . $name);")).toEqual(['file-inclusion as the rule']);
    expect(await included("function show($page) {\n  include('pages/' . $page);\n}", 'show($name);')).toEqual([
      'file-inclusion medium',
    ]);
  });

  it('is a way of many steps', async () => {
    const way = (steps: number) => {
      const lines = Array.from({ length: steps }, (_, step) => `$v${step + 1} = "$v${step} a";\n`);
      const run = `mysqli_query($db, "SELECT * FROM t WHERE a = '$v${steps}'");`;
      return php(`$v0 = $_GET['name'];\n${lines.join('')}${run}`);
    };
    expect(await way(3)).toEqual(['sql-injection as the rule']);
    expect(await way(9)).toEqual(['sql-injection medium']);
  });

  it('is a part of a path that a page shows', async () => {
    const shown = (type: string) =>
      found('java-data-flow', {
        'A.java':
          'import org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n' +
          `  @GetMapping(value = "/a/{name}", produces = "text/html")\n  public String a(@${type} String name) {\n` +
          '    return "<p>" + name;\n  }\n}\n',
      });
    expect(await shown('PathVariable')).toEqual(['cross-site-scripting medium']);
    expect(await shown('RequestParam')).toEqual(['cross-site-scripting as the rule']);
  });

  it('is input about which an error is kept, for which a later condition asks', async () => {
    const opened = (line: string) =>
      php(
        `$name = $_POST['name'];\n$errors = [];\nif (odd($name)) {\n    ${line}\n}\n` +
          "if ($errors) {\n    exit;\n}\nunlink('files/' . $name);",
      );
    expect(await opened("$errors[] = 'a';")).toEqual(['path-traversal medium']);
    expect(await opened("$errors->add('a');")).toEqual(['path-traversal medium']);
    expect(await opened("$notes[] = 'a';")).toEqual(['path-traversal as the rule']);
    const run = (test: string) =>
      php(
        `$name = $_POST['name'];\nif (${test}) {\n    $errors[] = 'a';\n}\nif (!$errors) {\n    system("ls $name");\n}`,
      );
    expect(await run('odd($name)')).toEqual(['command-injection medium']);
    expect(await run('strlen($name) > 90')).toEqual(['command-injection as the rule']);
  });

  it('is a text of which a path is made, unless something stands before it', async () => {
    const read = (text: string) =>
      found('java-data-flow', {
        'A.java':
          'import java.nio.file.*;\nimport java.util.Properties;\nimport org.springframework.web.bind.annotation.*;\n' +
          '@RestController\nclass A {\n  @PutMapping("/")\n  public Object read(@RequestBody Properties sent)' +
          ` throws Exception {\n    return Files.readAllBytes(Paths.get(${text}sent.getProperty("path")));\n  }\n}\n`,
      });
    expect(await read('')).toEqual(['path-traversal medium']);
    expect(await read('"files", ')).toEqual(['path-traversal as the rule']);
  });

  it('is the name of a script of one folder', async () => {
    expect(await php("$page = $_GET['page'];\ninclude 'pages/' . $page . '.php';")).toEqual(['file-inclusion medium']);
    expect(await php("$page = $_GET['page'];\ninclude 'pages/' . $page;")).toEqual(['file-inclusion as the rule']);
    expect(await php("$page = $_GET['page'];\ninclude $page . '.php';")).toEqual(['file-inclusion as the rule']);
  });

  it('is what a call that is not known makes of a collection', async () => {
    const run = (parts: string) =>
      php(`use App\\Base;\n$base = new Base();\n$base->query('UPDATE a SET ' . ${parts} . ' WHERE id = 1');`);
    expect(await run("$base->build_array('UPDATE', ['name' => $_POST['name']])")).toEqual(['sql-injection medium']);
    expect(await run("$base->trimmed($_POST['name'])")).not.toContain('sql-injection medium');
    expect(await run("$_POST['name']")).toEqual(['sql-injection as the rule']);
  });

  it('is not the name of a column that the code gives to what a request holds', async () => {
    const each = (row: string, value: string) =>
      php(
        `$base = new mysqli('a');\n$row = ${row};\n` +
          `foreach ($row as $key => $value) { $base->query("UPDATE a SET ${value} WHERE id = 1"); }`,
      );
    expect(await each("['name' => $_POST['name']]", '$key = 1')).toEqual([]);
    expect(await each("['name' => $_POST['name']]", 'name = $value')).toEqual(['sql-injection as the rule']);
    expect(await each("[$_POST['name'] => 1]", '$key = 1')).toEqual(['sql-injection as the rule']);
    expect(await each('$_POST', '$key = 1')).toEqual(['sql-injection as the rule']);
  });

  it('is a whole statement of SQL, as of a page for statements', async () => {
    const base = "$base = new mysqli('a', 'b', 'c', 'd');\n";
    expect(await php(`${base}$base->query($_POST['query']);`)).toEqual(['sql-injection medium']);
    expect(await php(`${base}$q = $_POST['query']; // all of "it"\n$base->query($q);`)).toEqual([
      'sql-injection medium',
    ]);
    expect(await php(`${base}$base->query('DROP TABLE ' . $_POST['name']);`)).toEqual(['sql-injection as the rule']);
    expect(await php(`${base}$base->query($_POST['begin'] . ' LIMIT 1');`)).toEqual(['sql-injection as the rule']);
  });

  it('is escaped by a function of the program, by its name', async () => {
    const base = "$base = new mysqli('a', 'b', 'c', 'd');\n";
    const escaped = (call: string) =>
      php(`${base}$name = DB()->${call}($_POST['name']);\n$base->query("SELECT * FROM t WHERE n = '$name'");`);
    expect(await escaped('escape')).toEqual(['sql-injection medium']);
    expect(await escaped('lowered')).toEqual(['sql-injection as the rule']);
  });

  it('is of a file that ends unless it runs on the command line', async () => {
    const run = "exec('ls ' . $_GET['name']);";
    expect(await php(`if (PHP_SAPI !== 'cli') {\n  exit(1);\n}\n${run}`)).toEqual(['command-injection medium']);
    expect(await php(`if (defined('STDIN')) {\n  f();\n}\nelse {\n  exit;\n}\n${run}`)).toEqual([
      'command-injection medium',
    ]);
    expect(await php(`parse_str($argv[1], $_GET);\n${run}`)).toEqual(['command-injection medium']);
    expect(await php(`if (PHP_SAPI === 'cli') {\n  f();\n}\n${run}`)).toEqual(['command-injection as the rule']);
  });

  it('is the end of a name that begins with a text of the program', async () => {
    expect(await php("unlink('wave_' . $_GET['id'] . '.png');")).toEqual(['path-traversal medium']);
    expect(await php("unlink('waves/' . $_GET['id'] . '.png');")).toEqual(['path-traversal as the rule']);
    expect(await php("unlink('/srv/waves' . $_GET['path']);")).toEqual(['path-traversal as the rule']);
  });

  it('is a part of the path that the router of Go finds without a slash', async () => {
    const gin = (name: string) =>
      found('go-data-flow', {
        'a.go':
          `package a\nimport (\n"os"\n"github.com/gin-gonic/gin"\n)\nfunc main() {\n  r := gin.Default()\n` +
          `  r.GET("/a", func(c *gin.Context) {\n    os.Open("icons/" + c.Param("${name}"))\n  })\n}\n`,
      });
    expect(await gin('id')).toEqual(['path-traversal medium']);
    expect(await gin('filepath')).toEqual(['path-traversal as the rule']);
  });

  it('is an address of the request that is called', async () => {
    const called = (name: string) => php(`$state = ${name};\ncall_user_func($state['back'], 1);`);
    expect(await called("$_SERVER['REQUEST_URI']")).toEqual(['code-injection medium']);
    expect(await called("$_GET['state']")).toEqual(['code-injection as the rule']);
  });

  it('is SQL with a value that is compared with a name, and not with nothing', async () => {
    const ordered = (condition: string) =>
      found('js-data-flow', {
        'a.js':
          'const express = require("express");\nconst { Pool } = require("pg");\nconst pool = new Pool();\n' +
          `express().get("/", async (req, res) => {\nconst name = req.query.name;\n${condition}\n` +
          'await pool.query("SELECT * FROM t WHERE name = \'" + name + "\'");\n});\n',
      });
    expect(await ordered('if (names.first === name) log();')).toEqual(['sql-injection medium']);
    expect(await ordered('if (name === undefined) log();')).toEqual(['sql-injection as the rule']);
    expect(await ordered('if (undefined === name) log();')).toEqual(['sql-injection as the rule']);
  });

  const java = (after: string) =>
    found('java-data-flow', {
      'A.java':
        'import java.io.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n' +
        '  @GetMapping("/a")\n  void copy(@RequestParam String q) throws IOException {\n' +
        `    File file = new File("a/" + q);\n    ${after}\n    new FileInputStream(file);\n  }\n}\n`,
    });

  it('is a path that the lines after look at', async () => {
    expect(await java('if (file.getPath().contains("..")) throw new IOException();')).toContain(
      'path-traversal medium',
    );
    expect(await java('if (file.exists()) log();')).toContain('path-traversal as the rule');
  });

  const key = (comment: string) =>
    found('java-data-flow', {
      'A.java':
        'import javax.crypto.spec.SecretKeySpec;\nclass A {\n' +
        `  // ${comment}\n  Object key() { return new SecretKeySpec("abcdefghijklmnop".getBytes(), "AES"); }\n}\n`,
    });

  it('is a key for old data', async () => {
    expect(await key('Kept for backward compatibility.')).toEqual(['hard-coded-key medium']);
    expect(await key('The key.')).toEqual(['hard-coded-key as the rule']);
  });
});

describe('an address of which a part is appended', () => {
  const asked = (host: string, before: string) =>
    found('php-data-flow', {
      'a.php': `<?php\n$url = ${host};\n$url ${before}= $_SERVER['REQUEST_URI'];\n$all = curl_init($url);\n`,
    });

  it('is as sure as what stands before it', async () => {
    expect(await asked("'https://a.example'", '.')).toEqual(['request-forgery medium']);
    expect(await asked("$_GET['h']", '.')).toEqual(['request-forgery as the rule']);
    expect(await asked("''", '')).toEqual(['request-forgery as the rule']);
  });
});

describe('what is harmless', () => {
  const shown = async (body: string) => {
    const rules = await found('php-data-flow', {
      'src/A.php':
        '<?php\nuse Symfony\\Component\\HttpFoundation\\{Request, Response};\nclass A {\n' +
        `  public function show(Request $request) {\n    ${body}\n  }\n}\n`,
    });
    return rules.filter((rule) => rule.startsWith('cross-site-scripting'));
  };

  it('is an answer that its headers call plain text', async () => {
    const answer = (type: string) =>
      shown(`return new Response($request->get('q'), 200, ['Content-Type' => '${type}']);`);
    expect(await answer('text/plain')).toEqual([]);
    expect(await answer('text/html')).toEqual(['cross-site-scripting as the rule']);
  });

  it('is what stands in a file that input names', async () => {
    expect(await shown("return new Response($this->files->read($request->get('q')));")).toEqual([]);
    expect(await shown("return new Response(trim($request->get('q')));")).toEqual(['cross-site-scripting as the rule']);
  });

  const aspNet = (value: string) =>
    found('csharp-data-flow', {
      'A.cs':
        'using System.Web;\nusing System.Web.Mvc;\nusing System.Diagnostics;\n' +
        'public class AController : Controller {\n' +
        `  public void Run() { Process.Start("cmd", "/c " + ${value}); }\n}\n`,
    });

  it('is what the server of ASP.NET sets', async () => {
    expect(await aspNet('Request.ServerVariables["APP_POOL_ID"]')).toEqual([]);
    expect(await aspNet('Request.Url.Scheme')).toEqual([]);
    expect(await aspNet('Request.ServerVariables["HTTP_HOST"]')).toEqual(['command-injection as the rule']);
  });

  const mongoid = (value: string) =>
    found('ruby-data-flow', {
      Gemfile: "gem 'rails'\ngem 'mongoid'\n",
      'app/models/notice.rb': "require 'mongoid'\n\nclass Notice\n  include Mongoid::Document\nend\n",
      'app/controllers/notices_controller.rb':
        "require 'mongoid'\n\nclass NoticesController < ApplicationController\n  def show\n" +
        `    Notice.find(${value})\n  end\nend\n`,
    });

  it('is a key that Rails checks', async () => {
    expect(await mongoid('params.expect(:id)')).toEqual([]);
    expect(await mongoid('params[:id]')).toEqual(['nosql-injection as the rule']);
    expect(await mongoid('params.expect(name)')).toEqual(['nosql-injection as the rule']);
  });

  const gorm = (type: string) =>
    found('go-data-flow', {
      'a.go':
        'package a\n\nimport (\n\t"encoding/json"\n\t"net/http"\n\n\t"github.com/jinzhu/gorm"\n)\n\n' +
        'type Target struct {\n\tName string\n}\n\n' +
        `func find(tx *gorm.DB, t ${type}) {\n\ttx.Where(t).First(&Target{})\n}\n\n` +
        `func Handle(w http.ResponseWriter, r *http.Request, db *gorm.DB) {\n\tvar t ${type}\n` +
        '\tjson.NewDecoder(r.Body).Decode(&t)\n\tfind(db, t)\n}\n',
    });

  it('is a record by which gorm looks', async () => {
    expect(await gorm('Target')).toEqual([]);
    expect(await gorm('string')).toEqual(['sql-injection as the rule']);
  });

  const callable = (first: string) =>
    found('php-data-flow', {
      'a.php':
        `<?php\nclass Api { static function one() {} }\n$class = ${first};\n` +
        "$work = [$class, $_GET['action']];\ncall_user_func_array($work, []);\n",
    });

  it('is a method of a class that the code names', async () => {
    expect(await callable('Api::class')).toEqual([]);
    expect(await callable("$_GET['class']")).toContain('code-injection as the rule');
  });

  const dispatched = (list: string) =>
    found('php-data-flow', {
      'a.php':
        '<?php\nclass Api {\n  const LIST = ["a" => One::class];\n  function handle($more) {\n' +
        `    $action = $_GET['action'];\n    $class = ${list}[$action] ?? null;\n` +
        "    if ($class === null) { return; }\n    include('pages/' . $action);\n  }\n}\n",
    });

  it('is looked for in a list of the code', async () => {
    expect(await dispatched('self::LIST')).toEqual(['file-inclusion medium']);
    expect(await dispatched('$more')).toEqual(['file-inclusion as the rule']);
  });
});

describe('a name that begins with a text of the program', () => {
  const renamed = (name: string) =>
    found('js-data-flow', {
      'a.js':
        "const fs = require('fs');\nlet file = '';\nrequire('express')().post('/:id', (req, res) => {\n" +
        "  if (req.query.all) file = folder + '/all/';\n" +
        `  else file = folder + '/one/' + ${name};\n` +
        "  later().then(() => {\n    if (req.query.all) file = file + 'all.bak';\n" +
        "    fs.rename(file, file + '.old', () => res.end());\n  });\n});\n",
    });

  it('leaves no folder, though other code sets it, too', async () => {
    expect(await renamed("'channel-' + req.params.id")).toEqual(['path-traversal medium']);
    expect(await renamed('`channel-${req.params.id}`')).toEqual(['path-traversal medium']);
    expect(await renamed('req.params.id')).toEqual(['path-traversal as the rule']);
    expect(await renamed("'channel/' + req.params.id")).toEqual(['path-traversal as the rule']);
  });

  const run = (statements: string) =>
    found('go-data-flow', {
      'a.go':
        'package a\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc run(w http.ResponseWriter, r *http.Request) {\n' +
        `\tname := r.FormValue("name")\n\t${statements}\n}\n`,
    });

  it('is that of few programs', async () => {
    expect(await run('exec.Command("tool-"+name, "--version").Run()')).toEqual(['command-injection medium']);
    expect(await run('exec.Command(name, "--version").Run()')).toEqual(['command-injection as the rule']);
    expect(await run('exec.Command("tools/"+name).Run()')).toEqual(['command-injection as the rule']);
    expect(await run('exec.Command("sh", "-c", "tool-"+name).Run()')).toEqual(['command-injection as the rule']);
  });
});

describe('the path of a request', () => {
  const read = (route: string) =>
    found('js-data-flow', {
      'a.js':
        "const fs = require('fs');\nconst path = require('path');\n" +
        `require('express')().get(${route}, (req, res) => {\n` +
        "  const file = path.join(root, req.path);\n  res.send(fs.readFileSync(file, 'utf8'));\n});\n",
    });

  it('names files of one ending where its route says so', async () => {
    expect(await read("'/*.html'")).toContain('path-traversal medium');
    expect(await read("['/', '/*.html']")).toContain('path-traversal medium');
    expect(await read("'/*'")).toContain('path-traversal as the rule');
  });
});
