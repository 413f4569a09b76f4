import type { Notes } from './programs';

/** The C# of each program of `programs.ts`, by what it shows: the handler's body and what stands beside it. */
interface CsharpProgram {
  readonly body: string;
  /** Methods and classes within the class of the handler. */
  readonly helpers?: string;
}

const EXEC = 'Process.Start';
const one = (body: string, helpers?: string): CsharpProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const JOB = (more = '') => `class Job { string c; string d; public Job(string c) { this.c = c; ${more} }`;

const csharpPrograms: Readonly<Record<string, CsharpProgram>> = {
  'finds what reaches a call directly': one(`${EXEC}(q);`),
  'follows a variable': one(`var a = q; a = a; ${EXEC}(a);`),
  'finds nothing where the variable got another value': one(`string a = q; a = "ls"; ${EXEC}(a);`),
  'follows texts that are joined': one(`${EXEC}("ls " + q);`),
  'follows a text that is joined from many parts': one(
    `${EXEC}("ls " + q + ${Array.from({ length: 600 }, () => '" -l"').join(' + ')});`,
  ),
  'follows texts with places for values': one(`${EXEC}($"ls {q}");`),
  'follows a text that is changed': one(`${EXEC}(q.Trim().Replace("a", "b"));`),
  'follows either branch': one(`var a = "ls"; if (clock.Now() > 5) a = q; ${EXEC}(a);`),
  'leaves out a branch that is never taken': one(`var a = "ls"; if (1 > 2) a = q; ${EXEC}(a);`),
  'follows a choice': one(`${EXEC}(clock.Now() > 5 ? q : "ls");`),
  'knows which choice is made': one(`${EXEC}(true ? "ls" : q);`),
  'follows a loop': one(`var a = ""; for (int c = 0; c < 2; c++) { a += q; } ${EXEC}(a);`),
  'follows a value that comes round in a loop': one(
    `var a = ""; var b = ""; while (clock.Now() > 5) { ${EXEC}(b); b = a; a = q; }`,
  ),
  'follows a list': one(`var a = new List<string>(); a.Add(q); ${EXEC}(a[0]);`),
  'tells the places of a list apart': one(`string[] a = { q, "ls" }; ${EXEC}(a[1]);`),
  'follows a map': one(`var a = new Dictionary<string, string> { ["x"] = q }; ${EXEC}(a["x"]);`),
  'tells the keys of a map apart': one(
    `var a = new Dictionary<string, string> { { "x", q }, { "y", "ls" } }; ${EXEC}(a["y"]);`,
  ),
  'follows a list that is joined': one(`${EXEC}(string.Join(" ", new[] { "ls", q }));`),
  'follows the parts of a list': one(`var (a, b) = (q, 1); ${EXEC}(a);`),
  'tells the parts of a list apart': one(`var (a, b) = (q, "ls"); ${EXEC}(b);`),
  'follows a call into another function': one('Run(q);', `void Run(string command) { ${EXEC}(command); }`),
  'follows what a function returns': one(`${EXEC}(Same(q));`, 'string Same(string x) { var y = x; return y; }'),
  'knows that a function returns something else': one(`${EXEC}(Other(q));`, 'string Other(string x) => "ls";'),
  'tells two calls of a function apart': one(`Same(q); ${EXEC}(Same("ls"));`, 'static string Same(string x) => x;'),
  'follows a function that is passed': one(`new List<string> { q }.ForEach(each => ${EXEC}(each));`),
  'follows an instance': one('new Job(q).Run();', `${JOB()} public void Run() { ${EXEC}(this.c); } }`),
  'tells the fields of an instance apart': one(
    'new Job(q).Run();',
    `${JOB('d = "ls";')} public void Run() { ${EXEC}(d); } }`,
  ),
  'follows a method that is inherited': one(
    'new Special().Run(q);',
    `class Plain { public void Run(string c) { ${EXEC}(c); } }\nclass Special : Plain { }`,
  ),
  'takes a member of a list for safe': one(`if (new[] { "a", "b" }.Contains(q)) ${EXEC}(q);`),
  'finds what is no member of the list': one(`if (!new[] { "a", "b" }.Contains(q)) ${EXEC}(q);`),
  'takes what is left after a check for safe': one(`if (!new[] { "a", "b" }.Contains(q)) return 0; ${EXEC}(q);`),
  'takes what equals a constant for safe': one(`if (q == "ls") ${EXEC}(q);`),
  'takes a number for safe': one(`${EXEC}("kill " + int.Parse(q));`),
  'takes what a strict pattern lets through for safe': one(`if (Regex.IsMatch(q, "^[a-z]+$")) ${EXEC}(q);`),
  'finds what a loose pattern lets through': one(`if (Regex.IsMatch(q, "[a-z]+")) ${EXEC}(q);`),
  'does not take a value of before a change for checked': one(`var a = q; if (a.Equals("ls")) { a = q; ${EXEC}(a); }`),
  'finds what comes after an error that is caught': one(
    `try { int.Parse(q); } catch (FormatException error) { ${EXEC}(q); }`,
  ),
  'finds nothing after a function that ends': one(`return 0; ${EXEC}(q);`),
  'takes nothing of an unknown lookup for the input': one(`var row = clock.Find(q); ${EXEC}(row);`),
  'follows a text that is added to': one(`var a = "ls "; a += q; ${EXEC}(a);`),
  'follows a part of a text': one(`${EXEC}(q.Substring(1));`),
  'follows a text that is split': one(`${EXEC}(q.Split(' ')[0]);`),
  'follows a case': one(`var a = "ls"; switch (clock.Now()) { case 1: a = q; break; } ${EXEC}(a);`),
  'leaves out a case that is never chosen': one(`var a = "ls"; switch (1) { case 2: a = q; break; } ${EXEC}(a);`),
  'follows a map within a map': one(
    'var a = new Dictionary<string, Dictionary<string, string>> { ["x"] = new() { ["y"] = q } }; ' +
      `${EXEC}(a["x"]["y"]);`,
  ),
  'follows a field that is set': one(
    `var a = new Job(); Fill(a, q); ${EXEC}(a.c);`,
    'class Job { public string c; }\nvoid Fill(Job job, string c) { job.c = c; }',
  ),
  'finds nothing in a field that is set to something else': one(
    `var a = new Job(); a.c = q; a.c = "ls"; ${EXEC}(a.c);`,
    'class Job { public string c; }',
  ),
  'follows each of a list': one(`foreach (var each in new[] { q }) ${EXEC}(each);`),
  'follows a list that a function adds to': one(
    `var a = new List<string>(); Fill(a, q); ${EXEC}(a[0]);`,
    'void Fill(List<string> list, string c) { list.Add(c); }',
  ),
  'follows the second parameter of a function': one(
    `${EXEC}(Second("ls", q));`,
    'string Second(string x, string y) => y;',
  ),
  'tells the parameters of a function apart': one(`${EXEC}(First("ls", q));`, 'string First(string x, string y) => x;'),
  'follows calls through two functions': one(
    'Run(q);',
    `void Run(string c) { Go(c); }\nvoid Go(string c) { ${EXEC}(c); }`,
  ),
  'follows a function that calls itself': one(
    `${EXEC}(Again(q, 3));`,
    'string Again(string x, int n) { if (n > 0) return Again(x, n - 1); return x; }',
  ),
  'follows what a closure keeps': one(`Action f = () => ${EXEC}(q); f();`),
  'follows a value that has a fallback': one(`${EXEC}(q ?? "ls");`),
  'takes a length for safe': one(`${EXEC}("kill " + q.Length);`),
  'takes a truth for safe': one(`${EXEC}("kill " + (q == "a"));`),
  'finds what a check of the length lets through': one(`if (q.Length > 2) ${EXEC}(q);`),
  'takes what a function lets through for safe': one(
    `if (!Known(q)) return 0; ${EXEC}(q);`,
    'bool Known(string x) => x == "a";',
  ),
  'follows a method that overrides another one': one(
    'new Special().Run(q);',
    'class Plain { public virtual void Run(string c) { } }\n' +
      `class Special : Plain { public override void Run(string c) { ${EXEC}(c); } }`,
  ),
  'leaves out a method that is overridden': one(
    'new Special().Run(q);',
    `class Plain { public virtual void Run(string c) { ${EXEC}(c); } }\n` +
      'class Special : Plain { public override void Run(string c) { } }',
  ),
  'tells two instances of a class apart': one(
    'new Job(q); new Job("ls").Run();',
    `${JOB()} public void Run() { ${EXEC}(this.c); } }`,
  ),
  'follows values that change places': one(`string a = q, b = "ls"; var c = a; a = b; b = c; ${EXEC}(b);`),
  'tells values that change places apart': one(`string a = q, b = "ls"; var c = a; a = b; b = c; ${EXEC}(a);`),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const csharpNotes: Notes = {};

export function csharpOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      App: handler(one('new Jobs().Run(q);')),
      Jobs: [
        'using System.Diagnostics;',
        'namespace Shop;',
        'class Jobs',
        '{',
        `    public void Run(string command) => ${EXEC}(command);`,
        '}\n',
      ].join('\n'),
    };
  const program = csharpPrograms[what];
  if (!program) throw new Error(`no C# says: ${what}`);
  return { App: handler(program) };
}

const handler = ({ body, helpers = '' }: CsharpProgram): string =>
  [
    'using System.Diagnostics;',
    'using System.Text.RegularExpressions;',
    'using Microsoft.AspNetCore.Mvc;',
    'namespace Shop;',
    '[ApiController]',
    'public class App(IClock clock) : ControllerBase',
    '{',
    helpers,
    '    [HttpGet("/")]',
    '    public int View([FromQuery] string q)',
    '    {',
    `        ${body}`,
    '        return 0;',
    '    }',
    '}\n',
  ].join('\n');
