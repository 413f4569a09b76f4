import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The programs about which something is said to be safe; each lies in a folder of its own. */
async function saidSafe(
  tool: string,
  trees: readonly Readonly<Record<string, string>>[],
): Promise<ReadonlySet<string>> {
  const files = trees.flatMap((tree, index) =>
    Object.entries(tree).map(([file, text]) => [`p${index}/${file}`, text] as const),
  );
  const { safe = [], outcome } = (await runOn(profileOf('flow'), flowTools, Object.fromEntries(files))).tool(tool);
  expect(outcome).toEqual({ status: 'completed' });
  return new Set(safe.filter(({ rule }) => rule === 'command-injection').map(({ file }) => file.split('/')[0]!));
}

interface Hostile {
  readonly what: string;
  readonly tree: Readonly<Record<string, string>>;
}

/** The program that the others change: that it is safe is said. */
const HARMLESS = 'nothing that changes it';

const RUN = 'Runtime.getRuntime().exec(a);';
const java = (what: string, body: string, around = '', other: Readonly<Record<string, string>> = {}): Hostile => ({
  what,
  tree: {
    'A.java': `import java.util.*;
class A extends B {
${around}
void doGet(HttpServletRequest req, String u, boolean c) throws Exception {
String a = "ls";
${body}
${RUN}
}
}
`,
    ...other,
  },
});

/** A class with these members alone. */
const alone = (what: string, members: string): Hostile => ({ what, tree: { 'A.java': `class A {\n${members}\n}\n` } });

const JAVA: readonly Hostile[] = [
  java(HARMLESS, ''),
  alone(
    'a parameter of a method that is called with constants',
    'void f(String a) throws Exception {\nRuntime.getRuntime().exec(a);\n}\nvoid g() throws Exception { f("ls"); }',
  ),
  alone(
    'a method of a parameter, of which there is one class',
    'static class V { String name() { return "ls"; } }\n' +
      'void h(V v) throws Exception {\nString b = v.name();\nRuntime.getRuntime().exec(b);\n}',
  ),
  alone(
    'a call beside it that gets something else',
    'void k(String u) throws Exception {\nRuntime.getRuntime().exec("ls"); Unknown.execute(u);\n}',
  ),
  alone(
    'code after a return',
    'void k(String u) throws Exception {\nif (true) return;\nRuntime.getRuntime().exec("ls");\n}',
  ),
  java('one branch of an unknown condition', 'if (c) a = u;'),
  java('the wrong half of a comparison of texts by reference', 'if (new String("x") == "x") { } else { a = u; }'),
  java('a number that flows over', 'if (2147483647 + 1 > 0) { } else { a = u; }'),
  java('a division of whole numbers', 'if (7 / 2 > 3) { } else { a = u; }'),
  java('what is left behind by an error', 'try { a = u; Integer.parseInt(u); a = "ls"; } catch (Exception e) { }'),
  java(
    'what stays after an error in a block that ends it',
    'try { a = u; Integer.parseInt(u); a = "ls"; } finally {\nRuntime.getRuntime().exec(a);\n}\na = u;',
  ),
  java(
    'a loop that hands on',
    'String d = "ls", e = "ls", f = "ls", g = "ls", h = "ls", i = "ls"; ' +
      'while (c) { a = d; d = e; e = f; f = g; g = h; h = i; i = u; }',
  ),
  java('a jump out of two loops', 'x: while (true) { a = u; while (true) { break x; } }'),
  java('an assignment within an instanceof', 'if ((a = u) instanceof String) { }'),
  java(
    'an assignment within a switch that has a value',
    'int n = switch (u) { case "x" -> { a = u; yield 1; } default -> { a = "ls"; yield 2; } };',
  ),
  java(
    'a list that is reversed',
    'List<String> l = new ArrayList<>(); l.add("ls"); l.add(u); Collections.reverse(l); a = l.get(0);',
  ),
  java(
    'a list that grows at its beginning',
    'List<String> l = new ArrayList<>(); l.add("ls"); l.add(0, u); a = l.get(0);',
  ),
  java(
    'a list from which a value is removed',
    'List<String> l = new ArrayList<>(); l.add("x"); l.add("ls"); l.add(u); l.remove("x"); a = l.get(1);',
  ),
  java(
    'a map that an unknown call gets',
    'Map<String, String> m = new HashMap<>(); m.put("k", "ls"); Other.fill(m, u); a = m.get("k");',
  ),
  java(
    'a map with an unknown key',
    'Map<String, String> m = new HashMap<>(); m.put("k", "ls"); m.put(u, u); a = m.get("k");',
  ),
  java('an array that a lambda changes', 'String[] l = {"ls"}; Runnable r = () -> { l[0] = u; }; r.run(); a = l[0];'),
  java(
    'an array that an anonymous class changes',
    'String[] l = {"ls"}; new Thread(new Runnable() { public void run() { l[0] = u; } }).start(); a = l[0];',
  ),
  java('a field that is no constant', 'a = field;', 'static String field = "ls";'),
  java('a field that another class sets', 'a = other;', 'String other = "ls"; void set(String v) { other = v; }'),
  java('a method that a subclass has, too', 'a = name();', 'String name() { return "ls"; }'),
  java(
    'a method of an interface',
    'T t = null;\na = t.name();',
    'interface T { String name(); } static class U implements T { public String name() { return "ls"; } }',
  ),
  java('a builder that is changed', 'StringBuilder s = new StringBuilder("ls"); s.insert(0, u); a = s.toString();'),
  java('what is filled up with an unknown text', 'a = "ls".concat(u);'),
  java('a text of an unknown part', 'a = String.format("ls %s " + u, "x");'),
  java(
    'an object whose constructor calls that of its base',
    'a = new D(u).t;',
    'static class C { String t = "ls"; C(String x) { t = x; } } static class D extends C { D(String x) { super(x); } }',
  ),
  java('code that a comment seems to hide', '// \\u000a a = u;'),
  java(
    'a class of its own with the name of a known one',
    'a = new StringBuilder("ls").toString();',
    'static class StringBuilder { StringBuilder(String x) {} public String toString() { return System.getenv("X"); } }',
  ),
  java('a class that two files declare', 'a = p.q.Names.name();', '', {
    'x/p/q/Names.java': 'package p.q; public class Names { public static String name() { return "ls"; } }',
    'y/p/q/Names.java':
      'package p.q; public class Names { public static String name() { return System.getenv("X"); } }',
  }),
  java(
    'an array whose elements are copied over',
    'String[] l = {"ls"}; String[] m = {u}; System.arraycopy(m, 0, l, 0, 1); a = l[0];',
  ),
  java('the second step of a loop', 'for (int i = 0; i < 2; i++, a = u) { }'),
  java('the second beginning of a loop', 'for (a = "x", a = u; c; ) { }'),
  java(
    'one of two methods that differ in types',
    'a = name(u);',
    'private static String name(Object o) { return "ls"; } private static String name(String o) { return o; }',
  ),
  java(
    'one of two constructors that differ in types',
    'a = new D(u).k;',
    'static class D { String k; D(Object o) { k = "ls"; } D(String o) { k = o; } }',
  ),
  java(
    'an object of each round of a loop',
    'String next = u; Box first = null; ' +
      'for (int i = 0; i < 2; i++) { Box b = new Box(); b.v = next; next = "ls"; ' +
      'if (first == null) first = b; } a = first.v;',
    'static class Box { String v; }',
  ),
];

describe('what Java cannot make one believe', () => {
  let said: ReadonlySet<string>;
  beforeAll(async () => {
    said = await saidSafe(
      'java-data-flow',
      JAVA.map(({ tree }) => tree),
    );
  }, 60_000);
  it.each(JAVA.map(({ what }, index) => [what, index] as const))('%s', (what, index) => {
    expect(said.has(`p${index}`)).toBe(what === HARMLESS);
  });
});

const python = (what: string, body: string, before = ''): Hostile => ({
  what,
  tree: {
    'a.py': `import os\n${before}\ndef run(u, c):\n    a = "ls"\n${body.replace(/^/gm, '    ')}\n    os.system(a)\n`,
  },
});
const PYTHON: readonly Hostile[] = [
  python(HARMLESS, 'pass'),
  {
    what: 'a parameter of a function that is called with constants',
    tree: { 'a.py': 'import os\ndef f(b):\n    os.system(b)\n\nf("ls")\n' },
  },
  python('one branch of an unknown condition', 'if c:\n    a = u'),
  python('the branch of an empty text', 'if "":\n    pass\nelse:\n    a = u'),
  python('what is left behind by an error', 'try:\n    a = u\n    int(u)\n    a = "ls"\nexcept ValueError:\n    pass'),
  python(
    'an error that a manager swallows',
    'from contextlib import suppress\nwith suppress(ValueError):\n    a = u\n    int(u)\n    a = "ls"',
  ),
  python('a name that a pattern binds', 'match u:\n    case str(a):\n        pass'),
  python('a name that an import binds', 'from elsewhere import a'),
  python(
    'a name of the module that another function sets',
    'a = NAME',
    'NAME = "ls"\ndef change(v):\n    global NAME\n    NAME = v\n',
  ),
  python('a name of the module that is set twice', 'a = NAME2', 'NAME2 = "ls"\nNAME2 = os.environ["X"]\n'),
  python(
    'a name of the module that is set by its text',
    'a = NAME3',
    'NAME3 = "ls"\nglobals()["NAME3"] = os.environ["X"]\n',
  ),
  python('a variable that an inner function sets', 'def inner():\n    nonlocal a\n    a = u\ninner()'),
  python(
    'a function that is defined twice',
    'a = name()',
    'def name():\n    return "ls"\ndef name():\n    return os.environ["X"]\n',
  ),
  python('a function with a decorator', 'a = name2()', 'import other\n@other.wrap\ndef name2():\n    return "ls"\n'),
  python('a list that is sorted', 'l = ["ls", u]\nl.sort()\na = l[0]'),
  python('a list that grows at its beginning', 'l = ["ls"]\nl.insert(0, u)\na = l[0]'),
  python('a list that an unknown call gets', 'l = ["ls"]\nother(l, u)\na = l[0]'),
  python('a dict that is updated', 'd = {"k": "ls"}\nd.update({u: u})\na = d["k"]'),
  python('a list of which another name is changed', 'l = ["ls"]\nm = l\nm[0] = u\na = l[0]'),
  python('a loop over something unknown', 'for a in u:\n    pass'),
  python('what a with statement binds', 'with open("x") as a:\n    pass'),
  python('an assignment within an expression', 'c and (a := u)'),
  python('a deleted and renamed text', 'a = "ls %s" % u'),
  python('a join of an unknown list', 'a = " ".join(u)'),
  python('a name that a pattern of several lines binds', 'match (\n  u):\n  case [a, *_]: pass'),
  python('a name that a handler binds', 'try:\n    c()\nexcept (E, F) as a:\n    os.system(a)\n    pass'),
  python('an assignment within a default', 'def inner(x=(a := u)):\n    return x'),
  python('an assignment within the default of a lambda', 'inner = lambda x=(a := u): x'),
  python('an assignment within a decorator', '@(a := u)\ndef inner():\n    pass'),
  python('a loop that breaks', 'for x in c:\n    if x:\n        a = u\n        break\nelse:\n    a = "ls"'),
  python('a list from which a value is deleted', 'l = ["ls", u]\ndel l[0]\na = l[0]'),
  python('a method of a dict that is called later', 'd = {"k": "ls"}\nf = d.__setitem__\nf("k", u)\na = d["k"]'),
  python('an object that says what its text is', 'class S:\n    def __str__(self):\n        return u\na = f"{S()}"'),
  python('what is sent to a generator', 'a = yield "ls"'),
  python('a text that is filled up', 'a = "ls".ljust(100, u)'),
];

describe('what Python cannot make one believe', () => {
  let said: ReadonlySet<string>;
  beforeAll(async () => {
    said = await saidSafe(
      'py-data-flow',
      PYTHON.map(({ tree }) => tree),
    );
  }, 60_000);
  it.each(PYTHON.map(({ what }, index) => [what, index] as const))('%s', (what, index) => {
    expect(said.has(`p${index}`)).toBe(what === HARMLESS);
  });
});

it('takes no longer for a million empty lines', async () => {
  const text = (blank: string) => `import os\n${blank}\ndef run():\n    os.system("ls")\n`;
  const said = await saidSafe('py-data-flow', [{ 'a.py': text('\n'.repeat(1_000_000)) }]);
  expect([...said]).toEqual(['p0']);
}, 20_000);

const script = (what: string, body: string, before = ''): Hostile => ({
  what,
  tree: {
    'a.js': [
      ...["const { exec } = require('child_process');", before, 'function run(u, c) {', "let a = 'ls';", body],
      ...['exec(a);', '}', 'module.exports = { run };', ''],
    ].join('\n'),
  },
});
const SCRIPT: readonly Hostile[] = [
  script(HARMLESS, ''),
  {
    what: 'a parameter of a function that is called with constants',
    tree: { 'a.js': "const { exec } = require('child_process');\nfunction f(b) {\nexec(b);\n}\nf('ls');\n" },
  },
  script('one branch of an unknown condition', 'if (c) a = u;'),
  script('a text that runs as code', "eval('a = ' + 'u');"),
  script('the list of arguments', "u = 'ls'; arguments[0] = c; a = u;"),
  script('a jump out of two loops', 'x: for (;;) { a = u; for (;;) { break x; } }'),
  script('what is left behind by an error', "try { a = u; JSON.parse(u); a = 'ls'; } catch { }"),
  script('a variable that a callback sets', 'other(() => { a = u; });'),
  script('a variable that a later callback sets', 'const later = () => { a = u; }; later();'),
  script('a default that does not come', "a = u; c ?? (a = 'ls');"),
  script('an argument of a call that may not happen', "a = u; c?.f(a = 'ls');"),
  script('an object that somebody else gets', "const o = { k: 'ls' }; other(o, u); a = o.k;"),
  script('an object of which another name is changed', "const o = { k: 'ls' }; const p = o; p.k = u; a = o.k;"),
  script('an object that gets what another one has', "const o = { k: 'ls' }; Object.assign(o, u); a = o.k;"),
  script(
    'an object of the file',
    'a = OPTIONS.k;',
    "const OPTIONS = { k: 'ls' };\nfunction change(v) { OPTIONS.k = v; }",
  ),
  script('a variable of the file', 'a = NAME;', "let NAME = 'ls';\nfunction change(v) { NAME = v; }"),
  script(
    'a function that is declared twice',
    'a = name();',
    "function name() { return 'ls'; }\nfunction name() { return process.argv[2]; }",
  ),
  script('a function that is replaced', 'a = name();', "let name = () => 'ls';\nfunction change(v) { name = v; }"),
  script('one of two functions', "let f = () => 'ls'; if (c) f = u; a = f();"),
  script(
    'a method that is replaced',
    'a = o.name();',
    "const o = { name() { return 'ls'; } };\nfunction change(v) { o.name = v; }",
  ),
  script('a changed method of all texts', "a = 'ls'.trim();", 'String.prototype.trim = () => process.argv[2];'),
  script('a list that is reversed', "const l = ['ls', u]; l.reverse(); a = l[0];"),
  script('a list that grows at its beginning', "const l = ['ls']; l.unshift(u); a = l[0];"),
  script('a list that is cut', "const l = ['x', 'ls', u]; l.shift(); a = l[1];"),
  script('a name of another module', "a = require('./b').NAME;"),
  script('a destructured part', '[a] = u;'),
  script('a switch that falls through', 'switch (c) { case 1: a = u; default: }'),
  script('an empty text as a condition', "if ('0') { a = u; }"),
  script('a loop over something unknown', 'for (a of u) ;'),
  script('a loop over unknown names', 'for (a in u) ;'),
  script('a loop that takes apart', 'for ({ a } of u) ;'),
  script('a loop over a variable that is there already', "var q = 'ls'; for (var q of u) ; a = q;"),
  script('a list with a hole', "const [, q] = ['ls', u]; a = q;"),
  script('an assignment within a default', 'const { x = (a = u) } = {};'),
  script('an assignment within a field of a class', 'class K { static x = (a = u); }'),
  script('a block of a class', 'class K { static { a = u; } }'),
  script('an assignment within the name of a method', 'class K { [a = u]() {} }'),
  script('an assignment within what a class extends', 'class K extends (a = u) {}'),
  script('an assignment within a case', 'switch (c) { case (a = u): }'),
  script('a getter', 'const o = { get k() { return u; } }; a = o.k;'),
  script('an object that says what its text is', 'const s = { toString() { return u; } }; a = `${s}`;'),
  script('a list that is told what its text is', "const s = ['ls']; s.toString = () => u; a = `${s}`;"),
  script(
    'an object with a method of a name that is made',
    "const s = { ['to' + 'String']() { return u; } }; a = `${s}`;",
  ),
  script('a function within a branch', "if (c) { function q() { return u; } } a = q(); function q() { return 'ls'; }"),
  script('a generator', 'for (const v of u) a = v;'),
];

describe('what JavaScript cannot make one believe', () => {
  let said: ReadonlySet<string>;
  beforeAll(async () => {
    said = await saidSafe(
      'js-data-flow',
      SCRIPT.map(({ tree }) => tree),
    );
  }, 60_000);
  it.each(SCRIPT.map(({ what }, index) => [what, index] as const))('%s', (what, index) => {
    expect(said.has(`p${index}`)).toBe(what === HARMLESS);
  });
});
