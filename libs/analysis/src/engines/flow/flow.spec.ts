import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { javaOf } from './test/java-programs';
import { type Program, programs } from './test/programs';

const profile = profileOf('flow');

describeToolSamples(profile, flowTools);

const LANGUAGES = [
  { language: 'JavaScript', tool: 'js-data-flow', ending: 'js', sourceOf: (program: Program) => program.javascript },
  { language: 'Java', tool: 'java-data-flow', ending: 'java', sourceOf: (program: Program) => javaOf(program.what) },
  { language: 'Python', tool: 'py-data-flow', ending: 'py', sourceOf: (program: Program) => program.python },
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
      /^The (query|parameter) of the request \(line \d+\) gets here: .*passed to (App\.)?run \(line \d+\)/,
    );
  });
});

describe('hostile sources', () => {
  const deep = 20_000;

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
    });
    for (const { id } of flowTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  it('names what it did not follow to the end', async () => {
    const next = (index: number) => `f${index + 1}(g); f${index + 1}(g); f${index + 1}(g); f${index + 1}(g);`;
    const text = Array.from({ length: 12 }, (_, index) => `export function f${index}(g) { ${next(index)} }\n`).join('');
    const { unreadable } = (await runOn(profile, flowTools, { 'a.js': `${text}f0(() => 1);\n` })).tool('js-data-flow');
    expect(unreadable).toEqual([
      {
        file: 'a.js',
        reason: expect.stringMatching(/^not followed to the end, because it takes too many steps: a.js/),
      },
    ]);
  });
});
