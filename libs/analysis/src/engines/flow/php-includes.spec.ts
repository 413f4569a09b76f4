import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function told(tree: Readonly<Record<string, string>>) {
  const files = Object.fromEntries(Object.entries(tree).map(([name, code]) => [name, `<?php\n${code}\n`]));
  const { findings, unreadable } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return {
    found: findings.map(({ file, line }) => `${file}:${line}`).toSorted(),
    unfinished: unreadable.map(({ file }) => file),
  };
}

describe('a file with which several scripts begin', () => {
  it('gives each of them the input that it has read', async () => {
    const start = "$name = $_GET['name'];\nfunction shown($a) { return htmlspecialchars($a); }";
    const script = (shown: string) => `include 'start.php';\necho ${shown};`;
    const tree = { 'start.php': start, 'a.php': script('$name'), 'b.php': script('shown($name)') };
    expect((await told({ ...tree, 'c.php': script('$name') })).found).toEqual(['a.php:3', 'c.php:3']);
  });

  it('does for each of them what the constants say that were set before it', async () => {
    const start = "if ($area === 'admin') $name = 'none';\nelse $name = $_GET['name'];";
    const script = (area: string) => `$area = '${area}';\ninclude 'start.php';\necho $name;`;
    const tree = { 'start.php': start, 'a.php': script('admin'), 'b.php': script('shop'), 'c.php': script('admin') };
    expect((await told({ ...tree, 'd.php': script('shop') })).found).toEqual(['b.php:4', 'd.php:4']);
  });

  it('does for each of them what the input says that was read before it', async () => {
    const script = (name: string) => `$name = ${name};\ninclude 'start.php';`;
    const tree = { 'start.php': 'echo $name;', 'a.php': script("'none'"), 'b.php': script("$_GET['name']") };
    expect((await told(tree)).found).toEqual(['start.php:2']);
  });

  it('ends each of them', async () => {
    const script = "include 'start.php';\necho $_GET['name'];";
    const tree = { 'a.php': script, 'b.php': script };
    expect((await told({ ...tree, 'start.php': "header('Location: /');\nexit;" })).found).toEqual([]);
    expect((await told({ ...tree, 'start.php': "header('Location: /');" })).found).toEqual(['a.php:3', 'b.php:3']);
  });

  it('takes its steps once', async () => {
    const long = '$a = $a;\n'.repeat(22_000);
    const script = `include 'start.php';\n${'$a = $a;\n'.repeat(10_000)}`;
    const tree = { 'start.php': long, 'a.php': script, 'b.php': script, 'c.php': script };
    expect((await told(tree)).unfinished).toEqual(['a.php']);
  });
});
