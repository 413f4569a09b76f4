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
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

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

const PACKAGES = ['fmt', 'math/rand', 'net/http', 'os/exec', 'regexp', 'slices', 'strconv', 'strings'];

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
