import { runOn } from '../../../test/run-on';
import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { logicTools } from '../../catalogue/logic';
import { profileOf } from '../engine-table';

const profile = profileOf('logic');

describeToolSamples(profile, logicTools);
describeHostileFiles(profile, {
  tools: logicTools,
  extension: '.c',
  flawed: 'int f(int a) {\n  if (a = 2)\n    return 1;\n  return 0;\n}\n',
  longLine: `char *text = "${'x'.repeat(2_000_000)}";`,
  deep: `int f(int a) { return ${'('.repeat(100_000)}a${')'.repeat(100_000)}; }`,
});

const rulesIn = async (file: string, text: string): Promise<string[]> => {
  const { findings, outcome } = (await runOn(profile, logicTools, { [file]: text })).tool('logic-errors');
  expect(outcome).toEqual({ status: 'completed' });
  return findings.map(({ rule }) => rule);
};

describe('logic that is meant', () => {
  it.each([
    ['a number that is none', 'a.c', 'int f(double x) {\n  return x != x; /* NaN */\n}\n'],
    [
      'a number that is none, by equality',
      'a.cpp',
      'double f(A& a) {\n  double r = a.read();\n  return r == r ? floor(r) : r;\n}\n',
    ],
    [
      'a number that may be none, as a comment says',
      'a.cpp',
      'void f(A& b) {\n  // We accept a NaN here.\n  auto c = 0;\n  auto d = (a == a) ? a : 0;\n  b.use(c, d);\n}\n',
    ],
    [
      'the last line of a loop that is written out',
      'a.cpp',
      `int f(int c0, int c1, int c2, int c3) {\n${[0, 1, 2, 3]
        .map((n) => `  if (((c3 - c${n}) & 63) == 0) return ${n + 1};\n`)
        .join('')}  return 0;\n}\n`,
    ],
    ['a number that is none, in a condition', 'a.c', 'int f(double x, double y) {\n  return x != x || x == y;\n}\n'],
    [
      'what is asked again after a change',
      'a.php',
      '<?php if (!is_dir($a) && !mkdir($a) && !is_dir($a)) { return; }\n',
    ],
    [
      'what is asked again of other values',
      'a.java',
      'class A { boolean f() {\n  return (i = g(j)) > 0 && isOne(i) && (i = g(j = i + 2)) > 1 && isOne(i);\n} }\n',
    ],
    ['a value before a handler', 'a.rb', 'def f(a)\n  a.gsub("b", "")\nrescue ArgumentError\n  ""\nend\n'],
    ['a test of an operator', 'a.cs', 'class T { void Equal() { Assert.True(one == one); } }\n'],
    ['a value that tells of equality', 'a.kt', 'fun f(a: A) { log.add("equalsSelf=${a == a}") }\n'],
    ['calls that say two things', 'a.java', 'class A { boolean f() { return next() == next(); } }\n'],
    ['an assignment in two pairs of parentheses', 'a.c', 'int f(int a) {\n  if ((a = 0)) return 1;\n  return a;\n}\n'],
    ['a body that is empty', 'a.c', 'void f(char *s) {\n  while (*s++ == 1);\n  g(s);\n}\n'],
    [
      'a loop that looks at its end itself',
      'a.go',
      'package a\n\nfunc f(a []int) {\n\tfor i := 0; i <= len(a); i++ {\n' +
        '\t\tif i == len(a) || a[i] > 1 {\n\t\t\tbreak\n\t\t}\n\t}\n}\n',
    ],
    [
      'a loop over the elements of something',
      'a.go',
      'package a\n\nfunc f(a []int) int {\n\tfor _, x := range a {\n\t\treturn x\n\t}\n\treturn 0\n}\n',
    ],
    ['a value of a block', 'a.kt', 'fun f(a: String?) = a?.let {\n  it.trimEnd()\n}\n'],
    [
      'a comma after the last value',
      'a.kt',
      'fun f(a: Int) = when (a) {\n  1,\n  -> g()\n  2,\n  -> h()\n  else -> i()\n}\n',
    ],
    ['a field of a new object', 'a.cs', 'class A { B F(int Rate) => new B { Rate = Rate }; }\n'],
    [
      'names that patterns give',
      'a.rs',
      'fn f(a: Option<u8>, b: Option<u8>) -> u8 {\n' +
        '    if let Some(x) = a { x } else if let Some(x) = b { x } else { 0 }\n}\n',
    ],
    ['a function of C# after a return', 'a.cs', 'class A { int F() {\n  return G();\n  int G() => 1;\n} }\n'],
    ['a condition that is there for what it does', 'a.php', "<?php\n$a = trigger_error('no') ? '' : '';\n"],
    [
      'fields in capitals that are compared with nothing',
      'a.go',
      'package a\n\nfunc f(c C) bool {\n\treturn c.HTTP == nil && c.TCP == nil\n}\n',
    ],
    ['an operator by its name', 'a.cpp', 'bool A::operator>(const A& o) const {\n  return !operator<=(o);\n}\n'],
    ['what a page shows', 'a.php', '<p><?= trim($a) ?>: <?php f(); ?><?= trim($b) ?></p>\n'],
    ['constants of two kinds', 'a.php', "<?php\nif ($a != '1' || $a != 2) { f(); }\n"],
    [
      'the value of an arm',
      'a.java',
      'class A { String f(int a, String b) {\n  return switch (a) {\n    case 1 -> b.concat("x");\n' +
        '    default -> switch (b) { case "y" -> String.valueOf(a); default -> b; };\n  };\n} }\n',
    ],
    [
      'a question that goes on with each answer',
      'a.java',
      'class A { void f(Parser p) {\n  if (p.hasNext()) { g(); } else if (p.isEnd()) { h(); }' +
        ' else if (p.hasNext()) { i(); }\n} }\n',
    ],
    ['what the parser had to leave out', 'a.c', 'int f(int a) {\n  if (a = 2 ##) return 1;\n  return 0;\n}\n'],
  ])('is no finding: %s', async (_, file, text) => {
    expect(await rulesIn(file, text)).toEqual([]);
  });
});

it('what is asked twice with nothing in between may be a mistake', async () => {
  expect(await rulesIn('a.php', '<?php if (!is_dir($a) && !is_file($b) && !is_dir($a)) { return; }\n')).toEqual([
    'identical-operands',
  ]);
});

it('finds a value that a page makes and does not show', async () => {
  expect(await rulesIn('a.php', '<p><?= trim($a) ?>: <?php trim($b); ?></p>\n')).toEqual(['unused-result']);
});

it('finds a value that an arm of a statement throws away', async () => {
  const text =
    'class A { void f(int a, String b) {\n  switch (a) {\n' +
    '    case 1 -> b.concat("x");\n    default -> g();\n  }\n} }\n';
  expect(await rulesIn('a.java', text)).toEqual(['unused-result']);
});

it('lets a list of macros name one twice', async () => {
  const text = (condition: string) => `#if ${condition}\nint a;\n#endif\n`;
  expect(await rulesIn('a.c', text('defined(A) || defined(B) || defined(A)'))).toEqual([]);
  expect(await rulesIn('a.c', text('A > 1 || B > 1 || A > 1'))).toEqual(['identical-operands']);
});

it('lets a condition ask again for what a call in between may have set', async () => {
  const text = (condition: string) => `void f() { if (${condition}) { g(); } }\n`;
  expect(await rulesIn('a.cpp', text('!code && size(path, code) > 1 && !code'))).toEqual([]);
  expect(await rulesIn('a.cpp', text('!code && size(path, other) > 1 && !code'))).toEqual(['identical-operands']);
  const number = (end: string) => `*end != 1 || (x = strtol(s, ${end}, 10)) <= 0 || *end != 1`;
  expect(await rulesIn('a.cpp', text(number('&end')))).toEqual([]);
  expect(await rulesIn('a.cpp', text(number('&other')))).toEqual(['identical-operands']);
});

it('takes no comparison in C++ for a template, and no product of vectors for a remainder', async () => {
  const text = (condition: string) => `void f() { if (${condition}) { g(); } }\n`;
  expect(await rulesIn('a.cpp', text('n >= 3 && ((a < b && b >= c) || (a > b && b <= c))'))).toEqual([]);
  expect(await rulesIn('a.cpp', text('n >= 3 && ((a < b && a < b) || (a > b && b <= c))'))).toEqual([
    'identical-operands',
  ]);
  expect(await rulesIn('a.cpp', text('v % v > 4'))).toEqual([]);
  expect(await rulesIn('a.c', text('v % v > 4'))).toEqual(['identical-operands']);
});

it('lets a condition ask an object again that a call in between has moved on', async () => {
  const text = (condition: string) => `class A { bool F(R a, R b) { return ${condition}; } }\n`;
  expect(await rulesIn('a.cs', text('a.IsSet && a.TryNext() && a.IsSet'))).toEqual([]);
  expect(await rulesIn('a.cs', text('a.IsSet && b.TryNext() && a.IsSet'))).toEqual(['identical-operands']);
  const names = ['x', 'y', 'x'].map((name) => `a.StartsWith("${name}")`);
  expect(await rulesIn('a.cs', text(names.join(' || ')))).toEqual(['identical-operands']);
});

it('says where a mask is evaluated after the comparison', async () => {
  const text = '<?php\nif ($a & $b == $b) { f(); }\nif (($a & $b) == ($a & $b)) { f(); }\n';
  const run = await runOn(profile, logicTools, { 'a.php': text });
  const said = logicTools
    .flatMap(({ id }) => run.tool(id).findings)
    .filter(({ rule }) => rule === 'identical-operands');
  expect(said.map(({ message }) => message)).toEqual([
    '== compares "$b" with itself before & is evaluated: put the & in parentheses',
    expect.stringMatching(/^Both sides of == are /),
  ]);
});

describe('the branches of a condition', () => {
  it('are compared to the last of a chain', async () => {
    const chain = (last: string) =>
      `int f(int a) {\n  if (a == 1) { g(a); } else if (a == 2) { g(a); } else { ${last} }\n}\n`;
    expect(await rulesIn('a.c', chain('g(a);'))).toEqual(['identical-branches']);
    expect(await rulesIn('a.c', chain('h(a);'))).toEqual([]);
  });

  it.each([
    ['a.kt', 'fun f(a: Int) {\n  if (a == 1) { g() } else if (a == 2) { h() } else if (a == 1) { i() }\n}\n'],
    ['a.php', '<?php\nif ($a == 1) { g(); } elseif ($a == 2) { h(); } elseif ($a == 1) { i(); }\n'],
    ['a.java', 'class A { void f(B b) {\n  if (b.isOpen()) { g(); } else if (b.isOpen()) { h(); }\n} }\n'],
    ['a.rb', 'if a == 1\n  g\nelsif a == 2\n  h\nelsif a == 1\n  i\nend\n'],
    ['a.rs', 'fn f(a: u8) {\n    if a == 1 { g(); } else if a == 2 { h(); } else if a == 1 { i(); }\n}\n'],
    [
      'a.cs',
      'class A { void F(int a) {\n' +
        '  if (a == 1) { G(); } else if (a == 2) { H(); } else if (a == 1) { I(); }\n} }\n',
    ],
  ])('ask nothing twice in %s', async (file, text) => {
    expect(await rulesIn(file, text)).toEqual(['repeated-condition']);
  });
});
