import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { placeOf } from './ir';
import { withoutReadHelpers } from './read-helpers';

/** The findings in a page that prints a value that a helper of another file has read. */
async function weighed(helper: string, call: string): Promise<string[]> {
  const tree = { 'page.php': `<?php\n$name = ${call};\necho $name;\n`, 'lib.php': `<?php\n${helper}\n` };
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('php-data-flow');
  return findings.map(({ file, rule, severity }) => `${file} ${rule} ${severity ?? 'as told'}`);
}

const GET = 'function get($name) {\n  $value = $_GET[$name];\n  return $value;\n}';
const STRING = `${GET}\nfunction get_string($name) {\n  $args = func_get_args();\n  return get($name);\n}`;

describe('a helper that only reads input', () => {
  it.each([
    ['one', GET, "get('name')"],
    ['one that calls another one', STRING, "get_string('name')"],
    [
      'one with a default',
      "function get($name, $else = '') {\n  return isset($_GET[$name]) ? $_GET[$name] : $else;\n}",
      "get('a')",
    ],
  ])('counts as the read itself: %s', async (_, helper, call) => {
    expect(await weighed(helper, call)).toEqual(['page.php cross-site-scripting as told']);
  });

  it('is no such helper if its name says that it gives not just anything', async () => {
    const named = (name: string) => GET.replace('get(', `${name}(`);
    for (const name of ['getValidName', 'get_filtered', 'get_sort', 'getId'])
      expect(await weighed(named(name), `${name}('name')`)).toEqual(['page.php cross-site-scripting medium']);
    expect(await weighed(named('get_invoice'), "get_invoice('name')")).toEqual([
      'page.php cross-site-scripting as told',
    ]);
  });

  it('is no such helper if it asks what it has read', async () => {
    const asking = GET.replace('  return', "  if (preg_match('/</', $value)) report($value);\n  return");
    expect(await weighed(asking, "get('name')")).toEqual(['page.php cross-site-scripting medium']);
  });

  it('is doubted if it may return what the program has kept under that name', async () => {
    const keeping = GET.replace('{\n', '{\n  global $kept;\n  if (isset($kept[$name])) return $kept[$name];\n');
    expect(await weighed(keeping, "get('name')")).toEqual(['page.php cross-site-scripting low']);
  });

  it('is doubted only where it reads the input itself', async () => {
    const picking = 'function pick($name) {\n  return $name[0];\n}';
    const tree = { 'page.php': `<?php\n${picking}\necho pick([$_GET['name'], 'a']);\n` };
    const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('php-data-flow');
    expect(findings.map(({ severity }) => severity)).toEqual([undefined]);
  });

  it('is not doubted if it returns a default of the program otherwise', async () => {
    const read = 'if (isset($_GET[$name])) return $_GET[$name];';
    const defaulting = `function get($name) {\n  global $all;\n  ${read}\n  return $all[$name];\n}`;
    expect(await weighed(defaulting, "get('name')")).toEqual(['page.php cross-site-scripting as told']);
  });

  it('makes nothing dangerous of what it escapes', async () => {
    const escaping = GET.replace('= $_GET[$name]', '= htmlspecialchars($_GET[$name])');
    expect(await weighed(escaping, "get('name')")).toEqual([]);
  });
});

describe('a way without its helpers', () => {
  const step = (note: string, file: string, line: number) => ({ file, at: placeOf(line, 1), note, length: 1 });

  it('begins at the call of the helper, with the input that the helper has read', () => {
    const way = [step('parameter of the request', 'lib.php', 2), step('returned by get', 'a.php', 9)];
    const end = step('stored in $a', 'a.php', 9);
    expect(withoutReadHelpers([...way, end], 'cross-site-scripting', () => [])).toEqual([
      { ...way[1]!, note: 'parameter of the request' },
      end,
    ]);
  });

  it.each([
    ['hands it to another function', ['passed to make', 'returned by make', 'returned by get']],
    ['changes it in many steps', ['stored in $a', 'stored in $b', 'stored in $c', 'stored in $d', 'returned by get']],
    ['keeps it in a field', ['put into name', 'returned by get']],
  ])('is the whole way where the helper %s', (_, notes) => {
    const way = ['parameter of the request', ...notes].map((note, index) => step(note, 'lib.php', index + 2));
    expect(withoutReadHelpers(way, 'cross-site-scripting', () => [])).toEqual(way);
  });
});
