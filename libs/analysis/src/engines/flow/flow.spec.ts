import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { flowTools } from '../../catalogue/flow';
import type { RawFinding } from '../engine';
import { profileOf } from '../engine-table';
import { cNotes, cOf, cppNotes, cppOf } from './test/c-programs';
import { csharpNotes, csharpOf } from './test/csharp-programs';
import { goNotes, goOf } from './test/go-programs';
import { javaNotes, javaOf } from './test/java-programs';
import { kotlinNotes, kotlinOf } from './test/kotlin-programs';
import { phpNotes, phpOf } from './test/php-programs';
import { type Notes, type Program, programs, pythonNotes } from './test/programs';
import { rubyNotes, rubyOf } from './test/ruby-programs';

const profile = profileOf('flow');

describeToolSamples(profile, flowTools);

interface Language {
  readonly language: string;
  readonly tool: string;
  readonly ending: string;
  readonly sourceOf: (program: Program) => Readonly<Record<string, string>>;
  /** The programs of the table that the language lacks, or expresses in another way. */
  readonly notes?: Notes;
}

const javascript = { tool: 'js-data-flow', sourceOf: (program: Program) => program.javascript };
const C = 'c-data-flow';
const named = (sourceOf: (what: string) => Readonly<Record<string, string>>) => (program: Program) =>
  sourceOf(program.what);

const LANGUAGES: readonly Language[] = [
  { language: 'C#', tool: 'csharp-data-flow', ending: 'cs', sourceOf: named(csharpOf), notes: csharpNotes },
  { ...javascript, language: 'JavaScript', ending: 'js' },
  { ...javascript, language: 'TypeScript', ending: 'ts' },
  { language: 'C', tool: C, ending: 'c', sourceOf: named(cOf), notes: cNotes },
  { language: 'C++', tool: C, ending: 'cpp', sourceOf: named(cppOf), notes: cppNotes },
  { language: 'Go', tool: 'go-data-flow', ending: 'go', sourceOf: named(goOf), notes: goNotes },
  { language: 'Java', tool: 'java-data-flow', ending: 'java', sourceOf: named(javaOf), notes: javaNotes },
  { language: 'Kotlin', tool: 'kotlin-data-flow', ending: 'kt', sourceOf: named(kotlinOf), notes: kotlinNotes },
  { language: 'PHP', tool: 'php-data-flow', ending: 'php', sourceOf: named(phpOf), notes: phpNotes },
  { language: 'Python', tool: 'py-data-flow', ending: 'py', sourceOf: ({ python }) => python, notes: pythonNotes },
  { language: 'Ruby', tool: 'ruby-data-flow', ending: 'rb', sourceOf: named(rubyOf), notes: rubyNotes },
];

const LEAST_PROGRAMS = 60;

it('has enough programs, each with a name of its own, and notes about them alone', () => {
  const names = programs.map(({ what }) => what);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(LEAST_PROGRAMS);
  for (const { notes = {} } of LANGUAGES) expect(names).toEqual(expect.arrayContaining(Object.keys(notes)));
});

it('notes nothing without a reason, and no way that the table has', () => {
  const idle = LANGUAGES.flatMap(({ language, notes = {} }) =>
    Object.entries(notes)
      .filter(([what, note]) => {
        if ('lacks' in note) return !/\w/.test(note.lacks);
        const { way } = programs.find((each) => each.what === what)!;
        return !/\w/.test(note.because) || way.join() === note.way.join();
      })
      .map(([what]) => `${language}: ${what}`),
  );
  expect(idle).toEqual([]);
});

/** The steps from `q` in the handler to the command, each by its first word. */
function wayOf({ trace }: RawFinding): readonly string[] {
  const [source, ...between] = trace!.steps.slice(0, -1);
  expect(source!.kind).toBe('source');
  expect(trace!.steps.at(-1)).toMatchObject({ kind: 'sink', text: expect.stringMatching(/^given to /) });
  const [first, ...others] = between.map(({ text }) => text);
  // The handler has the value in a variable, or is called with it.
  expect(first).toMatch(/^(?:stored in \$?q|passed to .*[vV]iew)$/);
  return others.map((text) => text.split(' ', 1)[0]!);
}

describe.each(LANGUAGES)('the same programs in $language', ({ tool, ending, sourceOf, notes = {} }) => {
  /** All programs run in one pass, each in a file of its own. */
  let found: ReadonlyMap<string, readonly RawFinding[]>;

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
      programs.map((_, index) => [String(index), run.findings.filter(({ file }) => file!.startsWith(`p${index}/`))]),
    );
  }, 120_000);

  it.each(programs.map((program, index) => [program.what, program, index] as const))('%s', (what, program, index) => {
    const note = notes[what];
    const isLacking = note !== undefined && 'lacks' in note;
    expect(Object.keys(sourceOf(program)).length === 0).toBe(isLacking);
    const isSafe = isLacking || program.finds === undefined;
    const findings = found.get(String(index))!;
    expect(findings.map(({ rule }) => rule)).toEqual(isSafe ? [] : [program.finds]);
    const way = note !== undefined && 'way' in note ? note.way : program.way;
    expect(findings.map(wayOf)).toEqual(isSafe ? [] : [way]);
  });

  it('tells the way of what it finds', () => {
    const across = programs.findIndex(({ what }) => what === 'follows a call into another function');
    expect(found.get(String(across))!.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The (query|parameter|variable) of the request .* gets here: .*passed to (App(Controller)?\.)?[rR]un \(/,
      ),
    ]);
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
