import type { Notes } from './programs';

/** The Kotlin of each program of `programs.ts`, by what it shows: the handler's body and what stands beside it. */
interface KotlinProgram {
  readonly body: string;
  /** Functions and classes beside the class of the handler. */
  readonly helpers?: string;
}

const EXEC = 'Runtime.getRuntime().exec';
const one = (body: string, helpers?: string): KotlinProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const kotlinPrograms: Readonly<Record<string, KotlinProgram>> = {
  'finds what reaches a call directly': one(`${EXEC}(q)`),
  'follows a variable': one(`var a = q; a = a; ${EXEC}(a)`),
  'finds nothing where the variable got another value': one(`var a = q; a = "ls"; ${EXEC}(a)`),
  'follows texts that are joined': one(`${EXEC}("ls " + q)`),
  'follows a text that is joined from many parts': one(
    `${EXEC}("ls " + q + ${Array.from({ length: 600 }, () => '" -l"').join(' + ')})`,
  ),
  'follows texts with places for values': one(`${EXEC}("ls $q")`),
  'follows a text that is changed': one(`${EXEC}(q.trim().replace("a", "b"))`),
  'follows either branch': one(`var a = "ls"; if (Math.random() > 0.5) a = q; ${EXEC}(a)`),
  'leaves out a branch that is never taken': one(`var a = "ls"; if (1 > 2) a = q; ${EXEC}(a)`),
  'follows a choice': one(`${EXEC}(if (Math.random() > 0.5) q else "ls")`),
  'knows which choice is made': one(`${EXEC}(if (true) "ls" else q)`),
  'follows a loop': one(`var a = ""; for (c in 0 until 2) { a += q }; ${EXEC}(a)`),
  'follows a value that comes round in a loop': one(
    `var a = ""; var b = ""; while (Math.random() > 0.5) { ${EXEC}(b); b = a; a = q }`,
  ),
  'follows a list': one(`val a = mutableListOf<String>(); a.add(q); ${EXEC}(a[0])`),
  'tells the places of a list apart': one(`val a = arrayOf(q, "ls"); ${EXEC}(a[1])`),
  'follows a map': one(`val a = mapOf("x" to q); ${EXEC}(a["x"])`),
  'tells the keys of a map apart': one(`val a = mapOf("x" to q, "y" to "ls"); ${EXEC}(a["y"])`),
  'follows a list that is joined': one(`${EXEC}(listOf("ls", q).joinToString(" "))`),
  'follows the parts of a list': one(`val (a, b) = listOf(q, "ls"); ${EXEC}(a)`),
  'tells the parts of a list apart': one(`val (a, b) = listOf(q, "ls"); ${EXEC}(b)`),
  'follows a call into another function': one('run(q)', `fun run(command: String) { ${EXEC}(command) }`),
  'follows what a function returns': one(`${EXEC}(same(q))`, 'fun same(x: String): String { val y = x; return y }'),
  'knows that a function returns something else': one(`${EXEC}(other(q))`, 'fun other(x: String) = "ls"'),
  'tells two calls of a function apart': one(`same(q); ${EXEC}(same("ls"))`, 'fun same(x: String) = x'),
  'follows a function that is passed': one(`listOf(q).forEach { ${EXEC}(it) }`),
  'follows an instance': one('Job(q).run()', `class Job(private val c: String) { fun run() { ${EXEC}(c) } }`),
  'tells the fields of an instance apart': one(
    'Job(q).run()',
    `class Job(val c: String) { val d = "ls"\n  fun run() { ${EXEC}(this.d) } }`,
  ),
  'follows a method that is inherited': one(
    'Special().run(q)',
    `open class Plain { fun run(c: String) { ${EXEC}(c) } }\nclass Special : Plain()`,
  ),
  'takes a member of a list for safe': one(`if (q in listOf("a", "b")) ${EXEC}(q)`),
  'finds what is no member of the list': one(`if (q !in listOf("a", "b")) ${EXEC}(q)`),
  'takes what is left after a check for safe': one(`if (q !in listOf("a", "b")) return 0; ${EXEC}(q)`),
  'takes what equals a constant for safe': one(`if (q == "ls") ${EXEC}(q)`),
  'takes a number for safe': one(`${EXEC}("kill \${q.toInt()}")`),
  'takes what a strict pattern lets through for safe': one(`if (q.matches(Regex("[a-z]+"))) ${EXEC}(q)`),
  'finds what a loose pattern lets through': one(`if (Regex("[a-z]+").containsMatchIn(q)) ${EXEC}(q)`),
  'does not take a value of before a change for checked': one(`var a = q; if (a == "ls") { a = q; ${EXEC}(a) }`),
  'finds what comes after an error that is caught': one(
    `try { q.toInt() } catch (error: NumberFormatException) { ${EXEC}(q) }`,
  ),
  'finds nothing after a function that ends': one(`return 0; ${EXEC}(q)`),
  'takes nothing of an unknown lookup for the input': one(`val row = rows.find(q); ${EXEC}(row)`),
  'follows a text that is added to': one(`var a = "ls "; a += q; ${EXEC}(a)`),
  'follows a part of a text': one(`${EXEC}(q.substring(1))`),
  'follows a text that is split': one(`${EXEC}(q.split(" ")[0])`),
  'follows a case': one(`var a = "ls"; when (rows.size()) { 1 -> a = q }; ${EXEC}(a)`),
  'leaves out a case that is never chosen': one(`var a = "ls"; when (1) { 2 -> a = q }; ${EXEC}(a)`),
  'follows a map within a map': one(`val a = mapOf("x" to mapOf("y" to q)); ${EXEC}(a["x"]!!["y"])`),
  'follows a field that is set': one(
    `val a = Job(); fill(a, q); ${EXEC}(a.c)`,
    'class Job { var c = "" }\nfun fill(job: Job, c: String) { job.c = c }',
  ),
  'finds nothing in a field that is set to something else': one(
    `val a = Job(); a.c = q; a.c = "ls"; ${EXEC}(a.c)`,
    'class Job { var c = "" }',
  ),
  'follows each of a list': one(`for (each in listOf(q)) ${EXEC}(each)`),
  'follows a list that a function adds to': one(
    `val a = mutableListOf<String>(); fill(a, q); ${EXEC}(a[0])`,
    'fun fill(list: MutableList<String>, c: String) { list.add(c) }',
  ),
  'follows the second parameter of a function': one(`${EXEC}(second("ls", q))`, 'fun second(x: String, y: String) = y'),
  'tells the parameters of a function apart': one(`${EXEC}(first("ls", q))`, 'fun first(x: String, y: String) = x'),
  'follows calls through two functions': one(
    'run(q)',
    `fun run(c: String) { go(c) }\nfun go(c: String) { ${EXEC}(c) }`,
  ),
  'follows a function that calls itself': one(
    `${EXEC}(again(q, 3))`,
    'fun again(x: String, n: Int): String { if (n > 0) return again(x, n - 1); return x }',
  ),
  'follows what a closure keeps': one(`val f = { ${EXEC}(q) }; f()`),
  'follows a value that has a fallback': one(`${EXEC}(q ?: "ls")`),
  'takes a length for safe': one(`${EXEC}("kill \${q.length}")`),
  'takes a truth for safe': one(`${EXEC}("kill \${q == "a"}")`),
  'finds what a check of the length lets through': one(`if (q.length > 2) ${EXEC}(q)`),
  'takes what a function lets through for safe': one(
    `if (!known(q)) return 0; ${EXEC}(q)`,
    'fun known(x: String) = x == "a"',
  ),
  'follows a method that overrides another one': one(
    'Special().run(q)',
    'open class Plain { open fun run(c: String) { } }\n' +
      `class Special : Plain() { override fun run(c: String) { ${EXEC}(c) } }`,
  ),
  'leaves out a method that is overridden': one(
    'Special().run(q)',
    `open class Plain { open fun run(c: String) { ${EXEC}(c) } }\n` +
      'class Special : Plain() { override fun run(c: String) { } }',
  ),
  'tells two instances of a class apart': one(
    'Job(q); Job("ls").run()',
    `class Job(private val c: String) { fun run() { ${EXEC}(c) } }`,
  ),
  'follows values that change places': one(`var a = q; var b = "ls"; val c = a; a = b; b = c; ${EXEC}(b)`),
  'tells values that change places apart': one(`var a = q; var b = "ls"; val c = a; a = b; b = c; ${EXEC}(a)`),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const kotlinNotes: Notes = {};

export function kotlinOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      App: handler(one('runJob(q)')),
      Jobs: `package shop\n\nfun runJob(command: String) {\n  ${EXEC}(command)\n}\n`,
    };
  const program = kotlinPrograms[what];
  if (!program) throw new Error(`no Kotlin says: ${what}`);
  return { App: handler(program) };
}

const handler = ({ body, helpers = '' }: KotlinProgram): string =>
  [
    'package shop',
    'import org.springframework.web.bind.annotation.*',
    helpers,
    '@RestController',
    'class App(private val rows: Rows) {',
    '  @GetMapping("/")',
    '  fun view(@RequestParam q: String): Int {',
    `    ${body}`,
    '    return 0',
    '  }',
    '}\n',
  ].join('\n');
