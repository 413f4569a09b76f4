import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

type Program = readonly [name: string, text: string];

/** The rules found in each of some programs, which are files of one target. */
async function rulesIn(programs: readonly Program[]) {
  const files = Object.fromEntries(programs.map(([name, text]) => [`${name}.php`, `<?php\n${text}\n`]));
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  const rules = (name: string) => findings.filter(({ file }) => file === `${name}.php`).map(({ rule }) => rule);
  return programs.map(([name]) => `${name}: ${[...new Set(rules(name))].sort().join(', ')}`);
}

const sorted = (order: string) => `mysqli_query($db, 'select a from b order by a ' . ${order});`;
const NAMES = "['asc', 'desc']";
/** The order of a statement is made by a function that refuses all but a column and a direction that it knows. */
const clause = (refuses: string) =>
  [
    'function clause(array $columns, mixed $index, mixed $way): string {',
    '  $at = (int) $index;',
    '  if (isset($columns[$at]) === false) { return ""; }',
    `  if (in_array(strtolower($way), ${NAMES}, true) === false) { ${refuses} }`,
    '  return $columns[$at] . " " . strtoupper(strtolower($way));',
    '}',
    `$way = clause(['a', 'b'], $_GET['o']['column'], $_GET['o']['dir']);`,
    sorted('$way'),
  ].join('\n');
const filtered = (filter: string) => `$n = filter_input(INPUT_GET, 'n', ${filter});`;

describe('checks of PHP', () => {
  it('tell of a text in another case what they tell of the text', async () => {
    const listed = (call: string) => `$d = $_GET['d'];\nif (in_array(${call}, ${NAMES}, true)) {`;
    const programs: readonly Program[] = [
      ['upper', `${listed('strtolower((string) $d["dir"])')} ${sorted('strtoupper((string) $d["dir"])')} }`],
      ['refused', `$d = $_GET['d'];\nif (in_array(strtolower($d), ${NAMES}) === false) { exit; }\n${sorted('$d')}`],
      ['not_true', `$d = $_GET['d'];\nif (in_array($d, ${NAMES}) !== true) { return; }\n${sorted('$d')}`],
      ['negated', `$d = $_GET['d'];\nif (!in_array(strtolower($d), ${NAMES})) { return; }\n${sorted('$d')}`],
      ['returned', clause('return "";')],
      ['weak_digest', `${listed('md5($d)')} ${sorted('$d')} }`],
      ['weak_other', `$d = $_GET['d'];\nif (in_array(strtolower($d), ${NAMES}) === true) { exit; }\n${sorted('$d')}`],
      ['weak_logged', clause('error_log("unknown");')],
    ];
    expect(await rulesIn(programs)).toEqual(
      programs.map(([name]) => `${name}: ${name.startsWith('weak') ? 'sql-injection' : ''}`),
    );
  });

  it('join conditions by words in capitals', async () => {
    const cors = (condition: string) =>
      'use Psr\\Http\\Server\\MiddlewareInterface;\nuse Psr\\Http\\Message\\ServerRequestInterface as Request;\n' +
      'class A implements MiddlewareInterface { public function process(Request $request, $handler) {\n' +
      "$response = $handler->handle($request);\n$origin = $request->getHeaderLine('Origin');\n" +
      "$known = ['https://a.example' => true];\n" +
      `if (${condition}) { $origin = $this->own; }\n` +
      "return $response->withHeader('Access-Control-Allow-Origin', $origin)\n" +
      "  ->withHeader('Access-Control-Allow-Credentials', 'true');\n} }";
    expect(
      await rulesIn([
        ['any', cors("!$origin OR $origin == '' OR !isset($known[$origin])")],
        ['all', cors('!$origin AND !isset($known[$origin])')],
      ]),
    ).toEqual(['any: ', 'all: cross-origin-access']);
  });

  it('are no checks where they make another text', async () => {
    const of = "select a from b where c = '$n'";
    expect(
      await rulesIn([
        ['page', `${filtered('FILTER_SANITIZE_FULL_SPECIAL_CHARS')}\necho $n;`],
        ['quoted', `${filtered('FILTER_SANITIZE_FULL_SPECIAL_CHARS')}\nmysqli_query($db, "${of}");`],
        [
          'bare',
          `${filtered('FILTER_SANITIZE_FULL_SPECIAL_CHARS')}\nmysqli_query($db, "select a from b where c = $n");`,
        ],
        ['open', `${filtered('FILTER_SANITIZE_STRING, FILTER_FLAG_NO_ENCODE_QUOTES')}\nmysqli_query($db, "${of}");`],
        ['shown', `${filtered('FILTER_SANITIZE_STRING, FILTER_FLAG_NO_ENCODE_QUOTES')}\necho "<b>$n</b>";`],
        ['in_tag', `${filtered('FILTER_SANITIZE_STRING, FILTER_FLAG_NO_ENCODE_QUOTES')}\necho "<b title='$n'>";`],
        ['decoded', `$n = base64_decode(filter_var($_GET['n'], FILTER_SANITIZE_STRING));\necho $n;`],
        [
          'decrypted',
          `$n = openssl_decrypt(filter_var($_GET['n'], FILTER_SANITIZE_STRING), 'aes-256-gcm', $key);\n` +
            `mysqli_query($db, "${of}");`,
        ],
        ['decoded_number', `$n = base64_decode(filter_var($_GET['n'], FILTER_SANITIZE_NUMBER_INT));\necho $n;`],
        ['number', `${filtered('FILTER_SANITIZE_NUMBER_INT')}\nmysqli_query($db, "select a from b where c = $n");`],
        ['raw', `${filtered('FILTER_UNSAFE_RAW')}\necho $n;`],
        ['list', `$all = filter_var_array($_GET, FILTER_SANITIZE_NUMBER_INT);\nexec('ls ' . $all['n']);`],
        ['slashes', `$n = filter_var($_GET['n'], FILTER_SANITIZE_ADD_SLASHES);\nmysqli_query($db, "${of}"); echo $n;`],
        ['asked', `$n = $_GET['n'];\nif (filter_var($n, FILTER_SANITIZE_FULL_SPECIAL_CHARS)) { echo $n; }`],
        ['valid', `$n = $_GET['n'];\nif (filter_var($n, FILTER_VALIDATE_INT)) { echo $n; }`],
      ]),
    ).toEqual([
      'page: ',
      'quoted: ',
      'bare: sql-injection',
      'open: sql-injection',
      'shown: ',
      'in_tag: cross-site-scripting',
      'decoded: cross-site-scripting',
      'decrypted: sql-injection',
      'decoded_number: ',
      'number: ',
      'raw: cross-site-scripting',
      'list: ',
      'slashes: cross-site-scripting',
      'asked: cross-site-scripting',
      'valid: ',
    ]);
  });

  it('hold for all variables that a loop asks about', async () => {
    const each = (list: string, refuses: string) =>
      `$a = $_GET['a']; $b = $_GET['b'];\nforeach (${list} as $each) { if (${refuses}) { exit; } }\n` +
      'mysqli_query($db, "select $a from b order by $b");';
    expect(
      await rulesIn([
        ['listed', each('[$a, $b]', `!in_array($each, ${NAMES}, true)`)],
        ['held', each('array($a, $b)', 'empty($known[$each]) || !is_string($each)')],
        ['matched', each('[$a, $b]', "!preg_match('/\\A[a-z_]+\\z/', $each)")],
        ['weak_one', each('[$a]', `!in_array($each, ${NAMES}, true)`)],
        ['weak_empty', each('[$a, $b]', 'empty($each)')],
        ['weak_asked', each('[$a, $b]', 'empty($_POST[$each])')],
      ]),
    ).toEqual([
      'listed: ',
      'held: ',
      'matched: ',
      'weak_one: sql-injection',
      'weak_empty: sql-injection',
      'weak_asked: sql-injection',
    ]);
  });

  it('may have patterns between brackets', async () => {
    const refused = (pattern: string) =>
      `$n = $_GET['n'];\nif (preg_match('${pattern}', $n)) { throw new Exception(); }\nunlink('/data/' . $n);`;
    expect(
      await rulesIn([
        ['round', refused('([^ a-zа-я-_0-9.]+)ui')],
        ['curly', refused('{[^a-z0-9.]}i')],
        ['pointed', refused('<[^a-z0-9.]>')],
        ['weak_folder', refused('([^a-z0-9./]+)i')],
        ['weak_half', refused('([^a-z0-9.]+')],
      ]),
    ).toEqual(['round: ', 'curly: ', 'pointed: ', 'weak_folder: path-traversal', 'weak_half: path-traversal']);
  });

  it('replace what is none of some characters, also between brackets', async () => {
    const replaced = (pattern: string, other = "''") =>
      `$a = preg_replace(${pattern}, ${other}, $_GET['a']);\nmysqli_query($db, "select b from c where d = '$a'");`;
    const programs: readonly Program[] = [
      ['brackets', replaced("'([^0-9a-z:.]+)i'")],
      ['named', replaced("'/[^0-9a-z:.]+/i'", "replacement: ''")],
      ['kept', replaced(`'([^0-9a-z\\']+)i'`)],
      ['other', replaced("'([^0-9a-z]+)'", `"'"`)],
      ['path', "readfile('/srv/' . preg_replace('([^0-9a-z/.]+)', '', $_GET['a']));"],
    ];
    expect(await rulesIn(programs)).toEqual([
      'brackets: ',
      'named: ',
      'kept: sql-injection',
      'other: sql-injection',
      'path: path-traversal',
    ]);
  });

  it('ask whether something is a text, and take what is none for harmless', async () => {
    const programs: readonly Program[] = [
      ['escaped', "$q = $_GET['q'];\nif (is_string($q)) { $q = htmlspecialchars($q); }\necho $q;"],
      ['left', "$q = $_GET['q'];\nif (!is_string($q)) { $q = htmlspecialchars($q); }\necho $q;"],
    ];
    expect(await rulesIn(programs)).toEqual(['escaped: ', 'left: cross-site-scripting']);
  });

  it('may ask whether a class is made for something', async () => {
    const made = (check: string, more = '') => `${more}$c = $_GET['c'];\nif (!${check}) { exit; }\n$all = new $c(1);`;
    const helper =
      'function known($c) { if (!class_exists($c)) { return false; }\n' +
      '  return in_array(Item::class, class_implements($c), true); }\n';
    expect(
      await rulesIn([
        ['below', made('is_subclass_of($c, Item::class)')],
        ['is', made("is_a($c, 'Item', true)")],
        ['implements', made('in_array(Item::class, class_implements($c))')],
        ['uses', "$c = $_GET['c'];\n$is = in_array('Item', class_uses_recursive($c));\nif (!$is) { exit; }\nnew $c();"],
        ['uses_it', made("in_array('Item', class_uses($c))")],
        ['mapped', made("in_array('Item', array_map('strval', class_parents($c)), true)")],
        ['helped', made('known($c)', helper)],
        ['weak_exists', made('class_exists($c)')],
        ['weak_any', made("is_subclass_of($c, $_GET['of'])")],
      ]),
    ).toEqual([
      'below: ',
      'is: ',
      'implements: ',
      'uses: ',
      'uses_it: ',
      'mapped: ',
      'helped: ',
      'weak_exists: unsafe-reflection',
      'weak_any: unsafe-reflection',
    ]);
  });

  it('escape a text that brings its quotes along', async () => {
    const stored = (value: string) =>
      `$a = $_GET['a'];\n$v = $a ? ${value} : 'NULL';\nmysqli_query($db, "update b set c = $v, d = 1");`;
    const programs: readonly Program[] = [
      ['quoted', stored(`"'" . mysqli_real_escape_string($db, $a) . "'"`)],
      ['bare', stored('mysqli_real_escape_string($db, $a)')],
      ['half', stored(`"'" . mysqli_real_escape_string($db, $a)`)],
      ['raw', stored(`"'" . $a . "'"`)],
    ];
    expect(await rulesIn(programs)).toEqual([
      'quoted: ',
      'bare: sql-injection',
      'half: sql-injection',
      'raw: sql-injection',
    ]);
  });
});
