import type { Notes } from './programs';

/** The Java of each program of `programs.ts`, by what it shows: the handler's body and what stands beside it. */
interface JavaProgram {
  readonly body: string;
  /** Methods and classes within the class of the handler. */
  readonly helpers?: string;
}

const EXEC = 'Runtime.getRuntime().exec';
const one = (body: string, helpers?: string): JavaProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const JOB = (more = '') => `static class Job { String c; String d; Job(String c) { this.c = c; ${more} }`;

const javaPrograms: Readonly<Record<string, JavaProgram>> = {
  'finds what reaches a call directly': one(`${EXEC}(q);`),
  'follows a variable': one(`String a = q; a = a; ${EXEC}(a);`),
  'finds nothing where the variable got another value': one(`String a = q; a = "ls"; ${EXEC}(a);`),
  'follows texts that are joined': one(`${EXEC}("ls " + q);`),
  'follows a text that is joined from many parts': one(
    `${EXEC}("ls " + q + ${Array.from({ length: 600 }, () => '" -l"').join(' + ')});`,
  ),
  'follows texts with places for values': one(`${EXEC}(String.format("ls %s", q));`),
  'follows a text that is changed': one(`${EXEC}(q.trim().replace("a", "b"));`),
  'follows either branch': one(`String a = "ls"; if (Math.random() > 0.5) a = q; ${EXEC}(a);`),
  'leaves out a branch that is never taken': one(`String a = "ls"; if (1 > 2) a = q; ${EXEC}(a);`),
  'follows a choice': one(`${EXEC}(Math.random() > 0.5 ? q : "ls");`),
  'knows which choice is made': one(`${EXEC}(true ? "ls" : q);`),
  'follows a loop': one(`String a = ""; for (int c = 0; c < 2; c++) { a = a + q; } ${EXEC}(a);`),
  'follows a value that comes round in a loop': one(
    `String a = ""; String b = ""; while (Math.random() > 0.5) { ${EXEC}(b); b = a; a = q; }`,
  ),
  'follows a list': one(`List<String> a = new ArrayList<>(); a.add(q); ${EXEC}(a.get(0));`),
  'tells the places of a list apart': one(`String[] a = { q, "ls" }; ${EXEC}(a[1]);`),
  'follows a map': one(`var a = Map.of("x", q); ${EXEC}(a.get("x"));`),
  'tells the keys of a map apart': one(
    `Map<String, String> a = new HashMap<>(); a.put("x", q); a.put("y", "ls"); ${EXEC}(a.get("y"));`,
  ),
  'follows a list that is joined': one(`${EXEC}(String.join(" ", List.of("ls", q)));`),
  'follows the parts of a list': one(`String[] p = { q, "ls" }; String a = p[0]; ${EXEC}(a);`),
  'tells the parts of a list apart': one(`List<String> a = List.of(q, "ls"); ${EXEC}(a.get(1));`),
  'follows a call into another function': one(
    'run(q);',
    `void run(String command) throws Exception { ${EXEC}(command); }`,
  ),
  'follows what a function returns': one(`${EXEC}(same(q));`, 'String same(String x) { String y = x; return y; }'),
  'knows that a function returns something else': one(`${EXEC}(other(q));`, 'String other(String x) { return "ls"; }'),
  'tells two calls of a function apart': one(`same(q); ${EXEC}(same("ls"));`, 'String same(String x) { return x; }'),
  'follows a function that is passed': one(`List.of(q).forEach(each -> ${EXEC}(each));`),
  'follows an instance': one('new Job(q).run();', `${JOB()} void run() throws Exception { ${EXEC}(this.c); } }`),
  'tells the fields of an instance apart': one(
    'new Job(q).run();',
    `${JOB('this.d = "ls";')} void run() throws Exception { ${EXEC}(this.d); } }`,
  ),
  'follows a method that is inherited': one(
    'new Special().run(q);',
    `static class Plain { void run(String c) throws Exception { ${EXEC}(c); } }\nstatic class Special extends Plain {}`,
  ),
  'takes a member of a list for safe': one(`if (List.of("a", "b").contains(q)) ${EXEC}(q);`),
  'finds what is no member of the list': one(`if (!List.of("a", "b").contains(q)) ${EXEC}(q);`),
  'takes what is left after a check for safe': one(`if (!List.of("a", "b").contains(q)) return 0; ${EXEC}(q);`),
  'takes what equals a constant for safe': one(`if ("ls".equals(q)) ${EXEC}(q);`),
  'takes a number for safe': one(`${EXEC}("kill " + Integer.parseInt(q));`),
  'takes what a strict pattern lets through for safe': one(`if (q.matches("[a-z]+")) ${EXEC}(q);`),
  'finds what a loose pattern lets through': one(`if (q.matches(".*[a-z]+.*")) ${EXEC}(q);`),
  'does not take a value of before a change for checked': one(
    `String a = q; if (a.equals("ls")) { a = q; ${EXEC}(a); }`,
  ),
  'finds what comes after an error that is caught': one(
    `try { Integer.parseInt(q); } catch (NumberFormatException error) { ${EXEC}(q); }`,
  ),
  'finds nothing after a function that ends': one(`return 0; ${EXEC}(q);`),
  'takes nothing of an unknown lookup for the input': one(`String row = rows.find(q); ${EXEC}(row);`, 'Rows rows;'),
  'follows a text that is added to': one(`String a = "ls "; a += q; ${EXEC}(a);`),
  'follows a part of a text': one(`${EXEC}(q.substring(1));`),
  'follows a text that is split': one(`${EXEC}(q.split(" ")[0]);`),
  'follows a case': one(`String a = "ls"; switch (rows.size()) { case 1: a = q; break; } ${EXEC}(a);`, 'Rows rows;'),
  'leaves out a case that is never chosen': one(`String a = "ls"; switch (1) { case 2: a = q; break; } ${EXEC}(a);`),
  'follows a map within a map': one(`var a = Map.of("x", Map.of("y", q)); ${EXEC}(a.get("x").get("y"));`),
  'follows a field that is set': one(
    `Job a = new Job(); fill(a, q); ${EXEC}(a.c);`,
    'static class Job { String c; }\nvoid fill(Job job, String c) { job.c = c; }',
  ),
  'finds nothing in a field that is set to something else': one(
    `Job a = new Job(); a.c = q; a.c = "ls"; ${EXEC}(a.c);`,
    'static class Job { String c; }',
  ),
  'follows each of a list': one(`for (String each : List.of(q)) ${EXEC}(each);`),
  'follows a list that a function adds to': one(
    `List<String> a = new ArrayList<>(); fill(a, q); ${EXEC}(a.get(0));`,
    'void fill(List<String> list, String c) { list.add(c); }',
  ),
  'follows the second parameter of a function': one(
    `${EXEC}(second("ls", q));`,
    'String second(String x, String y) { return y; }',
  ),
  'tells the parameters of a function apart': one(
    `${EXEC}(first("ls", q));`,
    'String first(String x, String y) { return x; }',
  ),
  'follows calls through two functions': one(
    'run(q);',
    `void run(String c) throws Exception { go(c); }\nvoid go(String c) throws Exception { ${EXEC}(c); }`,
  ),
  'follows a function that calls itself': one(
    `${EXEC}(again(q, 3));`,
    'String again(String x, int n) { if (n > 0) return again(x, n - 1); return x; }',
  ),
  'follows what a closure keeps': one(`Callable<Process> f = () -> ${EXEC}(q); f.call();`),
  'follows a value that has a fallback': one(`${EXEC}(Optional.ofNullable(q).orElse("ls"));`),
  'takes a length for safe': one(`${EXEC}("kill " + q.length());`),
  'takes a truth for safe': one(`${EXEC}("kill " + q.equals("a"));`),
  'finds what a check of the length lets through': one(`if (q.length() > 2) ${EXEC}(q);`),
  'takes what a function lets through for safe': one(
    `if (!known(q)) return 0; ${EXEC}(q);`,
    'boolean known(String x) { return x.equals("a"); }',
  ),
  'follows a method that overrides another one': one(
    'new Special().run(q);',
    'static class Plain { void run(String c) throws Exception { } }\n' +
      `static class Special extends Plain { void run(String c) throws Exception { ${EXEC}(c); } }`,
  ),
  'leaves out a method that is overridden': one(
    'new Special().run(q);',
    `static class Plain { void run(String c) throws Exception { ${EXEC}(c); } }\n` +
      'static class Special extends Plain { void run(String c) throws Exception { } }',
  ),
  'tells two instances of a class apart': one(
    'new Job(q); new Job("ls").run();',
    `${JOB()} void run() throws Exception { ${EXEC}(this.c); } }`,
  ),
  'follows values that change places': one(`String a = q, b = "ls"; String c = a; a = b; b = c; ${EXEC}(b);`),
  'tells values that change places apart': one(`String a = q, b = "ls"; String c = a; a = b; b = c; ${EXEC}(a);`),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const javaNotes: Notes = {};

export function javaOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      App: handler(one('new Jobs().run(q);')),
      Jobs: `package shop;\nclass Jobs {\n  void run(String command) throws Exception { ${EXEC}(command); }\n}\n`,
    };
  const program = javaPrograms[what];
  if (!program) throw new Error(`no Java says: ${what}`);
  return { App: handler(program) };
}

const handler = ({ body, helpers = '' }: JavaProgram): string =>
  [
    'package shop;',
    'import java.util.*;',
    'import java.util.concurrent.Callable;',
    'import org.springframework.web.bind.annotation.*;',
    '@RestController',
    'class App {',
    helpers,
    '  @GetMapping("/")',
    '  public int view(@RequestParam String q) throws Exception {',
    `    ${body}`,
    '    return 0;',
    '  }',
    '}\n',
  ].join('\n');
