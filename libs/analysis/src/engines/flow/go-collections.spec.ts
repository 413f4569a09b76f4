import { commandsOfGo } from './test/commands-of';

type Program = readonly [what: string, body: string, outside?: string];

const named = (programs: readonly Program[]) => programs.map((program) => ({ what: program[0], program }));
const follows = (...programs: readonly Program[]): void => {
  it.each(named(programs))('$what', async ({ program: [, body, outside] }) => {
    expect(await commandsOfGo(body.replace('INPUT', 'q'), outside)).toBe(1);
    expect(await commandsOfGo(body.replace('INPUT', '"ls"'), outside)).toBe(0);
  });
};
const leavesOut = (...programs: readonly Program[]): void => {
  it.each(named(programs))('leaves out $what', async ({ program: [, body, outside] }) =>
    expect(await commandsOfGo(body, outside)).toBe(0),
  );
};

describe('collections of Go’s own packages', () => {
  follows(
    ['values of a form', 'v := url.Values{}; v.Set("a", INPUT); sh(v.Get("a"))'],
    ['values that are made', 'v := make(url.Values); v.Add("a", INPUT); sh(v.Get("a"))'],
    ['headers', 'h := http.Header{}; h.Set("A", INPUT); sh(h.Get("A"))'],
    ['a shared map', 'var m sync.Map; m.Store("a", INPUT); x, ok := m.Load("a"); if ok { sh(x.(string)) }'],
    ['a shared map that may have it', 'var m sync.Map; x, _ := m.LoadOrStore("a", INPUT); sh(x.(string))'],
    [
      'all of a shared map',
      'var m sync.Map; m.Store("a", INPUT); m.Range(func(k, x any) bool { sh(x.(string)); return true })',
    ],
    ['a shared value', 'var v atomic.Value; v.Store(INPUT); sh(v.Load().(string))'],
    ['the parts of a text', 'for x := range strings.SplitSeq(INPUT, ",") { sh(x) }'],
    ['a channel', 'c := make(chan string, 1); c <- INPUT; for x := range c { sh(x) }'],
    [
      'a template',
      'var b bytes.Buffer; t := template.Must(template.New("a").Parse("{{.}}")); t.Execute(&b, INPUT); sh(b.String())',
    ],
    ['an encoder', 'var b bytes.Buffer; json.NewEncoder(&b).Encode(INPUT); sh(b.String())'],
    ['a text that is scanned', 'var x string; fmt.Sscan(INPUT, &x); sh(x)'],
    [
      'an error of a type',
      'var f *failure; if errors.As(check(INPUT), &f) { sh(f.cmd) }',
      'type failure struct { cmd string }\nfunc (f *failure) Error() string { return "failed" }\n' +
        'func check(text string) error { return &failure{cmd: text} }',
    ],
  );
  leavesOut(
    ['another value of a form', 'v := url.Values{}; v.Set("a", q); v.Set("b", "ls"); sh(v.Get("b"))'],
    [
      'another entry of a shared map',
      'var m sync.Map; m.Store("a", q); m.Store("b", "ls"); x, _ := m.Load("b"); sh(x.(string))',
    ],
    ['whether a shared map has it', 'var m sync.Map; m.Store("a", q); _, ok := m.Load("a"); sh(fmt.Sprint(ok))'],
    ['the places of a list', 'for i := range strings.Split(q, ",") { sh(fmt.Sprint(i)) }'],
    ['the keys of a map of the code', 'for k := range map[string]string{"ls": q} { sh(k) }'],
    ['another channel', 'c, d := make(chan string, 1), make(chan string, 1); c <- q; for x := range d { sh(x) }'],
    ['a number that is scanned', 'var n int; fmt.Sscanf(q, "%d", &n); sh(fmt.Sprint("head -n ", n))'],
    ['another buffer', 'var a, b bytes.Buffer; json.NewEncoder(&a).Encode(q); sh(b.String())'],
    ['a text that is checked as bytes', 'x := []byte(q); if string(x) != "ls" { return }; sh(string(x))'],
  );

  it('finds the keys of what a client sends', async () => {
    expect(await commandsOfGo('for k := range r.URL.Query() { sh(k) }')).toBe(1);
  });
});

describe('types of Go that have a name', () => {
  const NAME = 'type name string\nfunc (n name) run() { sh(string(n)) }';

  follows(
    ['a text', 'x := name(INPUT); x.run()', NAME],
    [
      'an option',
      'all := made(name(INPUT)); sh(all.cmd)',
      `type settings struct { cmd string }
      type option interface { apply(*settings) }
      type name string
      func (n name) apply(s *settings) { s.cmd = string(n) }
      func made(options ...option) *settings { s := &settings{}; for _, o := range options { o.apply(s) }; return s }`,
    ],
  );
  leavesOut(
    ['another text of the type', 'x, y := name(q), name("ls"); _ = x; y.run()', NAME],
    [
      'a number in the body',
      'var x struct { Kind kind }; json.NewDecoder(r.Body).Decode(&x); sh(fmt.Sprint(x.Kind))',
      'type kind int',
    ],
  );

  it('finds the methods of elements in the body', async () => {
    const body = 'var x batch; json.NewDecoder(r.Body).Decode(&x); for _, s := range x.Steps { s.run() }';
    const step = 'type step struct { Cmd string; Count int }\ntype batch struct { Steps []step }\n';
    expect(await commandsOfGo(body, `${step}func (s step) run() { sh(s.Cmd) }`)).toBe(1);
    expect(await commandsOfGo(body, `${step}func (s step) run() { sh(fmt.Sprint(s.Count)) }`)).toBe(0);
  });
});
