import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { ruffTools } from '../../catalogue/python';
import { withoutDirectives } from './directives';
import { isExempt, optionsFor } from './ruff.config';
import { profileOf } from '../engine-table';

const profile = profileOf('ruff');

const tool = (id: string) => ruffTools.find((each) => each.id === id)!;
const deadCode = tool('py-dead-code');
const security = tool('py-security');

describeToolSamples(profile, ruffTools);

describeHostileFiles(profile, {
  tools: [deadCode, security],
  extension: '.py',
  flawed: 'import os\n\n\ndef run(text):\n    return eval(text)\n',
  malformed: 'def run(:\n    pass\n',
  longLine: `rows = [${'1, '.repeat(680_000)}]\n`,
  deep: `rows = ${'('.repeat(20_000)}${')'.repeat(20_000)}\n`,
});

it('takes the name of a class in __all__ for a text', async () => {
  const run = await runOn(profile, [tool('py-bugbear')], {
    'a.py': 'from b import Shop\n\n__all__ = (\n    Shop.__name__,\n)\n',
    'c.py': 'from b import Shop\n\n__all__ = (\n    Shop,\n)\nd = Shop.__name__\n',
  });
  expect(run.found).toEqual(['c.py:3 PLE0604']);
});

it('takes a group for used once where the other use is in a branch that leaves', async () => {
  const text = (branch: string) =>
    `from itertools import groupby\n\n\ndef f(rows, known):\n    for key, group in groupby(rows):\n` +
    `        if key not in known:\n${branch}        known[key].add(list(group))\n`;
  const run = await runOn(profile, [tool('py-bugbear')], {
    'a.py': text('            raise KeyError(\n                f"{key} of {next(group)}"\n            )\n'),
    'b.py': text('            print(next(group))\n            continue\n'),
    'c.py': text('            print(next(group))\n'),
    'd.py': text('            print(next(group))\n            if rows:\n                return\n'),
  });
  expect(run.found).toEqual(['c.py:8 B031', 'd.py:10 B031']);
});

it('makes less of an attribute without a slot where others derive from the class', async () => {
  const text = (name: string) =>
    `class ${name}(object):\n    __slots__ = ("a",)\n\n    def __init__(self):\n        self.b = 1\n`;
  const run = await runOn(profile, [tool('py-bugbear')], {
    'a.py': text('Shop'),
    'b.py': text('ShopBase'),
    'c.py': `${text('Shop')}\n\nclass Large(Shop):\n    pass\n`,
  });
  const { findings } = run.tool('py-bugbear');
  expect(findings.map(({ file, rule, severity }) => [file, rule, severity])).toEqual([
    ['a.py', 'PLE0237', undefined],
    ['b.py', 'PLE0237', 'low'],
    ['c.py', 'PLE0237', 'low'],
  ]);
});

it('makes less of a name that the program gives which runs the settings', async () => {
  const text = (comment: string) => `# ${comment}\nimport os\n\ndef f(a):\n    return os.path.join(a, defines["b"])\n`;
  const run = await runOn(profile, [tool('py-pyflakes')], {
    'a.py': text('dmgbuild -s a.py'),
    'b.py': text('python b.py'),
  });
  const { findings } = run.tool('py-pyflakes');
  expect(findings.map(({ file, rule, severity }) => [file, rule, severity])).toEqual([
    ['a.py', 'F821', 'low'],
    ['b.py', 'F821', undefined],
  ]);
});

it('makes less of a return in a file that a program makes a function of', async () => {
  const run = await runOn(profile, [tool('py-pyflakes')], {
    'a.py': 'if request.user:\n    return True\nreturn False\n',
    'b.py': 'def f(a):\n    b = a\nreturn b\n',
  });
  const { findings } = run.tool('py-pyflakes');
  const returns = findings.filter(({ rule }) => rule === 'F706');
  expect(returns.map(({ file, line, severity }) => [file, line, severity])).toEqual([
    ['a.py', 2, 'low'],
    ['a.py', 3, 'low'],
    ['b.py', 3, undefined],
  ]);
});

it('says once that an except catches the first of two exceptions only', async () => {
  const text = (caught: string) => `try:\n    pass\nexcept (${caught}):\n    raise\n`;
  const run = await runOn(profile, [tool('py-bugbear')], {
    'a.py': text('ValueError or TypeError'),
    'b.py': text('1, ValueError'),
  });
  expect(run.found).toEqual(['a.py:3 PLW0711', 'b.py:3 B030']);
});

describe('Ruff on a hostile target', () => {
  it('obeys no configuration or ignore file of the target', async () => {
    const run = await runOn(profile, [deadCode], {
      'pyproject.toml': '[tool.ruff]\nexclude = ["**"]\n[tool.ruff.lint]\nignore = ["ALL"]\n',
      'ruff.toml': 'exclude = ["**"]\n',
      'src/.ruff.toml': 'lint.ignore = ["ALL"]\n',
      'setup.cfg': '[flake8]\nexclude = src\n',
      '.gitignore': '**\n',
      'src/a.py': 'import os\n',
      'venv/lib/b.py': 'import os\n',
    });
    expect(run.found).toEqual(['src/a.py:1 F401', 'venv/lib/b.py:1 F401']);
  });

  const directives = [
    '\nimport os  # noqa',
    '\nimport os  # noqa: F401',
    '\nimport os  #NoQA : F401,E501',
    '\nimport os  # why not? # noqa',
    '\nimport os  # noqa\u00a0:F401',
    '# ruff: noqa\nimport os',
    '#ruff : noqa: F401\nimport os',
    '# flake8: noqa\nimport os',
    '# ruff: disable[F401]\nimport os\n# ruff: enable[F401]\n',
    '# ruff: file-ignore[F401]\nimport os',
    '# ruff: ignore[F401]\nimport os',
    '\nimport os  # ruff:ignore[F401]',
  ];

  it('hides nothing behind a directive', async () => {
    const { tool: runOf } = await runOn(
      profile,
      [deadCode],
      Object.fromEntries(directives.map((code, index) => [`${index}.py`, code])),
    );
    const found = runOf('py-dead-code').findings.map(({ file, line, rule }) => [
      directives[parseInt(file!, 10)],
      line,
      rule,
    ]);
    expect(new Set(found)).toEqual(new Set(directives.map((code) => [code, 2, 'F401'])));
  });

  it('keeps the place of every character when it overwrites a directive', () => {
    const code = 'x = 1  # noqa: E501\r\n# ruff: noqa\r\ny = 2 # flake8 :noqa:E1\n';
    expect(withoutDirectives(code)).toBe('x = 1  # ..... E501\r\n# ..........\r\ny = 2 # .............E1\n');
  });

  it('overwrites nothing that is no directive', () => {
    const code = '# about noqa: it is a comment\nnoqa = 1\nname = "isort: skip"\n# type: ignore\n# run ruff here\n';
    expect(withoutDirectives(code)).toBe(code);
  });

  it('goes on after a file that overflows its stack, as often as there is one', async () => {
    const deep = `rows = ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`;
    const tree = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`${index}.py`, index % 2 === 0 ? deep : 'import os\n']),
    );
    const run = await runOn(profile, [deadCode], tree);
    expect(run.found).toEqual(['1.py:1 F401', '3.py:1 F401', '5.py:1 F401', '7.py:1 F401']);
    expect(run.tool('py-dead-code').unreadable.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining('nested too deeply') as string),
    );
  });
});

describe('Ruff tools', () => {
  it('only have rules that this version of Ruff knows', () => {
    const { Workspace, PositionEncoding } =
      require('@astral-sh/ruff-wasm-nodejs') as typeof import('@astral-sh/ruff-wasm-nodejs');
    expect(() => new Workspace(optionsFor(ruffTools), PositionEncoding.Utf16)).not.toThrow();
  });

  it('say which rule a version of Ruff does not have', async () => {
    const mistaken = { ...deadCode, rules: { XYZ999: { severity: 'low' as const } } };
    expect((await runOn(profile, [mistaken], { 'a.py': 'import os\n' })).tool('py-dead-code').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('XYZ999') as string,
    });
  });

  it('read the syntax of Python versions newer than the one they assume', async () => {
    const run = await runOn(profile, [deadCode], {
      'a.py': 'import os\n\ntype Row = list[int]\ntry:\n    print(t"{Row}")\nexcept ValueError, KeyError:\n    raise\n',
    });
    expect(run.found).toEqual(['a.py:1 F401']);
    expect(run.unreadable).toEqual([]);
  });

  it('take a raise for bare only where no exception is given to the function', async () => {
    const raises = (signature: string) => `${signature}\n    if True:\n        raise\n`;
    const files = {
      'given.py': raises('def handle(self, error):'),
      'typed.py': raises('def handle(\n    self,\n    cause: Exception,\n) -> None:'),
      'hook.py': raises('def handle_error(self, request, address):'),
      'logging.py': raises('def handleError(self, record):'),
      'bare.py': raises('def run(self, name):'),
    };
    const { found } = await runOn(profile, ruffTools, files);
    expect(found.filter((each) => each.endsWith('PLE0704'))).toEqual(['bare.py:3 PLE0704']);
  });

  it('know loggers of the project whose messages have braces, and modules with a similar name', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'standard.py': 'import logging\n\nlog = logging.getLogger(__name__)\nlog.debug("{}", 1)\n',
      'own.py':
        'from shop import logging\n\nlog = logging.getLogger()\nlog.debug("{}", 1)\n' +
        'log.debug(\n    "{0.a}",\n    1,\n)\n',
      'percent.py': 'from shop import logging\n\nlog = logging.getLogger()\nlog.debug("%s", 1, 2)\n',
      'module.py': 'from shop import logs\n\nlogs.exception("none", 1)\n',
    });
    expect(found.filter((each) => each.endsWith('PLE1205'))).toEqual(['percent.py:4 PLE1205', 'standard.py:4 PLE1205']);
  });

  it('know methods of an interface', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'interfaces.py': 'class IDict(Interface):\n    def __getitem__(k):\n        return k\n',
      'table.py': 'class Table(Base):\n    def __getitem__(k):\n        return k\n',
    });
    expect(found.filter((each) => each.endsWith('PLE0302'))).toEqual(['table.py:2 PLE0302']);
  });

  it('know that a logger of the target puts into braces what it is given', async () => {
    const logs = 'import logging\n\nlog = logging.getLogger("shop")\n';
    const calls = 'log.debug("{}", 1)\nlog.debug(\n    "no {.path} %s", 1, 2\n)\nlog.debug("none", 1)\n';
    const logger = (body: string) =>
      `import logging\n\n\nclass ShopLogger(logging.Logger):\n    def text(self, msg, args):\n        return ${body}\n`;
    const of = async (body: string) =>
      (await runOn(profile, ruffTools, { 'shop/logs.py': logger(body), 'shop/orders.py': logs + calls })).found
        .filter((each) => each.endsWith('PLE1205'))
        .map((each) => each.split(' ')[0]);
    expect(await of('msg.format(*args)')).toEqual(['shop/orders.py:5', 'shop/orders.py:8']);
    expect(await of('msg % args')).toEqual(['shop/orders.py:4', 'shop/orders.py:5', 'shop/orders.py:8']);
  });

  it('know a name that a loop has set in the turn before', async () => {
    const head = 'def f(rows):\n    for i, row in enumerate(rows):\n        if i:\n';
    const of = async (last: string) => {
      const text = `${head}            print(cond)\n            del cond\n${last}`;
      return (await runOn(profile, ruffTools, { 'a.py': text })).found.filter((each) => each.endsWith('F821'));
    };
    expect(await of('        cond = row\n')).toEqual([]);
    expect(await of('    cond = 1\n    del cond\n')).toEqual(['a.py:4 F821', 'a.py:5 F821']);
  });

  it('know an exception called NotImplemented, and a comparison that is expected to raise one', async () => {
    const compares = (before: string) => `${before}:\n    one < two\n`;
    const { found } = await runOn(profile, ruffTools, {
      'own.py': 'from web import Gone, NotImplemented\n\n\ndef f():\n    raise NotImplemented()\n',
      'value.py': 'def f():\n    raise NotImplemented()\n',
      'raises.py': compares('with self.assertRaises(TypeError)'),
      'pytest.py': compares('with pytest.raises(TypeError)'),
      'open.py': compares('with open("raises")'),
    });
    const told = found.filter((each) => /F901|B015/.test(each));
    expect(told.toSorted()).toEqual(['open.py:2 B015', 'value.py:2 F901']);
  });

  it('take a class that follows for known in an annotation', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'a.py': 'class A:\n    all: list[B] = []\n    one: C = None\n    two = B()\n\n\nclass B:\n    pass\n',
    });
    expect(found.filter((each) => each.endsWith('F821'))).toEqual(['a.py:3 F821', 'a.py:4 F821']);
  });

  const namesOf = async (files: Readonly<Record<string, string>>) => {
    const { findings } = (await runOn(profile, [tool('py-pyflakes')], files)).tool('py-pyflakes');
    return findings.map(({ file, line, severity }) => `${file}:${line} ${severity ?? ''}`.trim());
  };

  it('take a name that a loader gives the modules of a folder less seriously', async () => {
    const uses = (name: string) => `def f():\n    ${name}.info("")\n`;
    expect(
      await namesOf({
        'engines/a.py': uses('logger') + uses('loger'),
        'engines/b.py': uses('logger'),
        'engines/c.py': uses('logger'),
        'engines/broken.py': 'def f(:\n',
        'other/a.py': uses('logger'),
        'other/b.py': uses('logger'),
        'other/c.py': `logger = 1\n${uses('logger')}`,
        'old/a.py': uses('unicode'),
        'old/b.py': uses('unicode'),
        'old/c.py': uses('unicode'),
      }),
    ).toEqual([
      'engines/a.py:2 low',
      'engines/a.py:4',
      'engines/b.py:2 low',
      'engines/c.py:2 low',
      'old/a.py:2',
      'old/b.py:2',
      'old/c.py:2',
      'other/a.py:2',
      'other/b.py:2',
    ]);
  });

  it('look for such a name in all modules of a folder', async () => {
    const uses = 'def f():\n    aliases.info("")\n';
    const others = Array.from({ length: 40 }, (_, at) => [`engines/a${at}.py`, 'a = 1\n'] as const);
    const modules = { ...Object.fromEntries(others), 'engines/x.py': uses, 'engines/y.py': uses };
    expect(await namesOf(modules)).toEqual(['engines/x.py:2', 'engines/y.py:2']);
    const all = ['engines/x.py:2 low', 'engines/y.py:2 low', 'engines/z.py:2 low'];
    expect(await namesOf({ ...modules, 'engines/z.py': uses })).toEqual(all);
  });

  it('know the path of a package, and files that get their names from whoever runs them', async () => {
    expect(
      await namesOf({
        'pack/__init__.py': 'def f():\n    return __path__\n',
        'pack/a.py': 'def f():\n    return __path__\n',
        'settings.py': 'c = get_config()\n',
        'script.py': 'import os\n\nos.chdir(folder)\n',
      }),
    ).toEqual(['pack/a.py:2', 'script.py:3', 'settings.py:1 low']);
  });

  it('take addresses, schemes and placeholders for no passwords', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'a.py':
        'TOKEN_URL = "https://example.org/token"\ntoken_type = "bearer"\nTOKEN = "<token>"\n' +
        'run(cookie_secret="__TODO:_YOUR_OWN__")\npassword = "https://a:b@example.org"\npassword = "hunter2"\n' +
        'password = "hunter3"  # not "bearer", "<token>" or "TODO"\n',
    });
    expect(found.filter((each) => /S10[56]/.test(each))).toEqual(['a.py:5 S105', 'a.py:6 S105', 'a.py:7 S105']);
  });

  it('take a comparison that should raise something for a test', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'test_a.py':
        'import pytest\n\n\ndef test_a(a):\n' +
        '    with pytest.raises(TypeError):\n        a < 1\n    with a:\n        a < 1\n',
    });
    expect(found.filter((each) => each.endsWith('B015'))).toEqual(['test_a.py:8 B015']);
  });

  it('take an assertion about an exception for no loss where the test fails without one', async () => {
    const test = (body: string, last: string) =>
      `def test_a(f, self):\n    try:\n        ${body}\n` +
      `    except ValueError as error:\n        assert str(error)\n${last}`;
    const { found } = await runOn(profile, ruffTools, {
      'test_a.py': test('f()\n        self.fail("nothing")', ''),
      'test_b.py': test('f()', '    else:\n        raise AssertionError\n'),
      'test_c.py': test('f()', '    else:\n        f()\n'),
      'test_d.py': test('f()', '    self.fail("always")\n'),
    });
    expect(found.filter((each) => each.endsWith('PT017'))).toEqual(['test_c.py:5 PT017', 'test_d.py:5 PT017']);
  });

  it('say of a handler of Python 2 what it is, once', async () => {
    const text = 'try:\n    f()\nexcept IOError, e:\n    print(e)\nprint(e)\n';
    const run = await runOn(profile, ruffTools, { 'a.py': `def f():\n    return 1\n\n\n${text}` });
    expect(run.tool('py-pyflakes').findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '7 A handler of Python 2: today it is written `as e`',
      '9 Undefined name `e`',
    ]);
  });

  it('take a file that is run for no text from outside', async () => {
    const { found } = await runOn(profile, ruffTools, {
      'a.py': 'def run(file, text):\n    exec(compile(file.read(), "a", "exec"))\n    exec(text)\n',
    });
    expect(found.filter((each) => each.endsWith('S102'))).toEqual(['a.py:3 S102']);
  });

  it('take a command that is a literal less seriously than one that is put together', async () => {
    const run = await runOn(profile, [security], { 'a.py': 'import os\nos.system("ls")\nos.system("rm " + name)\n' });
    expect(run.tool('py-security').findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['S605', 'low'],
      ['S605', undefined],
    ]);
  });

  it.each([
    ['pkg/__init__.py', 'F401', true],
    ['pkg/main.py', 'F401', false],
    ['tests/unit/login.py', 'S106', true],
    ['src/test_login.py', 'S106', true],
    ['src/login_test.py', 'S106', true],
    ['src/login.py', 'S106', false],
    ['src/latest.py', 'S106', false],
    ['tests/unit/login.py', 'S602', false],
  ])('in %s, %s is exempt: %s', (path, rule, exempt) => expect(isExempt(path, rule)).toBe(exempt));
});

describe('how severe a finding of Ruff is', () => {
  const severities = async (id: string, code: string) =>
    (await runOn(profile, [tool(id)], { 'a.py': code }))
      .tool(id)
      .findings.map((each) => `${each.line} ${each.severity ?? 'of the rule'}`);

  it('asks for a number that is none by comparing it with itself', async () => {
    const found = await severities('py-bugbear', 'def f(a):\n    return a != a or a == a\n');
    expect(found.map((each) => each.replace(/^\d+ /, ''))).toEqual(expect.arrayContaining(['low', 'of the rule']));
  });

  it.each([
    ['a default that nothing changes', 'def f(a, b=[]):\n    return [*b, a]\n', ['1 of the rule']],
    ['a default that is changed', 'def f(a, b=[]):\n    b.append(a)\n    return b\n', ['1 medium']],
    ['a default with a type', 'def f(a, b: dict[str, int] = {}):\n    b[a] = 1\n    return b\n', ['1 medium']],
    ['a default that is kept', 'class A:\n    def __init__(self, b=[]):\n        self.b = b\n', ['2 medium']],
    [
      'a default of the same name below',
      'def f(b=[]):\n    return b\n\n\ndef g(b):\n    b.append(1)\n',
      ['1 of the rule'],
    ],
    ['a copy of a default', 'def f(b=[]):\n    b = list(b)\n    b.append(1)\n    return b\n', ['1 of the rule']],
  ])('%s', async (_, code, expected) => expect(await severities('py-bugbear', code)).toEqual(expected));

  it.each([
    ['a type in quotes', 'a: list["Order"] = []\n', ['1 low']],
    ['a name in an f-string', 'def f():\n    return f"{order}"\n', ['2 of the rule']],
    ['a list of names', 'order  # unused function (a.py:1)\nPrice.total\n', ['1 low', '2 low']],
    ['a name in a program', 'order  # unused function (a.py:1)\nprint(1)\n', ['1 of the rule']],
    ['a name after a text', 'def f():\n    return ["b", order]\n', ['2 of the rule']],
    ['a name that settings take for given', 'c = get_config()\nc.port = 1\n', ['1 low']],
  ])('%s', async (_, code, expected) => expect(await severities('py-pyflakes', code)).toEqual(expected));

  it.each([
    [
      'a command of a program',
      '@app.command()\n@click.argument("a")\ndef f(a):\n    os.system("ls " + a)\n',
      ['5 low'],
    ],
    [
      'a function behind one',
      '@app.command()\ndef f():\n    pass\n\n\ndef g(a):\n    os.system("ls " + a)\n',
      ['8 of the rule'],
    ],
    ['a command that is given', 'def run(name, cmd: str):\n    return os.system(cmd)\n', ['3 low']],
    ['a command that is changed', 'def run(cmd, name):\n    cmd = cmd + name\n    os.system(cmd)\n', ['4 of the rule']],
    ['another text that is given', 'def run(name):\n    os.system(name)\n', ['3 of the rule']],
  ])('%s', async (_, code, expected) =>
    expect(await severities('py-security', `import os\n${code}`)).toEqual(expected),
  );

  it.each([
    ['an exception that is lost', 'try:\n    f()\nexcept:\n    g()\n', ['3 of the rule']],
    ['an exception that is handed on', 'try:\n    f()\nexcept:\n    g(sys.exc_info())\n', ['3 low']],
    ['what is logged below', 'try:\n    f()\nexcept:\n    g()\nlog.exception(a)\n', ['3 of the rule']],
  ])('%s', async (_, code, expected) => expect(await severities('py-exceptions', code)).toEqual(expected));

  it.each([
    ['a loader that is derived from the safe one', 'import yaml\n\n\nclass Own(yaml.SafeLoader):\n    pass\n', 0],
    ['a loader of its own', 'import yaml\n\n\nclass Own(yaml.Loader):\n    pass\n', 1],
  ])('knows %s', async (_, head, count) => {
    const { found } = await runOn(profile, ruffTools, { 'a.py': `${head}\n\ndata = yaml.load(text, Loader=Own)\n` });
    expect(found.filter((each) => each.includes('S506'))).toHaveLength(count);
  });

  it.each([
    ['a value that a decorator gives', '@patch("a.b")\ndef test_a(self, _mock):\n    assert a()\n', 0],
    ['a value without a name', 'def test_a(self, _):\n    assert a()\n', 0],
    ['a fixture', '@pytest.mark.slow\ndef test_a(_database):\n    assert a()\n', 1],
  ])('knows %s from a fixture whose value is not used', async (_, code, count) => {
    const { found } = await runOn(profile, ruffTools, { 'tests/test_a.py': `import pytest\n\n\n${code}` });
    expect(found.filter((each) => each.includes('PT019'))).toHaveLength(count);
  });

  it('takes no import for unused that an application of Django makes when it is ready', async () => {
    const code = (name: string) => `class Shop(AppConfig):\n    def ${name}(self):\n        from . import signals\n`;
    const run = await runOn(profile, [deadCode], { 'a.py': code('ready'), 'b.py': code('start') });
    expect(run.found).toEqual(['b.py:3 F401']);
  });

  it('takes a fixture for used where a test names it, and nothing else', async () => {
    const run = await runOn(profile, ruffTools, {
      'test_a.py': 'from .fixtures import disk\n\n\ndef test_full(disk, other):\n    assert disk\n',
      'b.py': 'from .fixtures import disk\n\n\ndef full(disk, other):\n    return disk\n',
    });
    expect(run.found.filter((each) => /F401|F811/.test(each))).toEqual(['b.py:1 F401', 'b.py:4 F811']);
  });

  it('takes a comparison that is to raise for no forgotten assertion', async () => {
    const run = await runOn(profile, ruffTools, {
      'test_a.py':
        'def test_a(a):\n    with pytest.raises(TypeError):\n        1 in a\n' +
        '    with open("a") as b:\n        b == a\n',
    });
    expect(run.found.filter((each) => each.endsWith('B015'))).toEqual(['test_a.py:5 B015']);
  });

  it('takes a field that is declared first, and gets its value later, for given once', async () => {
    const fields = (first: string) => `class Reply:\n    body: ${first}\n\n    body = b''\n`;
    const run = await runOn(profile, ruffTools, { 'a.py': fields('bytes'), 'b.py': fields("bytes = b'1'") });
    expect(run.found.filter((each) => each.endsWith('PIE794'))).toEqual(['b.py:4 PIE794']);
  });

  it('takes what the constructor of the class above returns for nothing', async () => {
    const code = (value: string) => `class Links(Base):\n    def __init__(self):\n        return ${value}\n`;
    const run = await runOn(profile, ruffTools, { 'a.py': code('super().__init__()'), 'b.py': code('1') });
    const found = run.tool('py-bugbear').findings.filter(({ rule }) => rule === 'PLE0101');
    expect(found.map(({ file, severity }) => [file, severity])).toEqual([
      ['a.py', 'low'],
      ['b.py', undefined],
    ]);
  });

  it('lets a test put a mark on a fixture to see that it is refused', async () => {
    const marked = (head: string) =>
      `import pytest\n\n\ndef test_a():\n${head}        @pytest.fixture\n` +
      '        @pytest.mark.usefixtures("b")\n        def c():\n            return 1\n';
    const files = {
      'test_a.py': marked('    with pytest.raises(\n        Exception,\n        match="no",\n    ):\n'),
      'test_b.py': marked('    with pytest.raises(Exception):\n        pass\n    if True:\n'),
      'test_c.py': marked('    if True:\n'),
    };
    const { found } = await runOn(profile, ruffTools, files);
    expect(found.filter((each) => each.endsWith('PT025'))).toEqual(['test_b.py:9 PT025', 'test_c.py:7 PT025']);
  });

  it('tells halves of characters apart', async () => {
    const test = (one: string, other: string) =>
      `import pytest\n\n\n@pytest.mark.parametrize("a", ["${one}", "${other}"])\ndef test_a(a):\n    assert a\n`;
    const files = { 'test_a.py': test('\\udc80', '\\udcff'), 'test_b.py': test('x', 'x') };
    const { found } = await runOn(profile, ruffTools, files);
    expect(found.filter((each) => each.endsWith('PT014'))).toEqual(['test_b.py:4 PT014']);
  });
});
