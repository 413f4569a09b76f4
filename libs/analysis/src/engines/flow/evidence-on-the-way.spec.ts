import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const weighed = async (tool: string, tree: Record<string, string>): Promise<string[]> =>
  (await runOn(profileOf('flow'), flowTools, tree))
    .tool(tool)
    .findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as told'}`);

const ASKED = 'the lines on the way ask what it is';

describe('a question about the input that the interpreter cannot decide', () => {
  const page = (question: string) => ({
    'page.php': `<?php\n$start = $_GET['start'];\n${question}\nlisted("SELECT a FROM b LIMIT $start");\n`,
    'lib.php': '<?php\nfunction listed($sql) {\n  global $db;\n  return mysqli_query($db, $sql);\n}\n',
  });

  it.each([
    ['compares it with what is made of it', 'if (intval($start) != $start) { report($start); }'],
    ['asks for a pattern', "if (!preg_match('/(a|b)/', $start)) { report($start); }"],
    ['looks for it in a list', 'if (!in_array($start, $known)) { report($start); }'],
    ['checks it by its name', 'Forms::checkStart($start);'],
  ])('is for a reader where a file %s and another one runs the statement', async (_, question) => {
    expect(await weighed('php-data-flow', page(question))).toEqual(['sql-injection medium']);
    const { findings } = (await runOn(profileOf('flow'), flowTools, page(question))).tool('php-data-flow');
    expect(findings[0]!.message).toContain(ASKED);
  });

  it.each([
    'report($start);',
    "if (!$start) { $start = $_GET['start']; }",
    "if (!preg_match('/^a$/', md5($start))) { report($start); }",
    '// preg_match of $start',
  ])('is none in %s', async (line) => {
    expect(await weighed('php-data-flow', page(line))).toEqual(['sql-injection as told']);
  });

  it('is one in the line that reads it, and in the lines above', async () => {
    const tag = (condition: string) => ({
      'a.php': `<?php\nif (${condition}) {\n  system('ls ' . $_GET['tag']);\n}\n`,
    });
    const asks = "isset($_GET['tag']) && preg_match('/[a-z]/', trim($_GET['tag']))";
    expect(await weighed('php-data-flow', tag(asks))).toEqual(['command-injection medium']);
    expect(await weighed('php-data-flow', tag("isset($_GET['tag'])"))).toEqual(['command-injection as told']);
  });

  it('is one where a list of the code is read by it', async () => {
    const icons = (list: string) => ({
      'a.php': `<?php\nforeach (${list} as $icon) {\n  echo '<i class="' . $_GET['style'] . $icon . '">';\n}\n`,
    });
    const listed = await weighed('php-data-flow', icons("$icons[$_GET['style']]"));
    expect(listed).toEqual(['cross-site-scripting medium']);
    expect(await weighed('php-data-flow', icons('$icons'))).toEqual(['cross-site-scripting as told']);
  });

  it('is one for paths where they are asked where they lead', async () => {
    const server = (line: string) => ({
      'a.js':
        "const path = require('path');\nrequire('express')().get('/', (req, res) => {\n" +
        '  const asked = req.query.name;\n' +
        `  ${line}\n  res.sendFile(path.join('files/', asked));\n});\n`,
    });
    const found = 'const found = plugins.find((each) => asked.startsWith(each.path));';
    expect(await weighed('js-data-flow', server(found))).toEqual(['path-traversal medium']);
    expect(await weighed('js-data-flow', server('console.log(asked);'))).toEqual(['path-traversal as told']);
  });
});

describe('a call that checks what is read again further down', () => {
  const upload = (above: string) => ({
    'Upload.java':
      'import java.io.*;\nimport org.springframework.web.bind.annotation.*;\n' +
      'import org.springframework.web.multipart.MultipartFile;\n@RestController\nclass Upload {\n' +
      `  @PostMapping("/a")\n  public void keep(MultipartFile file) throws IOException {\n${above}` +
      `${'    count();\n'.repeat(20)}    new FileOutputStream("/srv/" + file.getOriginalFilename());\n  }\n}\n`,
  });
  const check = '    Names.validateName(file.getOriginalFilename());\n';

  it('is for a reader in the same function alone', async () => {
    expect(await weighed('java-data-flow', upload(check))).toEqual(['path-traversal medium']);
    expect(await weighed('java-data-flow', upload(''))).toEqual(['path-traversal as told']);
    const other = `${check}  }\n  public void other(MultipartFile file) throws IOException {\n`;
    expect(await weighed('java-data-flow', upload(other))).toEqual(['path-traversal as told']);
  });

  it('is one that compares the token of a form', async () => {
    const page = (above: string) => ({
      'a.php': `<?php\n${above}${'count_all();\n'.repeat(20)}$token = $_POST['token'];\necho $token;\n`,
    });
    expect(await weighed('php-data-flow', page("$all->csrf_cookie('is', $_POST['token']);\n"))).toEqual([
      'cross-site-scripting medium',
    ]);
    expect(await weighed('php-data-flow', page("$all->count('is', $_POST['token']);\n"))).toEqual([
      'cross-site-scripting as told',
    ]);
  });

  it('is one for the builder that the input was put into', async () => {
    const query = (line: string) => ({
      'Service.java':
        'import org.springframework.jdbc.core.JdbcTemplate;\nclass Service {\n  JdbcTemplate template;\n' +
        '  Object list(String order) {\n    StringBuilder text = new StringBuilder("select a from b");\n' +
        `    text.append(" order by ").append(order);\n    ${line}\n` +
        '    return template.queryForList(text.toString());\n' +
        '  }\n}\n',
      'Pages.java':
        'import org.springframework.web.bind.annotation.*;\n@RestController\nclass Pages {\n  Service service;\n' +
        '  @GetMapping("/a") public Object list(@RequestParam String order) { return service.list(order); }\n}\n',
    });
    expect(await weighed('java-data-flow', query('columns.validate(text.toString());'))).toEqual([
      'sql-injection medium',
    ]);
    expect(await weighed('java-data-flow', query('log(text.toString());'))).toEqual(['sql-injection as told']);
  });
});

describe('what another part of the program has a say in', () => {
  const controller = (body: string) => ({
    'A.java':
      'import java.io.*;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n' +
      '@RestController\nclass A {\n  @GetMapping("/a")\n' +
      `  void a(@RequestParam String name) throws IOException {\n${body}\n  }\n}\n`,
  });

  it('is what a service gives for the input', async () => {
    const kept = (value: string) =>
      controller(`    String title = ${value};\n    new FileOutputStream("files/" + title + ".zip");`);
    expect(await weighed('java-data-flow', kept('planService.titleOf(name)'))).toEqual(['path-traversal medium']);
    expect(await weighed('java-data-flow', kept('name.trim()'))).toEqual(['path-traversal as told']);
  });

  it('is the release of a library that makes objects', async () => {
    const made = (call: string) => controller(`    ${call};`);
    expect(await weighed('java-data-flow', made('new XStream().fromXML(name)'))).toEqual([
      'unsafe-deserialization medium',
    ]);
    expect(await weighed('java-data-flow', made('new XMLDecoder(new StringReader(name)).readObject()'))).toEqual([
      'unsafe-deserialization as told',
    ]);
  });

  it('is a path that a service gets', async () => {
    const used = (call: string) => controller(`    Path path = Paths.get("files", name);\n    ${call};`);
    expect(await weighed('java-data-flow', used('fileService.remove(path)'))).toContain('path-traversal medium');
    expect(await weighed('java-data-flow', used('Files.delete(path)'))).toContain('path-traversal as told');
  });

  it('is a variable that a script in between may set', async () => {
    const before = "extract($_GET);\n$settings = __DIR__ . '/settings.php';";
    const after = "$file = 'texts/' . $language . '.php';\nreadfile($file);";
    const page = (between: string) => ({ 'a.php': `<?php\n${before}\n${between}\n${after}\n` });
    expect(await weighed('php-data-flow', page('require_once $settings;'))).toEqual(['path-traversal medium']);
    expect(await weighed('php-data-flow', page("$other = 'a';"))).toEqual(['path-traversal as told']);
  });

  it('is a statement of a plug-in whose host runs first', async () => {
    const plugin = (included: string) => ({
      'front/a.php': `<?php\ninclude("${included}");\n$DB->query("SELECT a FROM b WHERE c='" . $_POST['id'] . "'");\n`,
    });
    expect(await weighed('php-data-flow', plugin('../../../inc/includes.php'))).toEqual(['sql-injection medium']);
    expect(await weighed('php-data-flow', plugin('../inc/includes.php'))).toEqual(['sql-injection as told']);
  });
});

describe('what a page of PHP prints', () => {
  const shown = (begin: string) => ({
    'a.php': `<?php\n${begin}\nforeach ((array) $_REQUEST['rows'] as $row) { echo "[$row]"; }\n`,
  });

  it('is for a reader where the file collects it', async () => {
    expect(await weighed('php-data-flow', shown('ob_start();'))).toEqual(['cross-site-scripting medium']);
    expect(await weighed('php-data-flow', shown('// no ob_start()'))).toEqual(['cross-site-scripting as told']);
  });
});

describe('a path without its slashes', () => {
  it('is for a reader', async () => {
    const page = (taken: string) => ({
      'a.php': `<?php\n$name = ${taken};\n$file = '';\nif ($b) { $file = "$b/$name"; }\ninclude_once $file;\n`,
    });
    const include = async (taken: string) => weighed('php-data-flow', page(taken));
    expect(await include("str_replace('/', '', $_REQUEST['name'])")).toEqual(['file-inclusion medium']);
    expect(await include("str_replace('../', '', $_REQUEST['name'])")).toEqual(['file-inclusion as told']);
  });

  it('still has them where another separator takes their place', async () => {
    const page = (put: string) => ({
      'A.cs':
        'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class A : Controller {\n' +
        '  [HttpGet("a")] public IActionResult Get(string n) {\n' +
        `    return PhysicalFile("/data/" + n.Replace('/', ${put}), "a/b");\n  }\n}\n`,
    });
    expect(await weighed('csharp-data-flow', page("'_'"))).toEqual(['path-traversal medium']);
    expect(await weighed('csharp-data-flow', page('Path.DirectorySeparatorChar'))).toEqual(['path-traversal as told']);
  });

  it('is for a reader in JavaScript where each of them goes', async () => {
    const server = (taken: string) => ({
      'a.js':
        "const fs = require('fs');\nrequire('express')().get('/', (req, res) => {\n" +
        `  const name = req.query.name.${taken};\n  fs.readFile('/data/' + name, (e, text) => res.json(text));\n});\n`,
    });
    expect(await weighed('js-data-flow', server("replace(/\\//g, '')"))).toEqual(['path-traversal medium']);
    expect(await weighed('js-data-flow', server("replace('/', '')"))).toEqual(['path-traversal as told']);
  });
});
