import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const found = async (text: string) =>
  (await runOn(profileOf('flow'), flowTools, { 'a.go': text })).tool('go-data-flow').findings;

const IMPORTS = 'package main\n\nimport (\n\t"database/sql"\n\t"net/http"\n\t"os/exec"\n)\n\n';
const SINK = 'type Sink struct {\n\tName string\n\tRun  func(string) string\n}\n\n';
const RUN = 'func run(x string) string {\n\texec.Command(x)\n\treturn x\n}\n\n';
const JOB = 'type job struct{}\n\nfunc (job) run(x string) string { return run(x) }\n\n';
const SERVE =
  'func serve(s *Sink) http.HandlerFunc {\n\treturn func(w http.ResponseWriter, r *http.Request) {\n' +
  '\t\ts.Run(r.FormValue("q"))\n\t}\n}\n';

describe('a function of Go that a field holds', () => {
  it.each([
    ['a literal', 'var one = &Sink{Name: "one", Run: run}\n'],
    ['a list that leaves the type out', 'var all = []*Sink{{Name: "one", Run: run}}\n'],
    ['a map that leaves the type out', 'var all = map[string]Sink{"one": {Run: run}}\n'],
    ['a method of a literal', `${JOB}var one = Sink{Run: job{}.run}\n`],
  ])('is called where the field is, put there by %s', async (_, literal) => {
    const findings = await found(`${IMPORTS}${SINK}${RUN}${literal}${SERVE}`);
    expect(findings.map(({ rule }) => rule)).toEqual(['command-injection']);
  });

  const LATER = 'func later(s *Sink) {\n\ts.Run = func(x string) string { return run(x) }\n}\n\n';

  const START = 'func start(s *Sink) {\n\tlater(s)\n\thttp.HandleFunc("/", serve(s))\n}\n';

  it('is called by a function that was followed before it was put into the field', async () => {
    const known = 'var one = &Sink{Name: "one", Run: plain}\n\nfunc plain(x string) string { return x }\n\n';
    const findings = await found(`${IMPORTS}${SINK}${RUN}${known}${SERVE}\n${LATER}${START}`);
    expect(findings.map(({ rule }) => rule)).toEqual(['command-injection']);
  });

  it('is called where the field has a type of functions with a name', async () => {
    const type = 'type Runner func(string) string\n\ntype Sink struct {\n\tRun Runner\n}\n\n';
    const findings = await found(`${IMPORTS}${type}${RUN}var one = &Sink{Run: run}\n${SERVE}`);
    expect(findings.map(({ rule }) => rule)).toEqual(['command-injection']);
  });

  it('is not called by a field of another name', async () => {
    expect(await found(`${IMPORTS}${SINK}${RUN}var other = Other{Start: run}\n${SERVE}`)).toEqual([]);
  });
});

describe('what a function of the target makes', () => {
  it('is made anew for each function that is entered', async () => {
    const enter = (name: string) =>
      `func ${name}(w http.ResponseWriter, r *http.Request) {\n\tstore := open()\n` +
      '\tstore.find(r.FormValue("q"))\n}\n\n';
    const findings = await found(
      `${IMPORTS}type store struct{ db *sql.DB }\n\nfunc open() *store { return &store{} }\n\n` +
        `func (s *store) find(x string) {\n\ts.db.Query("select a from b where c=" + x)\n}\n\n` +
        `func first(w http.ResponseWriter, r *http.Request) {\n\topen()\n}\n\n${enter('second')}`,
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['sql-injection']);
  });
});
