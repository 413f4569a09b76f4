import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'app.js': text })).tool('js-data-flow');
  return findings.map(({ rule, line, severity }) => `${line} ${rule} ${severity ?? 'as the rule'}`);
}

const HEAD =
  "const { exec } = require('child_process'); const path = require('path'); " +
  "const app = require('express')(); require('socket.io');\n";
const rules = async (text: string) => (await found(HEAD + text)).map((each) => each.split(' ')[1]);
const handler = (code: string) => `app.get('/', async (req, res) => { const q = req.query.q; ${code} });\n`;

const LATER = 'const later = (q) => new Promise((resolve, reject) => { setTimeout(() => resolve(q), 1); });\n';
const USES = 'app.use((req, res, next) => { req.name = req.query.q; next(); });\n';
/** @param value the one that the first handler leaves */
const twoHandlers = (value: string) =>
  `app.get('/', (req, res, next) => { res.locals.n = ${value}; next(); }, (req, res) => { exec(res.locals.n); });\n`;
const steps = (list: string) =>
  `const async = require('async');\nfunction run(q) { async.series(${list}, () => {}); }\n${handler('run(q);')}`;

const COMMANDS: readonly (readonly [what: string, finds: string, safe: string])[] = [
  [
    'an argument that may be missing, and be a function',
    `function run(a, b) { if (typeof a === 'function') b = a; else exec(a); }\n${handler('run(q);')}`,
    `function run(a, b) { if (typeof a === 'function') b = a; setTimeout(b); }\n${handler('run(q);')}`,
  ],
  [
    'the value for what a pattern does not find',
    handler('const { a = q } = {}; exec(a);'),
    handler("const { a = q } = { a: 'ls' }; exec(a);"),
  ],
  [
    'the places of a pattern behind one that is left out',
    handler("const [, a] = ['ls', q]; exec(a);"),
    handler("const [, a] = [q, 'ls']; exec(a);"),
  ],
  [
    'what a promise is fulfilled with',
    handler('exec(await new Promise((resolve) => resolve(q)));'),
    handler("exec(await new Promise((resolve) => { q.trim(); resolve('ls'); }));"),
  ],
  [
    'what a promise is fulfilled with later',
    LATER + handler('later(q).then((c) => { exec(c); });'),
    LATER.replace('resolve(q)', 'reject(q)') + handler('later(q).then((c) => { exec(c); });'),
  ],
  [
    'what one handler leaves in a request for the next one',
    `${USES}app.get('/', (req, res) => { exec(req.name); });\n`,
    `${USES}app.get('/', (req, res) => { exec(req.other); });\n`,
  ],
  [
    'what one handler leaves in a response for the next one',
    twoHandlers('req.query.q'),
    twoHandlers('Number(req.query.q)'),
  ],
  [
    'what a handler has left in a request itself',
    handler('req.name = { first: q }; exec(req.name.first);'),
    handler("req.name = { first: q }; req.name = { first: 'ls' }; exec(req.name.first);"),
  ],
  [
    'what a function makes of each match of a pattern',
    handler("exec('ls NAME'.replace(/NAME/, () => q));"),
    handler("exec('ls NAME'.replace(/NAME/, () => String(q.length)));"),
  ],
  [
    'matches that a function gets',
    handler('q.replace(/.*/, (match) => { exec(match); return match; });'),
    handler("'ls'.replace(/.*/, (match) => { exec(match); return match; });"),
  ],
  [
    'the class that a static method is called on',
    `class Job { static run(c) { exec(c); } static go(c) { this.run(c); } }\n${handler('Job.go(q);')}`,
    `class Job { static run(c) { exec(c); } static go(c) { this.run('ls'); } }\n${handler('Job.go(q);')}`,
  ],
  [
    'the steps in a list that a library runs',
    steps('[(done) => { exec(q); done(); }]'),
    steps("[(done) => { exec('ls'); done(q); }]"),
  ],
  [
    'the steps by name that a library runs',
    steps('{ first: (done) => { exec(q); done(); } }'),
    steps("{ first: (done) => { exec('ls'); done(q); } }"),
  ],
  [
    'a request that is handed on with a callback',
    'exports.run = function (req, callback) { exec(req.query.q, callback); };\n',
    'exports.run = function (need, callback) { exec(need.query.q, callback); };\n',
  ],
  [
    'the data of an event of a socket',
    "exports.run = function (socket, data, callback) { exec('ls ' + data.name, callback); };\n",
    "exports.run = function (socket, names, callback) { exec('ls ' + names.name, callback); };\n",
  ],
];

describe('input in JavaScript is followed through', () => {
  it.each(COMMANDS)('%s', async (_, finds, safe) => {
    expect(await rules(finds)).toEqual(['command-injection']);
    expect(await rules(safe)).toEqual([]);
  });
});

const page = (value: string) =>
  "const page = app.page(); res.send(page.replace(/\\{a\\}/, 'x').replace(/\\{b\\}/, " +
  `'<a href="' + ${value} + '">'));`;

describe('input in JavaScript gets into a page', () => {
  it.each([
    [
      'by a path that is joined',
      "res.send('No ' + path.join('/files', q));",
      "res.send('No ' + encodeURIComponent(path.join('/files', q)));",
    ],
    ['that is made of a template which is not known', page('q'), page('encodeURIComponent(q)')],
  ])('%s', async (_, finds, safe) => {
    expect(await rules(handler(finds))).toEqual(['cross-site-scripting']);
    expect(await rules(handler(safe))).toEqual([]);
  });

  it('not where a function escapes each match of a pattern', async () => {
    const escaped = "res.send('Hello ' + q.replace(/[<>&\"']/g, (each) => '&#' + each.charCodeAt(0) + ';'));";
    expect(await rules(handler(escaped))).toEqual([]);
  });
});

describe('a field of what a name from outside finds', () => {
  const set = (code: string) => found(`${HEAD}const all = {}; const own = Object.create(null);\n${handler(code)}`);

  it.each(['all[q].size += 1;', 'all[q] = all[q] || { size: 0 }; all[q].size += 1;'])(
    'may be one that all objects inherit: %s',
    async (code) => {
      expect(await set(code)).toEqual(['3 prototype-pollution medium']);
    },
  );

  it.each([
    'all[q] = { size: 0 }; all[q].size += 1;',
    'own[q].size += 1;',
    "all['x' + 1].size += 1;",
    'if (Object.hasOwn(all, q)) all[q].size += 1;',
  ])('is one of its own: %s', async (code) => {
    expect(await set(code)).toEqual([]);
  });
});
