/** One small program in each language, and the one weakness that is found in it; none where it is safe. */
export interface Program {
  readonly what: string;
  readonly finds?: string;
  readonly javascript: Readonly<Record<string, string>>;
  readonly python: Readonly<Record<string, string>>;
}

/** A handler of a request whose query is `q`, with the functions that it uses. */
const handler = (
  what: string,
  finds: string | undefined,
  javascript: string,
  python: string,
  helpers: { readonly javascript?: string; readonly python?: string } = {},
): Program => ({
  what,
  ...(finds !== undefined && { finds }),
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

const COMMAND = 'command-injection';

export const programs: readonly Program[] = [
  handler('finds what reaches a call directly', COMMAND, 'exec(q);', 'os.system(q)'),
  handler('follows a variable', COMMAND, 'let a = q; a = a; exec(a);', 'a = q\na = a\nos.system(a)'),
  handler(
    'finds nothing where the variable got another value',
    undefined,
    "let a = q; a = 'ls'; exec(a);",
    "a = q\na = 'ls'\nos.system(a)",
  ),
  handler('follows texts that are joined', COMMAND, "exec('ls ' + q);", "os.system('ls ' + q)"),
  handler(
    'follows a text that is joined from many parts',
    COMMAND,
    `exec('ls ' + q + ${Array.from({ length: 600 }, () => "' -l'").join(' + ')});`,
    `os.system('ls ' + q + ${Array.from({ length: 600 }, () => "' -l'").join(' + ')})`,
  ),
  handler('follows texts with places for values', COMMAND, 'exec(`ls ${q}`);', "os.system(f'ls {q}')"),
  handler(
    'follows a text that is changed',
    COMMAND,
    "exec(q.trim().replace('a', 'b'));",
    "os.system(q.strip().replace('a', 'b'))",
  ),
  handler(
    'follows either branch',
    COMMAND,
    "let a = 'ls'; if (Math.random() > 0.5) a = q; exec(a);",
    "a = 'ls'\nif os.getpid() > 5:\n    a = q\nos.system(a)",
  ),
  handler(
    'leaves out a branch that is never taken',
    undefined,
    "let a = 'ls'; if (1 > 2) a = q; exec(a);",
    "a = 'ls'\nif 1 > 2:\n    a = q\nos.system(a)",
  ),
  handler('follows a choice', COMMAND, "exec(app ? q : 'ls');", "os.system(q if os.getpid() else 'ls')"),
  handler('knows which choice is made', undefined, "exec(true ? 'ls' : q);", "os.system('ls' if True else q)"),
  handler(
    'follows a loop',
    COMMAND,
    "let a = ''; for (const c of [1, 2]) a = a + q; exec(a);",
    "a = ''\nfor c in [1, 2]:\n    a = a + q\nos.system(a)",
  ),
  handler(
    'follows a value that comes round in a loop',
    COMMAND,
    "let a = ''; let b = ''; while (app.on()) { exec(b); b = a; a = q; }",
    "a = ''\nb = ''\nwhile os.getpid():\n    os.system(b)\n    b = a\n    a = q",
  ),
  handler('follows a list', COMMAND, 'const a = []; a.push(q); exec(a[0]);', 'a = []\na.append(q)\nos.system(a[0])'),
  handler(
    'tells the places of a list apart',
    undefined,
    "const a = [q, 'ls']; exec(a[1]);",
    "a = [q, 'ls']\nos.system(a[1])",
  ),
  handler('follows a map', COMMAND, 'const a = { x: q }; exec(a.x);', "a = {'x': q}\nos.system(a['x'])"),
  handler(
    'tells the keys of a map apart',
    undefined,
    "const a = { x: q, y: 'ls' }; exec(a['y']);",
    "a = {'x': q, 'y': 'ls'}\nos.system(a['y'])",
  ),
  handler('follows a list that is joined', COMMAND, "exec(['ls', q].join(' '));", "os.system(' '.join(['ls', q]))"),
  handler('follows the parts of a list', COMMAND, 'const [a, b] = [q, 1]; exec(a);', 'a, b = [q, 1]\nos.system(a)'),
  handler(
    'tells the parts of a list apart',
    undefined,
    "const [a, b] = [q, 'ls']; exec(b);",
    "a, b = [q, 'ls']\nos.system(b)",
  ),
  handler('follows a call into another function', COMMAND, 'run(q);', 'run(q)', {
    javascript: 'function run(command) { exec(command); }',
    python: 'def run(command):\n    os.system(command)\n',
  }),
  handler('follows what a function returns', COMMAND, 'exec(same(q));', 'os.system(same(q))', {
    javascript: 'const same = (x) => { const y = x; return y; };',
    python: 'def same(x):\n    y = x\n    return y\n',
  }),
  handler('knows that a function returns something else', undefined, 'exec(other(q));', 'os.system(other(q))', {
    javascript: "const other = (x) => 'ls';",
    python: "def other(x):\n    return 'ls'\n",
  }),
  handler(
    'tells two calls of a function apart',
    undefined,
    "same(q); exec(same('ls'));",
    "same(q)\nos.system(same('ls'))",
    {
      javascript: 'const same = (x) => x;',
      python: 'def same(x):\n    return x\n',
    },
  ),
  handler(
    'follows a function that is passed',
    COMMAND,
    '[q].forEach((each) => exec(each));',
    'for each in map(lambda x: x, [q]):\n    os.system(each)',
  ),
  handler('follows an instance', COMMAND, 'new Job(q).run();', 'Job(q).run()', {
    javascript: 'class Job { constructor(c) { this.c = c; } run() { exec(this.c); } }',
    python:
      'class Job:\n    def __init__(self, c):\n        self.c = c\n\n    def run(self):\n        os.system(self.c)\n',
  }),
  handler('tells the fields of an instance apart', undefined, 'new Job(q).run();', 'Job(q).run()', {
    javascript: "class Job { constructor(c) { this.c = c; this.d = 'ls'; } run() { exec(this.d); } }",
    python:
      "class Job:\n    def __init__(self, c):\n        self.c = c\n        self.d = 'ls'\n\n" +
      '    def run(self):\n        os.system(self.d)\n',
  }),
  handler('follows a method that is inherited', COMMAND, 'new Special().run(q);', 'Special().run(q)', {
    javascript: 'class Job { run(c) { exec(c); } }\nclass Special extends Job {}',
    python: 'class Job:\n    def run(self, c):\n        os.system(c)\n\n\nclass Special(Job):\n    pass\n',
  }),
  handler(
    'takes a member of a list for safe',
    undefined,
    "if (['a', 'b'].includes(q)) exec(q);",
    "if q in ['a', 'b']:\n    os.system(q)",
  ),
  handler(
    'finds what is no member of the list',
    COMMAND,
    "if (!['a', 'b'].includes(q)) exec(q);",
    "if q not in ['a', 'b']:\n    os.system(q)",
  ),
  handler(
    'takes what is left after a check for safe',
    undefined,
    "if (!['a', 'b'].includes(q)) return; exec(q);",
    "if q not in ['a', 'b']:\n    return {}\nos.system(q)",
  ),
  handler(
    'takes what equals a constant for safe',
    undefined,
    "if (q === 'ls') exec(q);",
    "if q == 'ls':\n    os.system(q)",
  ),
  handler('takes a number for safe', undefined, 'exec(`kill ${Number(q)}`);', "os.system(f'kill {int(q)}')"),
  handler(
    'takes what a strict pattern lets through for safe',
    undefined,
    'if (/^[a-z]+$/.test(q)) exec(q);',
    "import re\nif re.fullmatch(r'[a-z]+', q):\n    os.system(q)",
  ),
  handler(
    'finds what a loose pattern lets through',
    COMMAND,
    'if (/[a-z]+/.test(q)) exec(q);',
    "import re\nif re.search(r'[a-z]+', q):\n    os.system(q)",
  ),
  handler(
    'does not take a value of before a change for checked',
    COMMAND,
    "let a = q; if (a === 'ls') { a = q; exec(a); }",
    "a = q\nif a == 'ls':\n    a = q\n    os.system(a)",
  ),
  handler(
    'finds what comes after an error that is caught',
    COMMAND,
    'try { JSON.parse(q); } catch { exec(q); }',
    'try:\n    int(q)\nexcept ValueError:\n    os.system(q)',
  ),
  handler('finds nothing after a function that ends', undefined, 'return; exec(q);', 'return {}\nos.system(q)'),
  handler(
    'takes nothing of an unknown lookup for the input',
    undefined,
    'const row = app.findRow(q); exec(row);',
    'row = app.find(q)\nos.system(row)',
  ),
  {
    what: 'follows a call into another file',
    finds: COMMAND,
    javascript: {
      app: [
        "const express = require('express');",
        "const { run } = require('./jobs');",
        'const app = express();',
        "app.get('/', (req, res) => run(req.query.q));\n",
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
        "    run(request.args['q'])",
        '    return {}\n',
      ].join('\n'),
      jobs: 'import os\n\n\ndef run(command):\n    os.system(command)\n',
    },
  },
];
