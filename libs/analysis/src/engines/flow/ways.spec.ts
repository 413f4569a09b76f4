import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(files: Readonly<Record<string, string>>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule, file, line, trace }) => ({
    place: `${rule} ${file}:${line}`,
    ends: trace && `${trace.steps.at(-1)!.file}:${trace.steps.at(-1)!.line}`,
  }));
}

const page = (code: string) => `<?php\n${code}\n`;
const SHOW = page('function show($text) {\n  echo $text;\n}');

describe('a place that many files lead to', () => {
  it('is told of each of them, where the way leaves the file', async () => {
    const names = ['a', 'b', 'c'].map((name) => `${name}.php`);
    const pages = names.map((name) => [name, page("include 'show.php';\n$q = $_GET['q'];\nshow($q);")]);
    expect(await found({ 'show.php': SHOW, ...Object.fromEntries(pages) })).toEqual([
      { place: 'cross-site-scripting b.php:4', ends: 'show.php:3' },
      { place: 'cross-site-scripting c.php:4', ends: 'show.php:3' },
      { place: 'cross-site-scripting show.php:3', ends: 'show.php:3' },
    ]);
  });

  it('is told once of one file', async () => {
    const twice = page("include 'show.php';\nshow($_GET['q']);\nshow($_GET['p']);");
    expect(await found({ 'show.php': SHOW, 'a.php': twice })).toEqual([
      { place: 'cross-site-scripting show.php:3', ends: 'show.php:3' },
    ]);
  });
});

const statement = (before: string, query: string) =>
  page(`$id = mysqli_real_escape_string($db, $_POST['id']);\n${before}\nmysqli_query($db, ${query});`);

describe('a value in which quotes are escaped', () => {
  it.each([
    ['a number that is compared', '', '"SELECT a FROM b WHERE id = $id"'],
    ['a list of numbers', '', '"SELECT a FROM b WHERE id IN ($id)"'],
    ['a condition of its own', '$where = "id = $id";', '"SELECT a FROM b WHERE " . $where'],
    ['a limit', '', '"SELECT a FROM b LIMIT " . $id'],
  ])('does not protect a statement as %s', async (_, before, query) => {
    expect((await found({ 'a.php': statement(before, query) })).map(({ place }) => place)).toEqual([
      'sql-injection a.php:4',
    ]);
  });

  it.each([
    ['in quotes', '', '"SELECT a FROM b WHERE id = \'$id\'"'],
    ['in a pattern', '', '"SELECT a FROM b WHERE id LIKE \'%$id%\'"'],
    ['in quotes of the other kind', '', "'SELECT a FROM b WHERE id = \"' . $id . '\"'"],
    ['that is quoted before', '$id = "\'" . $id . "\'";', '"SELECT a FROM b WHERE id = $id"'],
    ['that is a number', '$id = (int) $id;', '"SELECT a FROM b WHERE id = $id"'],
  ])('protects a statement %s', async (_, before, query) => {
    expect(await found({ 'a.php': statement(before, query) })).toEqual([]);
  });
});

it('takes what one branch has checked for checked where branches meet', async () => {
  const text = (check: string) =>
    page(`if (rand()) {\n  $file = $_GET['a'];\n  ${check}\n} else {\n  $file = 'b.php';\n}\nreadfile($file);`);
  const allowed = "if (!in_array($file, ['a.php', 'c.php'])) { exit; }";
  expect(await found({ 'a.php': text(allowed) })).toEqual([]);
  expect((await found({ 'a.php': text('') })).map(({ place }) => place)).toContain('path-traversal a.php:8');
});
