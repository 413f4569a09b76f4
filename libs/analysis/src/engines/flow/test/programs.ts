/** The steps that hand input on within a program, each by the word with which it begins. */
type Way = readonly ('stored' | 'put' | 'passed' | 'returned')[];

/** One small program in each language, and the one weakness that is found in it; none where it is safe. */
export interface Program {
  readonly what: string;
  readonly finds?: string;
  /** The way of what is found, from the handler's `q` to the command. */
  readonly way: Way;
  readonly javascript: Readonly<Record<string, string>>;
  readonly python: Readonly<Record<string, string>>;
}

const COMMAND = 'command-injection';
const SAFE = undefined;
const DIRECTLY: Way = [];

/** Why a language lacks a program, or what leads to its command another way than in other languages. */
type Note = { readonly lacks: string } | { readonly way: Way; readonly because: string };
export type Notes = Readonly<Record<string, Note>>;

/** A handler of a request whose query is `q`, with the functions that it uses. */
const handler = (
  what: string,
  way: Way | undefined,
  javascript: string,
  python: string,
  helpers: { readonly javascript?: string; readonly python?: string } = {},
): Program => ({
  what,
  ...(way !== undefined && { finds: COMMAND }),
  way: way ?? [],
  javascript: {
    app: [
      "const express = require('express');",
      "const { exec } = require('child_process');",
      'const app = express();',
      helpers.javascript ?? '',
      "app.get('/', (req, res) => {",
      '  const q = req.query.q;',
      javascript,
      '});\n',
    ].join('\n'),
  },
  python: {
    app: [
      'import os',
      'from flask import Flask, request',
      'app = Flask(__name__)',
      helpers.python ?? '',
      "@app.route('/')",
      'def view():',
      "    q = request.args['q']",
      ...python.split('\n').map((line) => `    ${line}`),
      '    return {}\n',
    ].join('\n'),
  },
});

export const programs: readonly Program[] = [
  handler('finds what reaches a call directly', DIRECTLY, 'exec(q);', 'os.system(q)'),
  handler('follows a variable', ['stored', 'stored'], 'let a = q; a = a; exec(a);', 'a = q\na = a\nos.system(a)'),
  handler(
    'finds nothing where the variable got another value',
    SAFE,
    "let a = q; a = 'ls'; exec(a);",
    "a = q\na = 'ls'\nos.system(a)",
  ),
  handler('follows texts that are joined', DIRECTLY, "exec('ls ' + q);", "os.system('ls ' + q)"),
  handler(
    'follows a text that is joined from many parts',
    DIRECTLY,
    `exec('ls ' + q + ${Array.from({ length: 600 }, () => "' -l'").join(' + ')});`,
    `os.system('ls ' + q + ${Array.from({ length: 600 }, () => "' -l'").join(' + ')})`,
  ),
  handler('follows texts with places for values', DIRECTLY, 'exec(`ls ${q}`);', "os.system(f'ls {q}')"),
  handler(
    'follows a text that is changed',
    DIRECTLY,
    "exec(q.trim().replace('a', 'b'));",
    "os.system(q.strip().replace('a', 'b'))",
  ),
  handler(
    'follows either branch',
    ['stored'],
    "let a = 'ls'; if (Math.random() > 0.5) a = q; exec(a);",
    "a = 'ls'\nif os.getpid() > 5:\n    a = q\nos.system(a)",
  ),
  handler(
    'leaves out a branch that is never taken',
    SAFE,
    "let a = 'ls'; if (1 > 2) a = q; exec(a);",
    "a = 'ls'\nif 1 > 2:\n    a = q\nos.system(a)",
  ),
  handler('follows a choice', DIRECTLY, "exec(app ? q : 'ls');", "os.system(q if os.getpid() else 'ls')"),
  handler('knows which choice is made', SAFE, "exec(true ? 'ls' : q);", "os.system('ls' if True else q)"),
  handler(
    'follows a loop',
    ['stored'],
    "let a = ''; for (const c of [1, 2]) a = a + q; exec(a);",
    "a = ''\nfor c in [1, 2]:\n    a = a + q\nos.system(a)",
  ),
  handler(
    'follows a value that comes round in a loop',
    ['stored', 'stored'],
    "let a = ''; let b = ''; while (app.on()) { exec(b); b = a; a = q; }",
    "a = ''\nb = ''\nwhile os.getpid():\n    os.system(b)\n    b = a\n    a = q",
  ),
  handler('follows a list', ['put'], 'const a = []; a.push(q); exec(a[0]);', 'a = []\na.append(q)\nos.system(a[0])'),
  handler(
    'tells the places of a list apart',
    SAFE,
    "const a = [q, 'ls']; exec(a[1]);",
    "a = [q, 'ls']\nos.system(a[1])",
  ),
  handler('follows a map', DIRECTLY, 'const a = { x: q }; exec(a.x);', "a = {'x': q}\nos.system(a['x'])"),
  handler(
    'tells the keys of a map apart',
    SAFE,
    "const a = { x: q, y: 'ls' }; exec(a['y']);",
    "a = {'x': q, 'y': 'ls'}\nos.system(a['y'])",
  ),
  handler('follows a list that is joined', DIRECTLY, "exec(['ls', q].join(' '));", "os.system(' '.join(['ls', q]))"),
  handler('follows the parts of a list', ['stored'], 'const [a, b] = [q, 1]; exec(a);', 'a, b = [q, 1]\nos.system(a)'),
  handler(
    'tells the parts of a list apart',
    SAFE,
    "const [a, b] = [q, 'ls']; exec(b);",
    "a, b = [q, 'ls']\nos.system(b)",
  ),
  handler('follows a call into another function', ['passed'], 'run(q);', 'run(q)', {
    javascript: 'function run(command) { exec(command); }',
    python: 'def run(command):\n    os.system(command)\n',
  }),
  handler('follows what a function returns', ['passed', 'stored', 'returned'], 'exec(same(q));', 'os.system(same(q))', {
    javascript: 'const same = (x) => { const y = x; return y; };',
    python: 'def same(x):\n    y = x\n    return y\n',
  }),
  handler('knows that a function returns something else', SAFE, 'exec(other(q));', 'os.system(other(q))', {
    javascript: "const other = (x) => 'ls';",
    python: "def other(x):\n    return 'ls'\n",
  }),
  handler('tells two calls of a function apart', SAFE, "same(q); exec(same('ls'));", "same(q)\nos.system(same('ls'))", {
    javascript: 'const same = (x) => x;',
    python: 'def same(x):\n    return x\n',
  }),
  handler(
    'follows a function that is passed',
    ['passed'],
    '[q].forEach((each) => exec(each));',
    'for each in map(lambda x: x, [q]):\n    os.system(each)',
  ),
  handler('follows an instance', ['passed', 'stored'], 'new Job(q).run();', 'Job(q).run()', {
    javascript: 'class Job { constructor(c) { this.c = c; } run() { exec(this.c); } }',
    python:
      'class Job:\n    def __init__(self, c):\n        self.c = c\n\n    def run(self):\n        os.system(self.c)\n',
  }),
  handler('tells the fields of an instance apart', SAFE, 'new Job(q).run();', 'Job(q).run()', {
    javascript: "class Job { constructor(c) { this.c = c; this.d = 'ls'; } run() { exec(this.d); } }",
    python:
      "class Job:\n    def __init__(self, c):\n        self.c = c\n        self.d = 'ls'\n\n" +
      '    def run(self):\n        os.system(self.d)\n',
  }),
  handler('follows a method that is inherited', ['passed'], 'new Special().run(q);', 'Special().run(q)', {
    javascript: 'class Job { run(c) { exec(c); } }\nclass Special extends Job {}',
    python: 'class Job:\n    def run(self, c):\n        os.system(c)\n\n\nclass Special(Job):\n    pass\n',
  }),
  handler(
    'takes a member of a list for safe',
    SAFE,
    "if (['a', 'b'].includes(q)) exec(q);",
    "if q in ['a', 'b']:\n    os.system(q)",
  ),
  handler(
    'finds what is no member of the list',
    DIRECTLY,
    "if (!['a', 'b'].includes(q)) exec(q);",
    "if q not in ['a', 'b']:\n    os.system(q)",
  ),
  handler(
    'takes what is left after a check for safe',
    SAFE,
    "if (!['a', 'b'].includes(q)) return; exec(q);",
    "if q not in ['a', 'b']:\n    return {}\nos.system(q)",
  ),
  handler('takes what equals a constant for safe', SAFE, "if (q === 'ls') exec(q);", "if q == 'ls':\n    os.system(q)"),
  handler('takes a number for safe', SAFE, 'exec(`kill ${Number(q)}`);', "os.system(f'kill {int(q)}')"),
  handler(
    'takes what a strict pattern lets through for safe',
    SAFE,
    'if (/^[a-z]+$/.test(q)) exec(q);',
    "import re\nif re.fullmatch(r'[a-z]+', q):\n    os.system(q)",
  ),
  handler(
    'finds what a loose pattern lets through',
    DIRECTLY,
    'if (/[a-z]+/.test(q)) exec(q);',
    "import re\nif re.search(r'[a-z]+', q):\n    os.system(q)",
  ),
  handler(
    'does not take a value of before a change for checked',
    ['stored'],
    "let a = q; if (a === 'ls') { a = q; exec(a); }",
    "a = q\nif a == 'ls':\n    a = q\n    os.system(a)",
  ),
  handler(
    'finds what comes after an error that is caught',
    DIRECTLY,
    'try { JSON.parse(q); } catch { exec(q); }',
    'try:\n    int(q)\nexcept ValueError:\n    os.system(q)',
  ),
  handler('finds nothing after a function that ends', SAFE, 'return; exec(q);', 'return {}\nos.system(q)'),
  handler(
    'takes nothing of an unknown lookup for the input',
    SAFE,
    'const row = app.findRow(q); exec(row);',
    'row = app.find(q)\nos.system(row)',
  ),
  handler(
    'follows a text that is added to',
    ['stored'],
    "let a = 'ls '; a += q; exec(a);",
    "a = 'ls '\na += q\nos.system(a)",
  ),
  handler('follows a part of a text', DIRECTLY, 'exec(q.slice(1));', 'os.system(q[1:])'),
  handler('follows a text that is split', DIRECTLY, "exec(q.split(' ')[0]);", "os.system(q.split(' ')[0])"),
  handler(
    'follows a case',
    ['stored'],
    "let a = 'ls'; switch (app.size()) { case 1: a = q; break; } exec(a);",
    "a = 'ls'\nmatch os.getpid():\n    case 1:\n        a = q\nos.system(a)",
  ),
  handler(
    'leaves out a case that is never chosen',
    SAFE,
    "let a = 'ls'; switch (1) { case 2: a = q; break; } exec(a);",
    "a = 'ls'\nmatch 1:\n    case 2:\n        a = q\nos.system(a)",
  ),
  handler(
    'follows a map within a map',
    DIRECTLY,
    'const a = { x: { y: q } }; exec(a.x.y);',
    "a = {'x': {'y': q}}\nos.system(a['x']['y'])",
  ),
  handler(
    'follows a field that is set',
    ['passed', 'stored'],
    'const a = new Job(); fill(a, q); exec(a.c);',
    'a = Job()\nfill(a, q)\nos.system(a.c)',
    {
      javascript: 'class Job {}\nfunction fill(job, c) { job.c = c; }',
      python: 'class Job:\n    pass\n\n\ndef fill(job, c):\n    job.c = c\n',
    },
  ),
  handler(
    'finds nothing in a field that is set to something else',
    SAFE,
    "const a = new Job(); a.c = q; a.c = 'ls'; exec(a.c);",
    "a = Job()\na.c = q\na.c = 'ls'\nos.system(a.c)",
    { javascript: 'class Job {}', python: 'class Job:\n    pass\n' },
  ),
  handler(
    'follows each of a list',
    DIRECTLY,
    'for (const each of [q]) exec(each);',
    'for each in [q]:\n    os.system(each)',
  ),
  handler(
    'follows a list that a function adds to',
    ['passed', 'put'],
    'const a = []; fill(a, q); exec(a[0]);',
    'a = []\nfill(a, q)\nos.system(a[0])',
    { javascript: 'function fill(list, c) { list.push(c); }', python: 'def fill(a, c):\n    a.append(c)\n' },
  ),
  handler(
    'follows the second parameter of a function',
    ['passed'],
    "exec(second('ls', q));",
    "os.system(second('ls', q))",
    { javascript: 'const second = (x, y) => y;', python: 'def second(x, y):\n    return y\n' },
  ),
  handler('tells the parameters of a function apart', SAFE, "exec(first('ls', q));", "os.system(first('ls', q))", {
    javascript: 'const first = (x, y) => x;',
    python: 'def first(x, y):\n    return x\n',
  }),
  handler('follows calls through two functions', ['passed', 'passed'], 'run(q);', 'run(q)', {
    javascript: 'function run(c) { go(c); }\nfunction go(c) { exec(c); }',
    python: 'def run(c):\n    go(c)\n\n\ndef go(c):\n    os.system(c)\n',
  }),
  handler('follows a function that calls itself', ['passed'], 'exec(again(q, 3));', 'os.system(again(q, 3))', {
    javascript: 'function again(x, n) { if (n > 0) return again(x, n - 1); return x; }',
    python: 'def again(x, n):\n    if n > 0:\n        return again(x, n - 1)\n    return x\n',
  }),
  handler('follows what a closure keeps', DIRECTLY, 'const f = () => exec(q); f();', 'f = lambda: os.system(q)\nf()'),
  handler('follows a value that has a fallback', DIRECTLY, "exec(q || 'ls');", "os.system(q or 'ls')"),
  handler('takes a length for safe', SAFE, 'exec(`kill ${q.length}`);', "os.system(f'kill {len(q)}')"),
  handler('takes a truth for safe', SAFE, "exec(`kill ${q === 'a'}`);", 'os.system(f"kill {q == \'a\'}")'),
  handler(
    'finds what a check of the length lets through',
    DIRECTLY,
    'if (q.length > 2) exec(q);',
    'if len(q) > 2:\n    os.system(q)',
  ),
  handler(
    'takes what a function lets through for safe',
    SAFE,
    'if (!known(q)) return; exec(q);',
    'if not known(q):\n    return {}\nos.system(q)',
    { javascript: "const known = (x) => x === 'a';", python: "def known(x):\n    return x == 'a'\n" },
  ),
  handler('follows a method that overrides another one', ['passed'], 'new Special().run(q);', 'Special().run(q)', {
    javascript: 'class Job { run(c) {} }\nclass Special extends Job { run(c) { exec(c); } }',
    python:
      'class Job:\n    def run(self, c):\n        pass\n\n\n' +
      'class Special(Job):\n    def run(self, c):\n        os.system(c)\n',
  }),
  handler('leaves out a method that is overridden', SAFE, 'new Special().run(q);', 'Special().run(q)', {
    javascript: 'class Job { run(c) { exec(c); } }\nclass Special extends Job { run(c) {} }',
    python:
      'class Job:\n    def run(self, c):\n        os.system(c)\n\n\n' +
      'class Special(Job):\n    def run(self, c):\n        pass\n',
  }),
  handler('tells two instances of a class apart', SAFE, "new Job(q); new Job('ls').run();", "Job(q)\nJob('ls').run()", {
    javascript: 'class Job { constructor(c) { this.c = c; } run() { exec(this.c); } }',
    python:
      'class Job:\n    def __init__(self, c):\n        self.c = c\n\n    def run(self):\n        os.system(self.c)\n',
  }),
  handler(
    'follows values that change places',
    ['stored', 'stored', 'stored'],
    "let a = q; let b = 'ls'; const c = a; a = b; b = c; exec(b);",
    "a = q\nb = 'ls'\nc = a\na = b\nb = c\nos.system(b)",
  ),
  handler(
    'tells values that change places apart',
    SAFE,
    "let a = q; let b = 'ls'; const c = a; a = b; b = c; exec(a);",
    "a = q\nb = 'ls'\nc = a\na = b\nb = c\nos.system(a)",
  ),
  {
    what: 'follows a call into another file',
    finds: COMMAND,
    way: ['passed'],
    javascript: {
      app: [
        "const express = require('express');",
        "const { run } = require('./jobs');",
        'const app = express();',
        "app.get('/', (req, res) => { const q = req.query.q; run(q); });\n",
      ].join('\n'),
      jobs: "const { exec } = require('child_process');\nexports.run = (command) => exec(command);\n",
    },
    python: {
      app: [
        'from flask import Flask, request',
        'from jobs import run',
        'app = Flask(__name__)',
        "@app.route('/')",
        'def view():',
        "    q = request.args['q']",
        '    run(q)',
        '    return {}\n',
      ].join('\n'),
      jobs: 'import os\n\n\ndef run(command):\n    os.system(command)\n',
    },
  },
];

export const pythonNotes: Notes = {
  'follows a function that is passed': { way: [], because: 'the loop is outside of the function' },
};
