import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { commandsOfGo } from './test/commands-of';

type Program = readonly [what: string, body: string, outside?: string];

const JOB = 'type job struct { cmd string; kind string; count int }\nfunc (j job) run() { sh(j.cmd) }';

/** How often a program runs a command with input, and with a constant instead. */
const answers = async ([, body, outside]: Program) => [
  await commandsOfGo(body.replace('INPUT', 'q'), outside),
  await commandsOfGo(body.replace('INPUT', '"ls"'), outside),
];

const named = (programs: readonly Program[]) => programs.map((program) => ({ what: program[0], program }));
const follows = (...programs: readonly Program[]): void => {
  it.each(named(programs))('$what', async ({ program }) => expect(await answers(program)).toEqual([1, 0]));
};
/** For input that is in no text `INPUT`, but in the body of the request. */
const followsBody = (...programs: readonly Program[]): void => {
  it.each(named(programs))('$what', async ({ program }) => expect((await answers(program))[0]).toBe(1));
};
const leavesOut = (...programs: readonly Program[]): void => {
  it.each(named(programs))('leaves out $what', async ({ program }) => expect((await answers(program))[0]).toBe(0));
};

describe('the first of two values that Go gives', () => {
  follows(
    ['of a map of structs', 'all := map[string]job{"a": {cmd: INPUT}}; j, ok := all["a"]; if ok { sh(j.cmd) }', JOB],
    ['of a map of pointers', 'all := map[string]*job{}; all["a"] = &job{cmd: INPUT}; j, _ := all["a"]; sh(j.cmd)', JOB],
    ['of an assertion', 'var any any = job{cmd: INPUT}; if j, ok := any.(job); ok { sh(j.cmd) }', JOB],
    ['of a channel', 'c := make(chan job, 1); c <- job{cmd: INPUT}; j, ok := <-c; if ok { sh(j.cmd) }', JOB],
    [
      'of an error',
      'if e, ok := check(INPUT).(*failure); ok { sh(e.cmd) }',
      'type failure struct { cmd string }\nfunc (f *failure) Error() string { return "failed" }\n' +
        'func check(text string) error { return &failure{cmd: text} }',
    ],
  );
  leavesOut(
    [
      'the other field',
      'all := map[string]job{"a": {cmd: q, kind: "ls"}}; j, ok := all["a"]; if ok { sh(j.kind) }',
      JOB,
    ],
    ['a number', 'var any any = job{count: len(q)}; if j, ok := any.(job); ok { sh(fmt.Sprint(j.count)) }', JOB],
    ['whether there is one', 'all := map[string]string{q: q}; _, ok := all["a"]; sh(fmt.Sprint(ok))'],
    ['another entry', 'all := map[string]job{"a": {cmd: "ls"}, "b": {cmd: q}}; j, _ := all["a"]; sh(j.cmd)', JOB],
  );
});

describe('results of functions of Go', () => {
  follows(
    ['with a name', 'sh(get(INPUT))', 'func get(text string) (x string) { x = text; return }'],
    ['one of two', '_, x := get(INPUT); sh(x)', 'func get(text string) (n int, x string) { x = text; return }'],
    ['a struct', 'j := get(INPUT); sh(j.cmd)', `${JOB}\nfunc get(text string) (j job) { j.cmd = text; return }`],
    [
      'as arguments of another one',
      'use(get(INPUT))',
      'func get(text string) (int, string) { return 1, text }\nfunc use(n int, text string) { sh(text) }',
    ],
    ['of any type', 'sh(first[string]([]string{INPUT}))', 'func first[T any](all []T) T { return all[0] }'],
    ['from one of several channels', 'c := make(chan string, 1); c <- INPUT; select { case x := <-c: sh(x) }'],
  );
  leavesOut(
    ['a result that is set again', 'sh(get(q))', 'func get(text string) (x string) { x = text; x = "ls"; return }'],
    [
      'the other result',
      'n, _ := get(q); sh(fmt.Sprint(n))',
      'func get(text string) (n string, x string) { n = "ls"; x = text; return }',
    ],
    [
      'the other argument',
      'use(get(q))',
      'func get(text string) (string, string) { return "ls", text }\nfunc use(x, text string) { sh(x) }',
    ],
    ['another channel', 'c, d := make(chan string, 1), make(chan string); c <- q; select { case x := <-d: sh(x) }'],
  );
});

describe('what a function of Go puts behind a pointer', () => {
  const READ = 'func read(r *http.Request, to any) error { return json.NewDecoder(r.Body).Decode(to) }\n';
  const FORM = 'type form struct { Cmd string; Count int }\nfunc (f *form) run() { sh(f.Cmd) }\n';

  follows(
    ['a text', 'var x string; put(&x, INPUT); sh(x)', 'func put(to *string, text string) { *to = text }'],
    ['a list', 'var x []string; put(&x, INPUT); sh(x[0])', 'func put(to *[]string, x string) { *to = append(*to, x) }'],
    ['a copy', 'x := make([]string, 1); copy(x, []string{INPUT}); sh(x[0])'],
  );
  leavesOut(
    ['another pointer', 'var x, y string; put(&x, q); sh(y)', 'func put(to *string, text string) { *to = text }'],
    ['a variable without one', 'x := "ls"; put(x, q); sh(x)', 'func put(to, text string) { to = text }'],
    [
      'what is set again',
      'var x string; put(&x, q); x = "ls"; sh(x)',
      'func put(to *string, text string) { *to = text }',
    ],
    ['a number of the body', 'var f form; read(r, &f); sh(fmt.Sprint(f.Count))', READ + FORM],
  );

  followsBody(
    ['the body of a request', 'var f form; if read(r, &f) != nil { return }; sh(f.Cmd)', READ + FORM],
    ['a part of a struct', 'var all struct { f form }; read(r, &all.f); sh(all.f.Cmd)', READ + FORM],
    [
      'what a decoder puts there',
      'var all struct { f form }; json.NewDecoder(r.Body).Decode(&all.f); sh(all.f.Cmd)',
      FORM,
    ],
    ['what its methods read', 'var f form; json.NewDecoder(r.Body).Decode(&f); f.run()', FORM],
    [
      'the body by a method of the name',
      'var f form; (&api{}).Bind(r, &f); sh(f.Cmd)',
      `${FORM}type api struct {}
      func (a *api) Bind(r *http.Request, f *form) error { f.Cmd = r.FormValue("c"); return nil }`,
    ],
    [
      'a result of any type',
      'f, _ := get[form](r); sh(f.Cmd)',
      `${FORM}func get[T any](r *http.Request) (T, error) {
      var to T; err := json.NewDecoder(r.Body).Decode(&to); return to, err }`,
    ],
  );
});

describe('structs of Go', () => {
  const BASE = 'type base struct { cmd string; kind string }\n';

  follows(
    ['without a name', 'x := struct { cmd, kind string }{INPUT, "a"}; sh(x.cmd)'],
    ['without a name, by the names of fields', 'x := struct { cmd, kind string }{cmd: INPUT}; sh(x.cmd)'],
    ['in a list', 'for _, x := range []struct { cmd string }{{INPUT}} { sh(x.cmd) }'],
    ['of the function alone', 'type one struct { cmd string }; x := one{cmd: INPUT}; sh(x.cmd)'],
    ['within another one', 'x := all{base{cmd: INPUT}}; sh(x.cmd)', `${BASE}type all struct { base }`],
    [
      'within another one, by its name',
      'x := all{base: base{cmd: INPUT}}; sh(x.base.cmd)',
      `${BASE}type all struct { base }`,
    ],
    ['an array', 'var x [2]string; x[0] = INPUT; sh(x[0])'],
  );
  leavesOut(
    ['another field', 'x := struct { cmd, kind string }{cmd: q, kind: "ls"}; sh(x.kind)'],
    [
      'another field of the one within',
      'x := all{base{cmd: q, kind: "ls"}}; sh(x.kind)',
      `${BASE}type all struct { base }`,
    ],
    ['another field of the function’s own', 'type one struct { cmd, kind string }; x := one{cmd: q}; sh(x.kind)'],
    ['a number in the body', 'var x struct { Count int }; json.NewDecoder(r.Body).Decode(&x); sh(fmt.Sprint(x.Count))'],
    ['another element', 'var x [2]string; x[0] = q; sh(x[1])'],
    [
      'another field of a converted one',
      'sh(other(base{cmd: q, kind: "ls"}).kind)',
      `${BASE}type other struct { kind string; cmd string }`,
    ],
  );
});

describe('values of a context of Go', () => {
  const PUT =
    'func put(r *http.Request, key string, x any) *http.Request {\n' +
    '  return r.WithContext(context.WithValue(r.Context(), key, x))\n}\n';
  const NEXT = `${PUT}func next(r *http.Request) { sh(r.Context().Value("a").(string)) }`;

  follows(
    ['of a request', 'next(put(r, "a", INPUT))', NEXT],
    ['beside another one', 'r = put(r, "a", INPUT); r = put(r, "b", "ls"); next(r)', NEXT],
    [
      'under a key of its own type',
      'use(context.WithValue(r.Context(), key{}, INPUT))',
      'type key struct {}\nfunc use(c context.Context) { x, _ := c.Value(key{}).(string); sh(x) }',
    ],
  );
  followsBody(['the request itself', 'r = put(r, "a", "ls"); sh(r.FormValue("c"))', PUT]);
  leavesOut(['another one', 'r = put(r, "a", "ls"); r = put(r, "b", INPUT); next(r)', NEXT]);
});

describe('addresses of Go', () => {
  const found = async (body: string) => {
    const text = `package main

import (
	"net/http"
	"net/url"
)

func handle(w http.ResponseWriter, r *http.Request, own *url.URL) {
	q := r.FormValue("q")
	${body}
}
`;
    return (await runOn(profileOf('flow'), flowTools, { 'main.go': text })).found;
  };

  it.each<[string, string]>([
    ['a host', 'to := url.URL{Scheme: "https", Host: q}; http.Get(to.String())'],
    ['a whole address', 'to, _ := url.Parse(q); http.Get(own.ResolveReference(to).String())'],
    ['a path that may be a host', 'to, _ := url.Parse("/" + q); http.Get(own.ResolveReference(to).String())'],
  ])('lead elsewhere by %s', async (_, body) => expect(await found(body)).toEqual(['main.go:10 request-forgery']));

  it.each<[string, string]>([
    ['of a host that is known', 'to := url.URL{Scheme: "https", Host: "shop.test", Path: q}; http.Get(to.String())'],
    ['of the program’s own host', 'to := url.URL{Host: own.Host, Path: q}; http.Get(to.String())'],
    ['below an address', 'to, _ := url.Parse("/items/" + q); http.Get(own.ResolveReference(to).String())'],
  ])('stay on a path %s', async (_, body) => expect(await found(body)).toEqual([]));
});
