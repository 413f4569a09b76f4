import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The names of the programs, which are files of one target, in which a page shows input. */
async function showing(programs: Readonly<Record<string, string>>) {
  const texts = Object.entries(programs);
  const files = Object.fromEntries(texts.map(([name, text]) => [`${name}.php`, `<?php\n${text}\n`]));
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return texts.map(([name]) => name).filter((name) => findings.some(({ file }) => file === `${name}.php`));
}

const shown = (made: string) => `$all = ${made};\nforeach ($all as $each) { echo $each; }`;

describe('arrays of PHP', () => {
  it('hold values of the first one where elements are chosen by others', async () => {
    const programs = {
      by_key: shown("array_intersect_key(columns(), array_flip($_GET['c']))"),
      without_keys: shown('array_diff_key(columns(), $_GET)'),
      without: shown("array_diff(columns(), $_GET['c'])"),
      common: shown("array_intersect(columns(), $_GET['c'])"),
      weak_by_key: shown("array_intersect_key($_GET, ['a' => 1])"),
      weak_without: shown("array_diff($_GET['c'], columns())"),
      weak_common: shown("array_intersect($_GET['c'], columns())"),
      weak_united: shown("array_merge(columns(), $_GET['c'])"),
    };
    expect(await showing(programs)).toEqual(Object.keys(programs).filter((name) => name.startsWith('weak')));
  });

  it('of settings hold nothing of the name by which a setting is asked for', async () => {
    const programs = {
      called: "$work = config('work.' . $_GET['w']);\n$work();",
      fallback: "echo config('title.' . $_GET['w'], 'none');",
      weak_fallback: "echo config('title', $_GET['w']);",
      weak_own: "function config($name) { return $name; }\necho config($_GET['w']);",
    };
    for (const [name, text] of Object.entries(programs))
      expect(await showing({ [name]: text })).toEqual(name.startsWith('weak') ? [name] : []);
  });

  it('hold nothing of a request any more where the program has put something else', async () => {
    const programs = {
      number: "$_GET['id'] = (int) $_GET['id'];\necho $_GET['id'];",
      escaped: "$_POST['a'] = htmlspecialchars($_POST['a']);\nfunction shown() { echo $_POST['a']; }\nshown();",
      weak_other: "$_GET['id'] = 1;\necho $_GET['other'];",
      weak_same: "$_GET['id'] = $_POST['id'];\necho $_GET['id'];",
      weak_sometimes: "if ($known) { $_GET['id'] = 1; }\necho $_GET['id'];",
      weak_later: "echo $_GET['id'];\n$_GET['id'] = 1;",
    };
    for (const [name, text] of Object.entries(programs))
      expect(await showing({ [name]: text })).toEqual(name.startsWith('weak') ? [name] : []);
  });
});
