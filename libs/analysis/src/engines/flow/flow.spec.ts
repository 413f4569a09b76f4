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
