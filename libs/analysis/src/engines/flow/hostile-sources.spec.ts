import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

describe('hostile sources', () => {
  const deep = 20_000;
  const jumps = Array.from(
    { length: 200 },
    (_, index) => `l${index}: if (n) goto l${(index * 7) % 200}; goto l${index + 1};`,
  ).join('\n');
  const many = (assignment: (at: number, from: number) => string) =>
    Array.from({ length: 20_000 }, (_, index) => assignment(index % 50, index % 49)).join('\n');

  const addedToItself = (ending: string) => {
    const sums = Array.from({ length: 500 }, (_, at) => `${at % 2 ? 'a = b + b' : 'b = a + a'}`);
    if (ending === 'py') return `a = 'text'\n${sums.join('\n')}\nprint(b == a)\n`;
    const body = `${sums.join(';\n')};\nuse(a == b);`;
    if (ending === 'js') return `let a = 'text', b = '';\n${body}\n`;
    return `class A { void f() { String a = "text", b = "";\n${body}\n} }\n`;
  };

  const repeated = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');

  const kinds = Array.from({ length: 3_000 }, (_, index) => `  x is A${index} -> g(x)`);

  it.each([
    ['nested brackets', 'a.js', `const x = ${'['.repeat(deep)}${']'.repeat(deep)};\n`],
    ['nested calls', 'a.py', `x = ${'f('.repeat(deep)}1${')'.repeat(deep)}\n`],
    ['a sum of many terms', 'a.js', `const x = ${Array.from({ length: 1_800 }, () => 'a').join(' + ')};\n`],
    ['a function that calls itself', 'a.js', 'function f(x) { return f(f(x)); }\nf(1);\n'],
    [
      'functions that call each other',
      'a.py',
      'def f(x):\n    return g(x)\n\n\ndef g(x):\n    return f(x)\n\n\nf(1)\n',
    ],
    ['a class that extends itself', 'a.js', 'class A extends A { m() { return new A(); } }\nnew A();\n'],
    ['modules that import each other', 'a.py', 'from a import b\n'],
    ['nested brackets', 'A.java', `class A { int x = ${'('.repeat(deep)}1${')'.repeat(deep)}; }\n`],
    ['nested classes', 'A.java', `${'class A { '.repeat(2_000)}${'}'.repeat(2_000)}\n`],
    [
      'classes that extend each other',
      'A.java',
      'class A extends B {}\nclass B extends A { int f() { return f(); } }\n',
    ],
    ['a file that ends too early', 'A.java', 'class A { void f(String a) { g(a'],
    ['nested brackets', 'a.kt', `val x = ${'('.repeat(deep)}1${')'.repeat(deep)}\n`],
    ['nested classes', 'a.kt', `${'class A { '.repeat(2_000)}${'}'.repeat(2_000)}\n`],
    ['functions in braces within each other', 'a.kt', `val x = ${'1.let { '.repeat(2_000)}it${' }'.repeat(2_000)}\n`],
    ['choices within each other', 'a.kt', `fun f(x: Int) = ${'if (x > 1) 1 else '.repeat(2_000)}2\n`],
    ['a choice among many', 'a.kt', `fun f(x: Any) = when {\n${kinds.join('\n')}\n}\n`],
    ['classes that extend each other', 'a.kt', 'open class A : B()\nopen class B : A() { fun f(): Int = f() }\n'],
    ['objects that hold each other', 'a.kt', 'object A { val b = B }\nobject B { val a = A }\nval x = A.b.a.b\n'],
    ['extensions that call each other', 'a.kt', 'fun A.f(): A = g().f()\nfun A.g(): A = f().g()\nval A.h get() = h\n'],
    ['many assignments', 'a.kt', `fun f() {\n${many((at, from) => `a${at} += a${from}`)}\n}\n`],
    ['a file that ends too early', 'a.kt', 'class A { fun f(a: String) { g("$a'],
    ['nested brackets', 'a.php', `<?php $x = ${'['.repeat(deep)}${']'.repeat(deep)};\n`],
    ['a place within many others', 'a.php', `<?php $x${'[1]'.repeat(2_000)} = $_GET['a'];\n`],
    ['nested brackets', 'a.go', `package a\nvar x = ${'('.repeat(deep)}1${')'.repeat(deep)}\n`],
    ['types within each other', 'a.go', 'package a\ntype A struct { B }\ntype B struct { A }\nvar x = A{B{A{}}}.f()\n'],
    ['variables that mean each other', 'a.go', 'package a\nvar x = y()\nfunc y() int { return x }\n'],
    ['nested brackets', 'a.c', `int x = ${'('.repeat(deep)}1${')'.repeat(deep)};\n`],
    ['nested blocks', 'a.c', `void f(void) ${'{'.repeat(5_000)}${'}'.repeat(5_000)}\n`],
    ['nested declarators', 'a.c', `int ${'*'.repeat(deep)}x;\n`],
    ['nested templates', 'a.cpp', `${'A<'.repeat(5_000)}int${'>'.repeat(5_000)} x;\n`],
    [
      'macros that mean each other',
      'a.c',
      '#define A B\n#define B A\n#define F(x) G(x)\n#define G(x) F(x)\nint x = A + F(1);\n',
    ],
    ['a struct within itself', 'a.c', 'struct a { struct a b; };\nvoid f(void) { struct a c; c.b.b.b = c; }\n'],
    ['labels that jump to each other', 'a.c', `void f(int n) {\n${jumps}\nl200: ;\n}\n`],
    ['files that include themselves', 'a.h', '#include "a.h"\n#ifdef A\nvoid f(\n#else\nvoid g(\n#endif\n'],
    ['many assignments', 'a.c', `void f(void) {\n${many((at, from) => `a${at} += a${from};`)}\n}\n`],
    ['a file that ends too early', 'a.c', 'void f(char *a) { g(a'],
    ['nested brackets', 'A.cs', `class A { int x = ${'('.repeat(deep)}1${')'.repeat(deep)}; }\n`],
    ['nested classes', 'A.cs', `${'class A { '.repeat(2_000)}${'}'.repeat(2_000)}\n`],
    [
      'classes that extend each other',
      'A.cs',
      'class A : B { int X => X; }\nclass B : A { int F() => F(); A a = new A(); }\n',
    ],
    ['a switch of many arms', 'A.cs', `class A { int F(int x) => x switch { ${'1 => 2, '.repeat(5_000)} }; }\n`],
    [
      'parts of a class that name each other',
      'A.cs',
      'partial class A : A { }\npartial class A : I { }\ninterface I : A { }\n',
    ],
    ['many assignments', 'A.cs', `class A { void F() {\n${many((at, from) => `a${at} += a${from};`)}\n} }\n`],
    ['a file that ends too early', 'A.cs', 'class A { void F(string a) { G($"{a'],
    ['many assignments', 'a.go', `package a\nfunc f() {\n${many((at, from) => `a${at} += a${from}`)}\n}\n`],
    [
      'a list that is made longer again and again',
      'a.go',
      `package a\nfunc f(q string) {\nx := []string{}\n${repeated(12_000, () => 'x = append(x, q)')}\n}\n`,
    ],
    [
      'an object that is made larger again and again',
      'a.js',
      `export function f(q) {\nlet x = {};\n${repeated(6_000, (at) => `x = { ...x, a${at}: q };`)}\n}\n`,
    ],
    ['a file that ends too early', 'a.go', 'package a\nfunc f(a string) { g(a'],
    ['files that include themselves', 'a.php', "<?php include 'a.php'; include $_GET['a'] . '/a.php';\n"],
    ['constants that mean each other', 'a.php', '<?php class A { const B = self::C; const C = self::B; } echo A::B;\n'],
    ['many assignments', 'a.php', `<?php ${many((at, from) => `$a${at} .= $a${from};`)}\n`],
    ['a file that ends too early', 'a.php', '<?php class A { function f($a) { g("$a[0'],
    ['nested brackets', 'a.rb', `x = ${'['.repeat(deep)}${']'.repeat(deep)}\n`],
    ['nested blocks', 'a.rb', `${'f { '.repeat(2_000)}${'}'.repeat(2_000)}\n`],
    ['nested branches', 'a.rb', `${'if a\n'.repeat(2_000)}${'end\n'.repeat(2_000)}`],
    ['a chain of many calls', 'a.rb', `x = a${'.b'.repeat(3_000)}\n`],
    ['texts within texts', 'a.rb', `x = ${'"#{'.repeat(1_000)}1${'}"'.repeat(1_000)}\n`],
    ['many assignments', 'a.rb', `def f\n${many((at, from) => `a${at} += a${from}`)}\nend\n`],
    ['modules that include each other', 'a.rb', 'module A\n  include B\nend\nmodule B\n  include A\nend\nA.x(1)\n'],
    ['constants that mean each other', 'a.rb', 'A = B\nB = A\nputs A\n'],
    ['a method that calls itself above', 'a.rb', 'class A < A\n  def f(x)\n    super(f(x))\n  end\nend\nA.new.f(1)\n'],
    [
      'a template that renders itself',
      'app/views/a/_b.html.erb',
      '<%= render "b" %><%= render "a/b", c: params[:c] %>\n',
    ],
    ['a tag that does not end', 'a.erb', '<% if a %><%= params[:b]\n'],
    ['a file that ends too early', 'a.rb', 'class A\n  def f(a)\n    g("#{a[:b'],
    ...(['js', 'py', 'java', 'cs'] as const).map((ending): string[] => [
      'a text that is added to itself',
      `A.${ending}`,
      addedToItself(ending),
    ]),
    [
      'names of the language’s own objects',
      'a.js',
      'const constructor = {}; constructor.__proto__ = constructor; constructor.hasOwnProperty();\n',
    ],
  ])('ends on %s', async (_, file, text) => {
    const run = await runOn(profile, flowTools, {
      [file]: text,
      'other.js': 'export const other = 1;\n',
      'other.py': 'other = 1\n',
      'other.go': 'package other\n',
      'other.kt': 'val other = 1\n',
      'other.php': '<?php return 1;\n',
      'Other.cs': 'class Other { }\n',
      'other.rb': 'OTHER = 1\n',
    });
    for (const { id } of flowTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  it('follows classes to the end that hold instances of each other', async () => {
    const holders = ['A', 'B', 'C'].map((name, _, all) => {
      const fields = all.map((each) => `  static final ${each} ${each.toLowerCase()} = new ${each}();\n`).join('');
      return [`${name}.java`, `class ${name} {\n${fields}  void run() { new ${name}(); }\n}\n`] as const;
    });
    const { unreadable } = (await runOn(profile, flowTools, Object.fromEntries(holders))).tool('java-data-flow');
    expect(unreadable).toEqual([]);
  });

  it('looks once through objects that lead to each other on many ways', async () => {
    const nodes = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const text = [
      ...nodes.map((node) => `const ${node} = {};`),
      ...nodes.flatMap((node) => nodes.map((other) => `${node}.${other} = ${other};`)),
      'export function handler(req, res) {',
      '  n59.text = req.query.text;',
      ...Array.from({ length: 2_000 }, () => '  use(n0);'),
      '  res.send("<p>" + n0.n59.text);',
      '}',
    ];
    const tree = { 'a.js': `import express from 'express';\n${text.join('\n')}\nexpress().get('/', handler);\n` };
    const run = await runOn(profile, flowTools, tree);
    expect(run.found).toContain(`a.js:${text.length} cross-site-scripting`);
    expect(run.tool('js-data-flow').unreadable).toEqual([]);
  });

  it('names what it did not follow to the end', async () => {
    // Each call gets another text, so that no result can be reused for another call.
    const next = (index: number) => ['a', 'b', 'c', 'd'].map((each) => `f${index + 1}(g, s + "${each}");`).join(' ');
    const text = Array.from({ length: 12 }, (_, index) => `export function f${index}(g, s) { ${next(index)} }\n`);
    const tree = { 'a.js': `${text.join('')}f0(() => 1, "");\n` };
    const { unreadable } = (await runOn(profile, flowTools, tree)).tool('js-data-flow');
    expect(unreadable).toEqual([
      {
        file: 'a.js',
        reason: expect.stringMatching(
          /^not followed to the end, because it takes too many steps or is nested too deeply: a.js/,
        ),
      },
    ]);
  });
});
