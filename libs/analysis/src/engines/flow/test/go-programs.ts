import type { Notes } from './programs';

/** The Go of each program of `programs.ts`, by what it shows: the handler's body, and what stands beside it. */
interface GoProgram {
  readonly body: string;
  /** Functions and types. */
  readonly helpers?: string;
}

const RUN = (command: string) => `exec.Command("sh", "-c", ${command}).Run()`;
const one = (body: string, helpers?: string): GoProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const goPrograms: Readonly<Record<string, GoProgram>> = {
  'finds what reaches a call directly': one(RUN('q')),
  'follows a variable': one(`a := q; a = a; ${RUN('a')}`),
  'finds nothing where the variable got another value': one(`a := q; a = "ls"; ${RUN('a')}`),
  'follows texts that are joined': one(RUN('"ls " + q')),
  'follows a text that is joined from many parts': one(
    RUN(`"ls " + q + ${Array.from({ length: 600 }, () => '" -l"').join(' + ')}`),
  ),
  'follows texts with places for values': one(RUN('fmt.Sprintf("ls %s", q)')),
  'follows a text that is changed': one(RUN('strings.ReplaceAll(strings.TrimSpace(q), "a", "b")')),
  'follows either branch': one(`a := "ls"; if rand.Int() > 5 { a = q }; ${RUN('a')}`),
  'leaves out a branch that is never taken': one(`a := "ls"; if 1 > 2 { a = q }; ${RUN('a')}`),
  'follows a choice': one(`var a string; switch { case rand.Int() > 5: a = q; default: a = "ls" }; ${RUN('a')}`),
  'knows which choice is made': one(`var a string; switch { case true: a = "ls"; default: a = q }; ${RUN('a')}`),
  'follows a loop': one(`a := ""; for _, c := range []int{1, 2} { a = a + q; use(c) }; ${RUN('a')}`),
  'follows a value that comes round in a loop': one(
    `a := ""; b := ""; for rand.Int() > 5 { ${RUN('b')}; b = a; a = q }`,
  ),
  'follows a list': one(`a := []string{}; a = append(a, q); ${RUN('a[0]')}`),
  'tells the places of a list apart': one(`a := []string{q, "ls"}; ${RUN('a[1]')}`),
  'follows a map': one(`a := map[string]string{"x": q}; ${RUN('a["x"]')}`),
  'tells the keys of a map apart': one(`a := map[string]string{"x": q, "y": "ls"}; ${RUN('a["y"]')}`),
  'follows a list that is joined': one(RUN('strings.Join([]string{"ls", q}, " ")')),
  'follows the parts of a list': one(`a, b := q, 1; use(b); ${RUN('a')}`),
  'tells the parts of a list apart': one(`a, b := q, "ls"; use(a); ${RUN('b')}`),
  'follows a call into another function': one('run(q)', `func run(command string) { ${RUN('command')} }`),
  'follows what a function returns': one(
    `a, err := same(q); use(err); ${RUN('a')}`,
    'func same(x string) (string, error) { y := x; return y, nil }',
  ),
  'knows that a function returns something else': one(RUN('other(q)'), 'func other(x string) string { return "ls" }'),
  'tells two calls of a function apart': one(
    `same(q); ${RUN('same("ls")')}`,
    'func same(x string) string { return x }',
  ),
  'follows a function that is passed': one(
    `each(func(command string) { ${RUN('command')} }, q)`,
    'func each(work func(string), value string) { work(value) }',
  ),
  'follows an instance': one(
    '(&Job{c: q}).run()',
    `type Job struct { c, d string }\nfunc (j *Job) run() { ${RUN('j.c')} }`,
  ),
  'tells the fields of an instance apart': one(
    'Job{c: q, d: "ls"}.run()',
    `type Job struct { c, d string }\nfunc (j Job) run() { ${RUN('j.d')} }`,
  ),
  'follows a method that is inherited': one(
    'Special{}.run(q)',
    `type Plain struct{}\nfunc (p Plain) run(c string) { ${RUN('c')} }\ntype Special struct { Plain }`,
  ),
  'takes a member of a list for safe': one(`if slices.Contains([]string{"a", "b"}, q) { ${RUN('q')} }`),
  'finds what is no member of the list': one(`if !slices.Contains([]string{"a", "b"}, q) { ${RUN('q')} }`),
  'takes what is left after a check for safe': one(
    `_, ok := map[string]bool{"a": true}[q]; if !ok { return }; ${RUN('q')}`,
  ),
  'takes what equals a constant for safe': one(`if q == "ls" { ${RUN('q')} }`),
  'takes a number for safe': one(
    `n, err := strconv.Atoi(q); if err != nil { return }; ${RUN('fmt.Sprintf("kill %d", n)')}; ${RUN('q')}`,
  ),
  'takes what a strict pattern lets through for safe': one(
    `if regexp.MustCompile(\`^[a-z]+$\`).MatchString(q) { ${RUN('q')} }`,
  ),
  'finds what a loose pattern lets through': one(`if regexp.MustCompile(\`[a-z]+\`).MatchString(q) { ${RUN('q')} }`),
  'does not take a value of before a change for checked': one(`a := q; if a == "ls" { a = q; ${RUN('a')} }`),
  'finds what comes after an error that is caught': one(`_, err := strconv.Atoi(q); if err != nil { ${RUN('q')} }`),
  'finds nothing after a function that ends': one(`return; ${RUN('q')}`),
  'takes nothing of an unknown lookup for the input': one(`row := rows.FindRow(q); ${RUN('row')}`, 'var rows Rows'),
  'follows a text that is added to': one(`a := "ls "; a += q; ${RUN('a')}`),
  'follows a part of a text': one(RUN('q[1:]')),
  'follows a text that is split': one(RUN('strings.Split(q, " ")[0]')),
  'follows a case': one(`a := "ls"; switch rand.Int() { case 1: a = q }; ${RUN('a')}`),
  'leaves out a case that is never chosen': one(`a := "ls"; switch 1 { case 2: a = q }; ${RUN('a')}`),
  'follows a map within a map': one(`a := map[string]map[string]string{"x": {"y": q}}; ${RUN('a["x"]["y"]')}`),
  'follows a field that is set': one(
    `a := &Job{}; fill(a, q); ${RUN('a.c')}`,
    'type Job struct { c string }\nfunc fill(job *Job, c string) { job.c = c }',
  ),
  'finds nothing in a field that is set to something else': one(
    `a := &Job{}; a.c = q; a.c = "ls"; ${RUN('a.c')}`,
    'type Job struct { c string }',
  ),
  'follows each of a list': one(`for _, each := range []string{q} { ${RUN('each')} }`),
  'follows a list that a function adds to': one(
    `a := fill([]string{}, q); ${RUN('a[0]')}`,
    'func fill(list []string, c string) []string { return append(list, c) }',
  ),
  'follows the second parameter of a function': one(
    RUN('second("ls", q)'),
    'func second(x string, y string) string { return y }',
  ),
  'tells the parameters of a function apart': one(
    RUN('first("ls", q)'),
    'func first(x string, y string) string { return x }',
  ),
  'follows calls through two functions': one(
    'run(q)',
    `func run(c string) { launch(c) }\nfunc launch(c string) { ${RUN('c')} }`,
  ),
  'follows a function that calls itself': one(
    RUN('again(q, 3)'),
    'func again(x string, n int) string { if n > 0 { return again(x, n - 1) }; return x }',
  ),
  'follows what a closure keeps': one(`f := func() { ${RUN('q')} }; f()`),
  'follows a value that has a fallback': one(RUN('cmp.Or(q, "ls")')),
  'takes a length for safe': one(RUN('fmt.Sprintf("kill %d", len(q))')),
  'takes a truth for safe': one(RUN('fmt.Sprintf("kill %t", q == "a")')),
  'finds what a check of the length lets through': one(`if len(q) > 2 { ${RUN('q')} }`),
  'takes what a function lets through for safe': one(
    `if !known(q) { return }; ${RUN('q')}`,
    'func known(x string) bool { return x == "a" }',
  ),
  'follows a method that overrides another one': one(
    'Special{}.run(q)',
    'type Plain struct{}\nfunc (p Plain) run(c string) {}\ntype Special struct { Plain }\n' +
      `func (s Special) run(c string) { ${RUN('c')} }`,
  ),
  'leaves out a method that is overridden': one(
    'Special{}.run(q)',
    `type Plain struct{}\nfunc (p Plain) run(c string) { ${RUN('c')} }\ntype Special struct { Plain }\n` +
      'func (s Special) run(c string) {}',
  ),
  'tells two instances of a class apart': one(
    'use(Job{c: q}); Job{c: "ls"}.run()',
    `type Job struct { c string }\nfunc (j Job) run() { ${RUN('j.c')} }`,
  ),
  'follows values that change places': one(`a := q; b := "ls"; c := a; a = b; b = c; ${RUN('b')}`),
  'tells values that change places apart': one(`a := q; b := "ls"; c := a; a = b; b = c; ${RUN('a')}`),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const goNotes: Notes = {
  'follows a choice': { way: ['stored'], because: 'Go has no expression that chooses' },
  'follows what a function returns': {
    way: ['passed', 'stored', 'stored'],
    because: 'each of several results is assigned',
  },
  'follows a function that is passed': {
    way: ['passed', 'passed'],
    because: 'Go has no call that hands each of a list to a function: one of the program does',
  },
};

export function goOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      app: handler(one('run(q)')),
      jobs: `package shop\n\nimport "os/exec"\n\nfunc run(command string) { ${RUN('command')} }\n`,
    };
  const program = goPrograms[what];
  if (!program) throw new Error(`no Go says: ${what}`);
  return { app: handler(program) };
}

const PACKAGES = ['cmp', 'fmt', 'math/rand', 'net/http', 'os/exec', 'regexp', 'slices', 'strconv', 'strings'];

const handler = ({ body, helpers = '' }: GoProgram): string =>
  [
    'package shop',
    `import (\n${PACKAGES.map((path) => `\t"${path}"`).join('\n')}\n)`,
    helpers,
    'func use(values ...any) {}',
    'func view(w http.ResponseWriter, r *http.Request) {',
    '\tq := r.URL.Query().Get("q")',
    `\t${body}`,
    '}\n',
  ].join('\n');
