import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const rulesOf = async (tool: string, file: string, text: string): Promise<string[]> =>
  (await runOn(profile, flowTools, { [file]: text })).tool(tool).findings.map(({ rule }) => rule);

const kotlin = (...body: readonly string[]) =>
  [
    'import java.nio.file.Files',
    'import java.nio.file.Path',
    'import org.springframework.web.bind.annotation.*',
    '@RestController',
    'class App(private val root: Path) {',
    '  @GetMapping("/")',
    '  fun view(@RequestParam name: String): Any? {',
    ...body.map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ].join('\n');

describe('a path that is put together', () => {
  const MADE = 'val file = root.resolve(name).normalize()';
  it.each([
    ['refused where it leaves its folder', [MADE, 'if (!file.startsWith(root)) return null', 'store.open(file)'], []],
    [
      'made plain where it is refused',
      [
        'val file = Path.of(name)',
        'if (!file.normalize().toAbsolutePath().startsWith(root))',
        '{',
        'throw Left()',
        '}',
        'store.open(file)',
      ],
      [],
    ],
    [
      'refused with its parent folders in it',
      ['val file = Path.of(name)', 'if (!file.startsWith(root)) return null', 'store.open(file)'],
      ['path-traversal'],
    ],
    ['not refused', [MADE, 'store.open(file)'], ['path-traversal']],
    [
      'refused in a comment',
      [MADE, '// if (!file.startsWith(root)) return null', 'store.open(file)'],
      ['path-traversal'],
    ],
    [
      'used before it is refused',
      [MADE, 'val text = Files.readString(file)', 'if (!file.startsWith(root)) return null', 'return text'],
      ['path-traversal'],
    ],
    ['a text again', ['return Path.of(name).normalize().toString()'], []],
    ['opened', ['return Files.readString(Path.of(name).normalize())'], ['path-traversal']],
  ])('is %s', async (_, body, rules) => {
    const found = await rulesOf('kotlin-data-flow', 'App.kt', kotlin(...body));
    expect([...new Set(found)]).toEqual(rules);
  });
});

describe('a file of Java', () => {
  const java = (...body: readonly string[]) =>
    [
      'import java.io.*;',
      'import javax.servlet.http.*;',
      'class A extends HttpServlet {',
      '  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws IOException {',
      '    String q = r.getParameter("q");',
      ...body.map((line) => `    ${line}`),
      '  }',
      '  void other(File file) { file.delete(); }',
      '}',
      '',
    ].join('\n');
  const MADE = 'File file = new File("/srv/(" + q.trim());';

  it.each([
    ['is named at once', ['log(new File("/srv/" + q.trim()).getName());']],
    ['is named later', [MADE, 'if (q != null) { log(file.getName(), "file"); }', 'return file.equals(other);']],
    ['is compared', ['File file = new File(q);', 'if (other.equals(file)) { return; }']],
    ['is never used', ['File file = new File(q);', '// file.delete();']],
    [
      'is named in a list',
      [
        'List<File> files = new ArrayList<>();',
        'files.add(new File(q));',
        'for (File file : files) {',
        '  log(file.getName());',
        '}',
      ],
    ],
  ])('that %s opens nothing', async (_, body) => {
    expect(await rulesOf('java-data-flow', 'A.java', java(...body))).toEqual([]);
  });

  it.each([
    ['is opened later', [MADE, 'log(file.getName());', 'file.delete();']],
    ['is opened in a block', [MADE, 'if (file.getName() != null) {', '  open(file);', '}']],
    ['is given away', [MADE, 'store.keep(file);']],
    [
      'is opened in a list',
      [
        'List<File> files = new ArrayList<>();',
        'files.add(new File("/srv/" + q));',
        'for (File file : files) {',
        '  log(file.getName());',
        '  file.delete();',
        '}',
      ],
    ],
    ['is asked whether it is there', [MADE, 'if (file.exists()) { return; }']],
    ['is opened by its parent', ['new File("/srv/" + q).getParentFile().mkdirs();']],
    ['is opened by another method', ['this.other(new File("/srv/" + q));']],
  ])('that %s may be any', async (_, body) => {
    expect(await rulesOf('java-data-flow', 'A.java', java(...body))).toContain('path-traversal');
  });

  it('whose name is opened is reported where that happens', async () => {
    const text = java('String path = new File("/srv/" + q).getPath();', 'new FileInputStream(path);');
    const { findings } = (await runOn(profile, flowTools, { 'A.java': text })).tool('java-data-flow');
    expect(findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['path-traversal 7']);
  });
});

describe('a header of an answer', () => {
  const java = (value: string) =>
    'import javax.servlet.http.*;\nclass A extends HttpServlet {\n' +
    `  protected void doGet(HttpServletRequest q, HttpServletResponse s) {\n    s.setHeader("X", ${value});\n  }\n}\n`;

  it.each([
    ['a header of the request', 'q.getHeader("X")', []],
    ['a parameter of the request', 'q.getParameter("x")', ['header-injection']],
  ])('gets %s', async (_, value, rules) =>
    expect(await rulesOf('java-data-flow', 'A.java', java(value))).toEqual(rules),
  );
});

describe('the address of a page', () => {
  it.each([
    ['as the base of another', 'const a = new URL(given, self.location.href);\neval(a.tail);', []],
    ['as the base of nothing', "const a = new URL('', self.location.href);\neval(a.tail);", ['code-injection']],
    ['by itself', 'const a = new URL(self.location.href);\neval(a.tail);', ['code-injection']],
  ])('%s', async (_, text, rules) => expect(await rulesOf('js-data-flow', 'a.js', `${text}\n`)).toEqual(rules));
});

describe('a text of Ruby that is marked as markup', () => {
  const view = (body: string, file = 'app/views/a/b.html.erb') => rulesOf('ruby-data-flow', file, `<%= ${body} %>\n`);

  it.each([
    ['within another text', 'submit_tag "all of #{params[:q].html_safe}"', []],
    ['by itself', 'params[:q].html_safe', ['cross-site-scripting']],
    ['together with the other text', '"all of #{params[:q].html_safe}".html_safe', ['cross-site-scripting']],
    ['joined to a text', 'submit_tag("no " + "#{params[:q]}".html_safe)', []],
  ])('%s', async (_, body, rules) => expect([...new Set(await view(body))]).toEqual(rules));
});

describe('a method of an object of PHP', () => {
  const page = (kind: string, method: string) =>
    '<?php\nfunction run($class, $method) {\n' +
    `  ${kind};\n  $page = new $class($_GET['q']);\n  call_user_func_array([$page, ${method}], []);\n}\n`;

  it.each([
    ['that was made with input', page('', '$method'), []],
    ['that input names', page('', "$_GET['m']"), ['code-injection']],
    [
      'whose class another function names',
      page('', '$method').replace('function run', 'function other() { $class = "A"; }\nfunction run'),
      [],
    ],
    ['whose class input names', page("$class = $_GET['c']", '$method'), ['unsafe-reflection', 'code-injection']],
  ])('%s', async (_, text, rules) => {
    const found = await rulesOf('php-data-flow', 'a.php', text);
    expect(found).toEqual(rules);
  });
});

it.each([
  [
    'the whole body, an object or a list, as JSON',
    'const body = req.body; body.map((each) => each.id); res.send(body);',
    0,
  ],
  ['a part of the body as it is', 'res.send(req.body.name);', 1],
  ['a text with the body', 'res.send(`<p>${req.body}</p>`);', 1],
])('Express answers %s', async (_, answer, count) => {
  const text = `import express from 'express';\nexpress().put('/', (req, res) => { ${answer} });\n`;
  const found = await rulesOf('js-data-flow', 'app.mjs', text);
  expect(found.filter((rule) => rule === 'cross-site-scripting')).toHaveLength(count);
});

it.each([
  ['req.files.forEach((file) => fs.unlink(file.path, () => {}))', 0],
  ['fs.unlink(req.file.path, () => {})', 0],
  ['fs.unlink(`uploads/a.${(await fileType.fromBuffer(req.file.buffer)).ext}`, () => {})', 0],
  ['fs.unlink(`uploads/${req.file.originalname}`, () => {})', 1],
  ['fs.unlink(`uploads/${req.file.key}`, () => {})', 0],
  ['fs.writeFile(`uploads/${req.files.photo.name}`, req.files.photo.data, () => {})', 1],
])(
  'takes the name that a client gives to an upload for input, and no place where the server keeps it: %s',
  async (use, count) => {
    const text =
      "import express from 'express';\nimport fs from 'node:fs';\nimport fileType from 'file-type';\n" +
      `express().put('/', async (req, res) => { ${use}; });\n`;
    const found = await rulesOf('js-data-flow', 'app.mjs', text);
    expect(found.filter((rule) => rule === 'path-traversal')).toHaveLength(count);
  },
);

describe('an answer of Go without a type of its own', () => {
  const go = (...body: readonly string[]) =>
    [
      'package a',
      'import (\n\t"io"\n\t"net/http"\n)',
      'func show(w http.ResponseWriter, r *http.Request) {',
      ...body.map((line) => `\t${line}`),
      '}',
      'func main() { http.HandleFunc("/", show) }',
      '',
    ].join('\n');
  const WORDS = 'io.WriteString(w, "No such name: "+r.URL.Query().Get("q"))';

  it.each([
    ['begins with words', [WORDS], []],
    [
      'begins with words, and another branch says that it is JSON',
      ['if r.Method == "PUT" {', '\tw.Header().Set("Content-Type", "application/json")', '\treturn', '}', WORDS],
      [],
    ],
    ['begins with input', ['io.WriteString(w, r.URL.Query().Get("q"))'], ['cross-site-scripting']],
    ['is markup by its type', ['w.Header().Set("Content-Type", "text/html")', WORDS], ['cross-site-scripting']],
  ])('%s', async (_, body, rules) => expect(await rulesOf('go-data-flow', 'a.go', go(...body))).toEqual(rules));
});

it.each([
  ['{ genes(where: {name: {_eq: \\"%s\\"}}) { name } }', []],
  ['query Genes { genes(order_by: {name: asc}, where: {name: {_eq: \\"%s\\"}}) { name } }', []],
  ["SELECT name FROM genes WHERE name = '%s'", ['sql-injection']],
])('takes a query of GraphQL for no statement of SQL: %s', async (query, rules) => {
  const text =
    'import org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n  private Consumer consumer;\n' +
    '  @GetMapping("/")\n  public Object view(@RequestParam String q) {\n' +
    `    return consumer.executeQuery(String.format("${query}", q));\n  }\n}\n`;
  expect(await rulesOf('java-data-flow', 'A.java', text)).toEqual(rules);
});
