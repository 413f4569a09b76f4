import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { cOf, cppOf } from './test/c-programs';
import { csharpOf } from './test/csharp-programs';
import { goOf } from './test/go-programs';
import { javaOf } from './test/java-programs';
import { kotlinOf } from './test/kotlin-programs';
import { phpOf } from './test/php-programs';
import { type Program, programs } from './test/programs';
import { rubyOf } from './test/ruby-programs';

const profile = profileOf('flow');

describeToolSamples(profile, flowTools);

const LANGUAGES = [
  { language: 'C#', tool: 'csharp-data-flow', ending: 'cs', sourceOf: (program: Program) => csharpOf(program.what) },
  { language: 'JavaScript', tool: 'js-data-flow', ending: 'js', sourceOf: (program: Program) => program.javascript },
  { language: 'C', tool: 'c-data-flow', ending: 'c', sourceOf: (program: Program) => cOf(program.what) },
  { language: 'C++', tool: 'c-data-flow', ending: 'cpp', sourceOf: (program: Program) => cppOf(program.what) },
  { language: 'Go', tool: 'go-data-flow', ending: 'go', sourceOf: (program: Program) => goOf(program.what) },
  { language: 'Java', tool: 'java-data-flow', ending: 'java', sourceOf: (program: Program) => javaOf(program.what) },
  {
    language: 'Kotlin',
    tool: 'kotlin-data-flow',
    ending: 'kt',
    sourceOf: (program: Program) => kotlinOf(program.what),
  },
  { language: 'PHP', tool: 'php-data-flow', ending: 'php', sourceOf: (program: Program) => phpOf(program.what) },
  { language: 'Python', tool: 'py-data-flow', ending: 'py', sourceOf: (program: Program) => program.python },
  { language: 'Ruby', tool: 'ruby-data-flow', ending: 'rb', sourceOf: (program: Program) => rubyOf(program.what) },
] as const;

describe.each(LANGUAGES)('the same programs in $language', ({ tool, ending, sourceOf }) => {
  /** All programs run in one pass, each in a file of its own. */
  let found: ReadonlyMap<string, readonly string[]>;
  let messages: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const tree = Object.fromEntries(
      programs.flatMap((program, index) =>
        Object.entries(sourceOf(program)).map(([file, text]) => [`p${index}/${file}.${ending}`, text]),
      ),
    );
    const run = (await runOn(profile, flowTools, tree)).tool(tool);
    expect(run.outcome).toEqual({ status: 'completed' });
    expect(run.unreadable).toEqual([]);
    found = new Map(
      programs.map((_, index) => [
        String(index),
        run.findings.filter(({ file }) => file!.startsWith(`p${index}/`)).map(({ rule }) => rule),
      ]),
    );
    messages = new Map(run.findings.map(({ file, message }) => [file!.split('/')[0]!, message]));
  }, 120_000);

  it.each(programs.map(({ what, finds }, index) => [what, finds, index] as const))('%s', (_, finds, index) => {
    expect(found.get(String(index))).toEqual(finds === undefined ? [] : [finds]);
  });

  it('tells the way of what it finds', () => {
    const across = programs.findIndex(({ what }) => what === 'follows a call into another function');
    expect(messages.get(`p${across}`)).toMatch(
      /^The (query|parameter|variable) of the request .* gets here: .*passed to (App(Controller)?\.)?[rR]un \(/,
    );
  });
});

describe('the way of what is found', () => {
  const traceOf = async (tool: string, tree: Record<string, string>) => {
    const { findings } = (await runOn(profile, flowTools, tree)).tool(tool);
    expect(findings).toHaveLength(1);
    return findings[0]!.trace!.steps;
  };
  const EXPRESS = "const { exec } = require('child_process');\nconst app = require('express')();\n";

  it('leads from the source over each step to the sink, through files', async () => {
    const steps = await traceOf('js-data-flow', {
      'app.js': `${EXPRESS}const { run } = require('./jobs');
app.get('/', (req) => {
  const all = [];
  all.push(req.query.q);
  run(all[0]);
});
`,
      'jobs.js': `const { exec } = require('child_process');
exports.run = function run(command) {
  const job = {};
  job.line = command;
  exec(job.line);
};
`,
    });
    expect(steps).toEqual([
      { kind: 'source', file: 'app.js', line: 6, column: 12, text: 'the query of the request comes in' },
      { kind: 'propagation', file: 'app.js', line: 6, column: 3, text: 'put into a collection' },
      { kind: 'propagation', file: 'app.js', line: 7, column: 3, text: 'passed to run' },
      { kind: 'propagation', file: 'jobs.js', line: 4, column: 3, text: 'stored in line' },
      { kind: 'sink', file: 'jobs.js', line: 5, column: 3, text: 'given to exec' },
    ]);
  });

  it('begins where the input comes in, and not where an import reads it again', async () => {
    const [source] = await traceOf('py-data-flow', {
      'inputs.py': 'from flask import request\n\nvalues = request.args\n',
      'app.py': 'import os\n\nfrom inputs import values\n\nos.system(values["x"])\n',
    });
    expect(source).toMatchObject({ file: 'inputs.py', line: 3 });
  });

  it('begins at the parameter that a framework fills', async () => {
    const body = '  @GetMapping("/")\n  public int view(int n,\n      @RequestParam String q) throws Exception {';
    const [source] = await traceOf('java-data-flow', {
      'App.java': `class App {\n${body}\n    Runtime.getRuntime().exec(q);\n    return 0;\n  }\n}\n`,
    });
    expect(source).toMatchObject({ kind: 'source', line: 4, column: 28 });
  });

  it('keeps its ends where it is too long, and says how many steps it left out', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `v${index}`);
    const moves = names.map((name, index) => `  const ${name} = ${index === 0 ? 'req.query.q' : names[index - 1]};\n`);
    const steps = await traceOf('js-data-flow', {
      'app.js': `${EXPRESS}app.get('/', (req) => {\n${moves.join('')}  exec(v59);\n});\n`,
    });
    expect(steps.length).toBeLessThanOrEqual(25);
    expect(steps[0]).toMatchObject({ kind: 'source', line: 4 });
    expect(steps.at(-1)).toMatchObject({ kind: 'sink', line: 64 });
    const told = steps.reduce((sum, { leftOut = 0 }) => sum + 1 + leftOut, 0);
    expect(told).toBe(62);
  });
});

describe('what is read like a field and runs like a function', () => {
  it.each([
    [
      'app.js',
      `const { exec } = require('child_process');
class Input {
  constructor(req) { this.req = req; }
  get name() { return this.req.query.name; }
  get fixed() { return 'ls'; }
  set name(value) { exec('ls'); }
}
require('express')().get('/', (req) => {
  const input = new Input(req);
  exec(input.name);
  exec(input.fixed);
});
`,
      10,
    ],
    [
      'app.py',
      `import os
from flask import request

class Input:
    @property
    def name(self):
        return request.args["name"]

    @name.setter
    def name(self, value):
        os.system("ls")

    @property
    def fixed(self):
        return "ls"

given = Input()
os.system(given.name)
os.system(given.fixed)
`,
      18,
    ],
  ])('gives what it returns in %s', async (file, text, line) => {
    const { found } = await runOn(profile, flowTools, { [file]: text });
    expect(found).toEqual([`${file}:${line} command-injection`]);
  });
});

describe('hostile sources', () => {
  const deep = 20_000;
  const jumps = Array.from(
    { length: 200 },
    (_, index) => `l${index}: if (n) goto l${(index * 7) % 200}; goto l${index + 1};`,
  ).join('\n');
  const many = (assignment: (at: number, from: number) => string) =>
    Array.from({ length: 20_000 }, (_, index) => assignment(index % 50, index % 49)).join('\n');

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

  it('names what it did not follow to the end', async () => {
    // Each call gets another text: none can be taken for another one.
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
