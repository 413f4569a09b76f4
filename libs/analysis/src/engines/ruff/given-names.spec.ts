import { runOn } from '../../../test/run-on';
import { ruffTools } from '../../catalogue/python';
import { profileOf } from '../engine-table';

const missingIn = async (text: string, path = 'a.py') =>
  (await runOn(profileOf('ruff'), ruffTools, { [path]: text })).found
    .filter((each) => each.endsWith(' F821'))
    .map((each) => each.split(' ')[0]);

describe('names of a script of SCons', () => {
  it.each([
    ['one that it imports', 'Import("env")\nenv.Append(A=1)\n', []],
    ['several that it imports', "Import('env', 'projenv shop')\nImport(['lib'])\nf(env, shop, lib, other)\n", [3, 3]],
    ['all', 'Import("*")\nenv.Append(A=1)\n', []],
    ['those of a variable', 'names = ["env"]\nImport(names)\nenv.Append(A=1)\n', []],
    ['what SCons itself has', 'env = DefaultEnvironment()\nenv.Alias(ARGUMENTS.get("a"), File("b"))\n', []],
    ['none, where it defines the function', 'def Import(name):\n    pass\n\n\nImport("env")\nenv.f()\n', [6]],
    ['none, where SCons is not asked', 'env.Append(A=1)\nGlob("*.c")\n', [1, 2]],
    ['none, where it calls a method of that name', 'import a\n\na.Import("env")\nenv.f()\n', [4]],
  ])('are given to it: %s', async (_, text, rows) =>
    expect(await missingIn(text)).toEqual(rows.map((row) => `a.py:${row}`)),
  );

  it('are those of SCons in what it runs before', async () => {
    const text = 'def f(env):\n    return Builder(action=g)\n';
    expect(await missingIn(text, 'site_scons/site_init.py')).toEqual(['site_scons/site_init.py:2']);
    expect(await missingIn(text)).toEqual(['a.py:2', 'a.py:2']);
  });
});

describe('names of a text that a module runs', () => {
  it.each([
    ['a file', 'import pathlib\n\nexec(pathlib.Path("a").read_text())\nprint(version)\n', []],
    ['a file, in a block', 'with open("a") as file: exec(file.read())\nprint(version)\n', []],
    ['a file, for functions above as well', 'def f():\n    print(version)\n\n\nexec(open("a").read())\nf()\n', []],
    ['in its globals', 'def f(text):\n    exec(text, globals())\n\n\nf("a = 1")\nprint(a)\n', []],
    ['below', 'print(version)\nexec(open("a").read())\n', [1]],
    ['a constant', "exec(\"b = 1\")\nexec('''c = 1''')\nprint(version)\n", [3]],
    ['in names of their own', 'own = {}\nexec(open("a, b").read(), own)\nprint(version)\n', [3]],
    ['in a function', 'def f(text):\n    exec(text)\n\n\nprint(version)\n', [5]],
    ['in a comment', '# exec(open("a").read())\nprint(version)\n', [2]],
    ['and nothing of Python 2', 'exec(open("a").read())\nprint(unicode("a"))\n', [2]],
  ])('may be defined there: %s', async (_, text, rows) =>
    expect(await missingIn(text)).toEqual(rows.map((row) => `a.py:${row}`)),
  );
});
