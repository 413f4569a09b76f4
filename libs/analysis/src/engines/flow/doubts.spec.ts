import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const found = async (tool: string, tree: Record<string, string>) =>
  (await runOn(profile, flowTools, tree)).tool(tool).findings;

describe('a way that is right less often', () => {
  it('is weighed less where it leads through many files, and says so', async () => {
    const hops = ['a', 'b', 'c', 'd'];
    const tree = Object.fromEntries(
      hops.map((name, index) => {
        const next = hops[index + 1];
        const body = next ? `const { run } = require('./${next}');\nexports.run = (x) => run(x);\n` : undefined;
        return [`${name}.js`, body ?? "const { exec } = require('child_process');\nexports.run = (x) => exec(x);\n"];
      }),
    );
    const app = "const { run } = require('./a');\nrequire('express')().get('/', (req) => run(req.query.q));\n";
    const [finding, ...others] = await found('js-data-flow', { ...tree, 'app.js': app });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: 'd.js', severity: 'low' });
    expect(finding!.message).toContain('Less sure: its way leads through 5 files');
  });

  it.each([
    ['admin/app.js', 'medium'],
    ['app/admin/users.js', 'medium'],
    ['app/views/admin_users/list.js', 'medium'],
    ['administered/app.js', undefined],
    ['badmin.js', undefined],
  ])('is weighed by who gets to where it comes in: %s', async (file, severity) => {
    const app = "const { exec } = require('child_process');\n";
    const [finding] = await found('js-data-flow', {
      [file]: `${app}require('express')().get('/', (req) => exec(req.query.q));\n`,
    });
    expect(finding!.severity).toBe(severity);
  });

  it('may lead through one file more where a text is composed and run', async () => {
    const hops = ['a', 'b'].map((name, index) => [
      `${name}.js`,
      `const { run } = require('./${['b', 'c'][index]!}');\nexports.run = (x) => run(x);\n`,
    ]);
    const through = (end: string) =>
      found('js-data-flow', {
        ...Object.fromEntries(hops),
        'c.js': `exports.run = (x) => ${end};\n`,
        'app.js': "const { run } = require('./a');\nrequire('express')().get('/', (req) => run(req.query.q));\n",
      });
    const severities = async (end: string) => (await through(end)).map(({ severity }) => severity);
    expect(await severities("require('child_process').exec(x)")).toEqual(['medium']);
    expect(await severities("require('fs').readFile('files/' + x, () => 0)")).toEqual(['low']);
  });

  it.each([
    ['echo $_GET["a"];', 'medium'],
    ['hand($_GET["a"]);\nfunction hand($a) {\n  show($a);\n}\nfunction show($a) {\n  echo $a;\n}', 'medium'],
    ['$a = $_GET["a"]; \nif (strlen($a) > 9) exit;\necho $a;', 'low'],
    ['header("Location: " . $_GET["a"]);', 'low'],
  ])('is weighed on pages of administrators by all else: %s', async (code, severity) => {
    const findings = await found('php-data-flow', { 'admin/page.php': `<?php\n${code}\n` });
    expect(findings.map((each) => each.severity)).toEqual([severity]);
  });

  describe('in a program of PHP of which a file escapes all that is sent', () => {
    const page = { 'a.php': "<?php\nmysqli_query($db, 'SELECT a FROM b WHERE c = ' . $_GET['q']);\n" };
    const walk = (body: string) =>
      `<?php\nfunction clean(&$v, $k) { $v = ${body}; }\narray_walk_recursive($_GET, 'clean');\n`;

    it.each([
      ['low', walk('addslashes($v)')],
      ['low', walk('$db->real_escape_string($v)')],
      ['low', "<?php\n$_GET = array_map('addslashes', $_GET);\n"],
      ['low', '<?php\n$_GET = add_magic_quotes($_GET);\n'],
      [undefined, walk('trim($v)')],
      [undefined, walk('addslashes($v)').replace('_GET', '_POST')],
      [undefined, "<?php\n$_POST = array_map('addslashes', $_POST);\n"],
    ])('is weighed as %s: %s', async (severity, included) => {
      const findings = await found('php-data-flow', { ...page, 'common.php': included });
      expect(findings.map((each) => [each.file, each.rule, each.severity])).toEqual([
        ['a.php', 'sql-injection', severity],
      ]);
    });
  });

  it('is weighed less in the address of a link of Rails', async () => {
    const [finding] = await found('ruby-data-flow', { 'a.rb': 'link_to "Back", params[:back]\n' });
    expect(finding).toMatchObject({ rule: 'cross-site-scripting', severity: 'low' });
  });

  it('keeps its weight where it is short', async () => {
    const run = "const { exec } = require('child_process');\nexports.run = (x) => exec(x);\n";
    const app = "const { run } = require('./a');\nrequire('express')().get('/', (req) => run(req.query.q));\n";
    const [finding] = await found('js-data-flow', { 'a.js': run, 'app.js': app });
    expect(finding!.severity).toBeUndefined();
    expect(finding!.message).not.toContain('Less sure');
  });

  it('is weighed less where a static property holds the value, also within an array', async () => {
    const shop =
      'class Shop { static $all = []; static $one; }\n' +
      "Shop::$all = ['q' => $_GET['q']];\nShop::$one = $_GET['q'];\n";
    const findings = await found('php-data-flow', {
      'a.php': `<?php\n${shop}system(Shop::$all['q']);\nsystem(Shop::$one);\n`,
    });
    expect(findings.map(({ severity }) => severity)).toEqual(['low', 'low']);
    expect(findings[0]!.message).toContain('it is kept where any part of the program may change it');
  });

  it('is weighed less where nobody knows what a call gives back', async () => {
    const [finding] = await found('php-data-flow', { 'a.php': '<?php\nsystem($job->prepared($_GET["q"]));\n' });
    expect(finding).toMatchObject({ severity: 'low' });
    expect(finding!.message).toContain('it goes through a call that is not known');
  });

  it('is weighed less where a function by its name makes the value safe', async () => {
    const escape =
      "function url_escape($x) {\n  $map = [];\n  foreach (str_split(ini_get('x')) as $c) $map[$c] = 'a';\n" +
      '  return strtr($x, $map);\n}';
    const [finding] = await found('php-data-flow', { 'a.php': `<?php\n${escape}\necho url_escape($_GET['q']);\n` });
    expect(finding).toMatchObject({ rule: 'cross-site-scripting', severity: 'low' });
  });

  it('names no variable that the source does not have', async () => {
    const [finding] = await found('php-data-flow', {
      'a.php': "<?php\nforeach ($_GET['all'] as $each) {\n  system($each);\n}\n",
    });
    expect(finding!.trace!.steps.map(({ text }) => text)).toEqual([
      'the query of the request comes in',
      'given to system',
    ]);
  });
});

describe('a function of the target that escapes', () => {
  it.each([
    [
      'calls itself for arrays',
      'function h($x) { if (is_array($x)) { return h(reset($x)); } return htmlspecialchars($x); }',
    ],
    ['hands the text on', 'function h($x) { return trim(e($x)); }\nfunction e($x) { return htmlspecialchars($x); }'],
    ['replaces the signs', "function h($x) { return str_replace(['&', '<', '\"'], ['&amp;', '&lt;', '&quot;'], $x); }"],
  ])('is known for one where it %s', async (_, helper) => {
    expect(await found('php-data-flow', { 'a.php': `<?php\n${helper}\necho h($_GET['q']);\n` })).toEqual([]);
  });

  it('is known for one where calls are nested too deep to follow it', async () => {
    const depth = 14;
    const nested = Array.from({ length: depth }, (_, n) =>
      n === depth - 1 ? `function f${n}($x) { echo h($x); }` : `function f${n}($x) { f${n + 1}($x); }`,
    );
    const hops = Array.from(
      { length: 11 },
      (_, n) => `function g${n}($x) { return ${n === 10 ? 'h($x)' : `g${n + 1}($x)`}; }`,
    );
    const escape = 'function h($x) { return e($x); }\nfunction e($x) { return htmlspecialchars($x); }';
    const text = `<?php\n${[...nested, ...hops, escape].join('\n')}\necho g0($_GET['q']);\n`;
    expect(await found('php-data-flow', { 'a.php': text })).toEqual([]);
  });

  it('is none where it gives back what it got', async () => {
    const helper = 'function h($x) { if (is_array($x)) { return h(reset($x)); } return trim($x); }';
    expect(await found('php-data-flow', { 'a.php': `<?php\n${helper}\necho h($_GET['q']);\n` })).toHaveLength(1);
  });
});

describe('a query of MongoDB', () => {
  const query = (criteria: string) =>
    "const { MongoClient } = require('mongodb');\n" +
    `require('express')().get('/', (req) => db.collection('a').find(${criteria}));\n`;

  it('runs the text of $where as code', async () => {
    const text = query('{ $where: `this.stocks > ${req.query.q}` }');
    expect(await found('js-data-flow', { 'a.js': text })).toMatchObject([{ rule: 'nosql-injection' }]);
    expect(await found('js-data-flow', { 'a.js': query('{ name: `a ${req.query.q}` }') })).toEqual([]);
  });
});

describe('the type of the answer', () => {
  const php = (before: string) => ({ 'a.php': `<?php\n${before}\necho $_GET['q'];\n` });
  const java = (before: string) => ({
    'A.java': `class A extends HttpServlet {
  void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    ${before}
    resp.getWriter().println(req.getParameter("q"));
  }
}
`,
  });
  const js = (before: string) => ({
    'a.js': `require('express')().get('/', (req, res) => {\n  ${before}\n  res.send('' + req.query.q);\n});\n`,
  });
  const go = (before: string) => ({
    'a.go': `package main

import (
	"fmt"
	"net/http"
)

func show(w http.ResponseWriter, r *http.Request) {
	${before}
	fmt.Fprint(w, r.FormValue("q"))
}
`,
  });

  it.each([
    ['php-data-flow', php("header('Content-Type: text/plain; charset=utf-8');")],
    ['php-data-flow', php("header('content-type: application/json');")],
    ['php-data-flow', php("function plain() { header('Content-Type: text/plain'); }\nplain();")],
    ['java-data-flow', java('resp.setContentType("text/plain");')],
    ['js-data-flow', js("res.set('Content-Type', 'text/plain');")],
    ['js-data-flow', js("res.type('json');")],
    ['go-data-flow', go('w.Header().Set("Content-Type", "text/plain")')],
  ])('lets nothing be markup of a plain answer (%s, %#)', async (tool, tree) => {
    expect(await found(tool, tree)).toEqual([]);
  });

  it.each([
    ['php-data-flow', php("header('Content-Type: text/html');")],
    ['php-data-flow', php("if (mt_rand() > 5) { header('Content-Type: text/plain'); }")],
    ['php-data-flow', php("header('Content-Type: text/plain');\nheader('Content-Type: text/html');")],
    ['java-data-flow', java('resp.setContentType("text/html");')],
    ['js-data-flow', js("res.type('html');")],
    ['go-data-flow', go('w.Header().Set("Content-Type", "text/html")')],
  ])('lets the input be markup of any other (%s, %#)', async (tool, tree) => {
    expect((await found(tool, tree)).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['cross-site-scripting', undefined],
    ]);
  });

  it('is uncertain where the program chooses it', async () => {
    const [finding] = await found('php-data-flow', php("header('Content-Type: ' . type());"));
    expect(finding).toMatchObject({ rule: 'cross-site-scripting', severity: 'low' });
  });
});
