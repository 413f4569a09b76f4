import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found, with severities that are lower than theirs, in a script. */
async function found(text: string) {
  const files = { 'index.php': `<?php\n${text}\n` };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule, severity }) => (severity === undefined ? rule : `${rule} ${severity}`));
}

const STRIPS = 'function strip_lines($text) { return trim($text); }';

/** A statement that is changed as a whole before an object of which nothing is known runs it. */
const run = (change: string, value = "$_GET['q']") =>
  `$sql = 'select a from b where c = ' . ${value} . ' , ';\n$sql = ${change};\n$db->query($sql);`;

describe('a statement of PHP that is changed as a whole', () => {
  const CHANGES = [
    'trim($sql)',
    "rtrim($sql, ', ')",
    'ltrim($sql)',
    'strtolower($sql)',
    'substr($sql, 0, -2)',
    'substr($sql, 1)',
    "substr_replace($sql, '', -2)",
    'str_replace("\\n", " ", $sql)',
    "str_replace(['{table}', '{name}'], ['t', 'n'], $sql)",
    "preg_replace('/[\\r\\n]+/', ' ', $sql)",
  ];

  it.each(CHANGES)('is still one: %s', async (change) => {
    expect(await found(run(change))).toEqual(['sql-injection']);
    expect(await found(run(change, "(int) $_GET['q']"))).toEqual([]);
  });

  it('holds what replaces a part of it', async () => {
    const put = (value: string) =>
      `$sql = str_replace('{name}', ${value}, 'select a from b where c = {name}');\n$db->query($sql);`;
    expect(await found(put("$_GET['q']"))).toEqual(['sql-injection']);
    expect(await found(put("intval($_GET['q'])"))).toEqual([]);
    expect(await found("$db->query(str_replace('{name}', 'n', 'select a from b where c = {name}'));")).toEqual([]);
  });

  it('is not read from what nobody knows of a part that is cut off', async () => {
    expect(await found(run('substr($sql, 0, 12)'))).toEqual([]);
    expect(await found(run('substr($sql, $from)'))).toEqual([]);
  });

  it('is not made safe by a function that is named after what it strips', async () => {
    const strip = (given: string) => `${STRIPS}\nmysqli_query($db, strip_lines(${given}));`;
    expect(await found(strip("'select a from b where c = ' . $_GET['q']"))).toEqual(['sql-injection']);
    const ofValue = `${STRIPS}\nmysqli_query($db, 'select a from b where c = ' . strip_lines($_GET['q']));`;
    expect(await found(ofValue)).toEqual(['sql-injection low']);
  });
});

describe('a variable of PHP whose name is composed', () => {
  const set = (value: string) => `foreach (['a', 'b'] as $k) { \${'form_' . $k} = ${value}; }`;

  it('is read by names that begin alike', async () => {
    expect(await found(`${set('$_GET[$k]')}\necho \${'form_' . $name};`)).toEqual(['cross-site-scripting']);
    expect(await found(`${set('$_GET[$k]')}\necho \${"form_$name"};`)).toEqual(['cross-site-scripting']);
    expect(await found('foreach ($_GET as $k => $v) { $$k = $v; }\necho $$name;')).toEqual(['cross-site-scripting']);
  });

  it('keeps what another one got before', async () => {
    expect(await found(`${set('$_GET[$k]')}\n\${'form_' . $other} = 'a';\necho \${'form_' . $name};`)).toEqual([
      'cross-site-scripting',
    ]);
  });

  it('is safe where all that is put there is', async () => {
    expect(await found(`${set('(int) $_GET[$k]')}\necho \${'form_' . $name};`)).toEqual([]);
    expect(await found(`${set('$_GET[$k]')}\necho \${'page_' . $name};`)).toEqual([]);
  });
});
