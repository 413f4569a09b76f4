import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** The rules of what is found, and why files were not followed further. */
async function told(tool: string, file: string, text: string, role?: 'test') {
  const run = await runOn(profileOf('flow'), flowTools, { [file]: text }, undefined, undefined, () => role);
  const { findings, unreadable } = run.tool(tool);
  return { found: findings.map(({ rule }) => rule), named: unreadable.map(({ reason }) => reason) };
}

const script = (functions: string, body: string) =>
  "const app = require('express')();\nconst { exec } = require('child_process');\n" +
  `${functions}\napp.get('/', function show(req, res) {\n  const q = req.query.q;\n  ${body}\n});\n`;
/** Functions each of which calls the next one; the last one runs what it gets. */
const chain = (count: number, given = 'q') =>
  script(
    times(count, (index) => `function f${index}(x) { ${index === count - 1 ? 'exec(x)' : `f${index + 1}(x)`}; }`),
    `f0(${given});`,
  );
/** A table of functions, the last of which runs what it gets. */
const table = (count: number, given = 'q') =>
  script(
    `const table = [\n${times(count, (index) => `  (x) => { ${index === count - 1 ? 'exec(x)' : 'x.a'} },`)}\n];`,
    `table[req.query.i](${given});`,
  );
const servlet = (classes: string, body: string) =>
  `import javax.servlet.http.*;\n${classes}\nclass App extends HttpServlet {\n` +
  '  protected void doGet(HttpServletRequest in, HttpServletResponse out) throws Exception {\n' +
  `    String q = in.getParameter("q");\n    ${body}\n  }\n}\n`;
const RUNS = '{ Runtime.getRuntime().exec(x); }';
const ancestors = (count: number) => {
  const last = count - 1;
  const classes = times(last, (index) => `class A${index} extends A${index + 1} { }`);
  return servlet(`${classes}\nclass A${last} { void go(String x) throws Exception ${RUNS} }`, 'new A0().go(q);');
};
/** Only the last of the classes does anything. */
const implementations = (count: number) => {
  const go = 'public void go(String x) throws Exception';
  const body = (index: number) => (index === count - 1 ? RUNS : '{ }');
  const classes = times(count, (index) => `class C${index} implements Job { ${go} ${body(index)} }`);
  return servlet(
    `interface Job { void go(String x) throws Exception; }\n${classes}`,
    'Job job = Made.of(q); job.go(q);',
  );
};
const nested = (count: number, given = 'q') =>
  script('', `exec(${'{ a: '.repeat(count)}${given}${' }'.repeat(count)});`);
const held = (count: number) => {
  const body = (index: number) => (index === count - 1 ? 'exec.Command(x)' : '_ = x');
  const functions = times(count, (at) => `func f${at}(x string) { ${body(at)} }\nvar s${at} = S{Run: f${at}}`);
  return (
    'package a\nimport (\n"net/http"\n"os/exec"\n)\ntype S struct { Run func(string) }\n' +
    `${functions}\nfunc serve(s *S, w http.ResponseWriter, r *http.Request) { s.Run(r.FormValue("q")) }\n`
  );
};

const CALLS = 'input is not followed further, because too many calls lie within each other';
const MEANINGS = 'input is not followed into all functions that a call may mean, because they are too many';
const OBJECTS =
  'input is not looked for in all that a dangerous call gets, because objects lie too deep within each other';
const ANCESTORS = 'methods that are inherited from afar are not known, because a class has too many ancestors';

describe('a limit of what is followed', () => {
  it.each([
    ['calls within each other', 'js-data-flow', 'a.js', chain(8), chain(30), `${CALLS}: f10`],
    ['functions of a table', 'js-data-flow', 'a.js', table(6), table(30), `${MEANINGS}: show`],
    [
      'classes of an interface',
      'java-data-flow',
      'App.java',
      implementations(6),
      implementations(30),
      `${MEANINGS}: App.doGet`,
    ],
    ['objects within each other', 'js-data-flow', 'a.js', nested(3), nested(8), `${OBJECTS}: show`],
    ['functions in fields of a name', 'go-data-flow', 'a.go', held(30), held(60), `${MEANINGS}: serve`],
    ['ancestors of a class', 'java-data-flow', 'App.java', ancestors(6), ancestors(12), `${ANCESTORS}: A8, A9, A10`],
  ])('is named where input gets there, and only there: %s', async (_, tool, file, few, many, reason) => {
    expect(await told(tool, file, few)).toEqual({ found: ['command-injection'], named: [] });
    expect(await told(tool, file, many)).toEqual({ found: [], named: [reason] });
  });

  it('is not named where no input gets there, or in a test', async () => {
    expect(await told('js-data-flow', 'a.js', chain(30, "'ls'"))).toEqual({ found: [], named: [] });
    expect(await told('js-data-flow', 'a.js', table(30, "'ls'"))).toEqual({ found: [], named: [] });
    expect(await told('js-data-flow', 'a.js', nested(8, "'ls'"))).toEqual({ found: [], named: [] });
    expect(await told('js-data-flow', 'a.js', chain(30), 'test')).toEqual({ found: [], named: [] });
  });

  it('is not named for classes that extend each other in a ring', async () => {
    const ring = servlet('class A extends B { }\nclass B extends A { }', 'new A().go(q);');
    expect((await told('java-data-flow', 'App.java', ring)).named).toEqual([]);
  });

  it('keeps the input that stands behind the end of a long text', async () => {
    const long = `select a from b where c in (${"'d', ".repeat(500)}'d') and e = `;
    const query = (value: string) =>
      "const app = require('express')();\nconst db = require('mysql').createConnection({});\n" +
      `app.get('/', (req, res) => {\n  db.query("${long}'" + ${value} + "'");\n});\n`;
    expect(await told('js-data-flow', 'a.js', query('req.query.q'))).toEqual({ found: ['sql-injection'], named: [] });
    expect(await told('js-data-flow', 'a.js', query('db.own'))).toEqual({ found: [], named: [] });
  });
});
