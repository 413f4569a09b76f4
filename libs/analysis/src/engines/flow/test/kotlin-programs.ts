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
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

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
