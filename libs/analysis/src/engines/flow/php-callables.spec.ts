import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'index.php': text })).tool('php-data-flow');
  return findings.map(({ rule }) => rule);
}

const CLASS = `<?php
namespace App;
class Text {
    function clean($text) { return htmlspecialchars($text); }
    static function escaped($text) { return htmlspecialchars($text); }
    static function same($text) { return $text; }
    function show() { $all = array_map(CALLABLE, $_POST); echo $all['name']; }
    function one() { echo call_user_func(CALLABLE, $_POST['name']); }
}
`;

describe('functions that PHP code names', () => {
  it.each([
    "array($this, 'clean')",
    "[$this, 'clean']",
    "'App\\Text::escaped'",
    "'self::escaped'",
    "[self::class, 'escaped']",
    "[__CLASS__, 'escaped']",
    "'htmlspecialchars'",
    'htmlspecialchars(...)',
    '$this->clean(...)',
    'self::escaped(...)',
  ])('make safe what they make safe when called: %s', async (callable) => {
    expect(await found(CLASS.replaceAll('CALLABLE', callable).replace(/.*function one.*\n/, ''))).toEqual([]);
  });

  it.each([
    "[self::class, 'same']",
    "'App\\Text::same'",
    "'trim'",
    "[$this, 'unknown']",
    'trim(...)',
    'self::same(...)',
  ])('hand on what they hand on when called: %s', async (callable) => {
    expect(await found(CLASS.replaceAll('CALLABLE', callable).replace(/.*function one.*\n/, ''))).toEqual([
      'cross-site-scripting',
    ]);
  });

  it('are called by call_user_func', async () => {
    const one = CLASS.replace(/.*function show.*\n/, '');
    expect(await found(one.replace('CALLABLE', "[$this, 'clean']"))).toEqual([]);
    expect(await found(one.replace('CALLABLE', "[$this, 'same']"))).toEqual(['cross-site-scripting']);
  });

  it('are no fields of a request that a class outside stands for', async () => {
    const active = (callable: string) =>
      `<?php\nuse Illuminate\\Support\\Facades\\Request;\nfunction active($path) {\n` +
      `  return call_user_func_array(${callable}, (array) $path) ? 'active' : '';\n}\n`;
    expect(await found(active("'Request::is'"))).toEqual([]);
    expect(await found(active("Request::input('name')"))).toEqual(['code-injection']);
  });

  it('may be the function around', async () => {
    const all = `<?php
      class Text {
        static function clean($text) {
          return is_array($text) ? array_map('self::clean', $text) : htmlspecialchars($text);
        }
      }
      $info = Text::clean($_POST);
      echo $info['name'];`;
    expect(await found(all)).toEqual([]);
    expect(await found(all.replace('htmlspecialchars', ''))).toEqual(['cross-site-scripting']);
  });
});

describe('helpers that a view hands out', () => {
  const VIEW = "<?php $escape = $this->METHOD; echo $escape($_GET['name']);";

  it.each([
    "plugin('escapeHtml')",
    "plugin('escapeHtmlAttr')",
    "plugin('escapeJs')",
    "plugin('escapeCss')",
    "plugin('escapeUrl')",
    "getViewHelper('escapeHtml')",
  ])('escape as the method of the view does: %s', async (method) => {
    expect(await found(VIEW.replace('METHOD', method))).toEqual([]);
  });

  it.each(["plugin('translate')", "plugin('toString')", "named('escapeHtml')", 'plugin($name)'])(
    'hand on what no helper is known to escape: %s',
    async (method) => {
      expect(await found(VIEW.replace('METHOD', method))).toEqual(['cross-site-scripting']);
    },
  );

  it('escape nothing but what they are called with', async () => {
    expect(await found(VIEW.replace('METHOD', "plugin('escapeHtml')").replace('$escape($_', '($_'))).toEqual([
      'cross-site-scripting',
    ]);
  });
});

describe('array functions that choose elements', () => {
  const chosen = (call: string) => found(`<?php foreach (${call} as $field) echo $field;`);

  it.each(["array_intersect($_GET['a'], ['b', 'c'])", "array_intersect(['b', 'c'], (array) $_GET['a'])"])(
    'give constants alone where a list of the code names them: %s',
    async (call) => {
      expect(await chosen(call)).toEqual([]);
    },
  );

  it.each([
    "array_intersect($_GET['a'], $_POST['b'])",
    "array_intersect($_GET['a'], ['b', $_GET['c']])",
    "array_intersect($_GET['a'], $known)",
    "array_intersect_key($_GET['a'], ['b' => 1])",
    "array_diff($_GET['a'], ['b', 'c'])",
  ])('give elements of the request where the code names none: %s', async (call) => {
    expect(await chosen(call)).toEqual(['cross-site-scripting']);
  });
});

describe('what would handle an error in PHP', () => {
  const CAUGHT = `<?php
    function clean($text) {
      try { return CALLED($text); } catch (Exception $error) { return $text; }
    }
    echo clean($_GET['name']);`;

  it('never runs where the block calls functions of the language that raise none', async () => {
    expect(await found(CAUGHT.replace('CALLED', 'htmlspecialchars'))).toEqual([]);
  });

  it.each(['escaped', '$this->escaped', '(new Cleaner)->escaped', 'Cleaner::escaped', '$escaped'])(
    'runs where the block calls others: %s',
    async (called) => {
      expect(await found(CAUGHT.replace('CALLED', called))).toEqual(['cross-site-scripting']);
    },
  );
});

describe('the keys of an array', () => {
  const rows = (row: string) =>
    `<?php\n$rows = [];\nforeach ($_POST['ids'] as $id) { ${row} }\n` +
    "mysqli_query($db, 'INSERT INTO a VALUES ' . implode(', ', $rows));\n";

  it.each([
    ['are no part of its joined values', "$rows[$id] = '(' . (int) $id . ')';", []],
    ['have values that are', "$rows[$id] = '(' . $id . ')';", ['sql-injection']],
  ])('%s', async (_, row, expected) => expect(await found(rows(row))).toEqual(expected));

  it('are what a loop over them gives', async () => {
    expect(
      await found("<?php\n$a = [];\n$a[$_POST['id']] = 1;\nforeach ($a as $key => $one) { echo $one; }\n"),
    ).toEqual([]);
    expect(
      await found("<?php\n$a = [];\n$a[$_POST['id']] = 1;\nforeach (array_keys($a) as $key) { echo $key; }\n"),
    ).toEqual(['cross-site-scripting']);
  });
});
