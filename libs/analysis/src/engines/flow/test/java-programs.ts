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
  'follows a map': one(`Map<String, String> a = new HashMap<>(); a.put("x", q); ${EXEC}(a.get("x"));`),
  'tells the keys of a map apart': one(
    `Map<String, String> a = new HashMap<>(); a.put("x", q); a.put("y", "ls"); ${EXEC}(a.get("y"));`,
  ),
  'follows a list that is joined': one(`${EXEC}(String.join(" ", List.of("ls", q)));`),
  'follows the parts of a list': one(`String[] a = { q, "ls" }; for (String each : a) ${EXEC}(each);`),
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
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

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
