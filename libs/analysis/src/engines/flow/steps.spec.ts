import type { StagedFile } from '@assay/target-records';
import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** A function that takes some 5,000 steps each time that it gets something else. */
const WORK = `def work(a):\n${times(2_500, () => '    a = a')}\n    return a\n`;
const IMPORTS = 'import os\nfrom flask import request\n';
/** More steps than an entry gets after those of its file, and far fewer than it gets before. */
const middle = (name: string) =>
  `def ${name}():\n    a = 1\n${times(900, () => '    a = a')}\n    os.system(request.args['q'])\n`;
const SHORT = "def short():\n    os.system(request.args['q'])\n";

/** Functions that nobody calls, each of which calls the one that takes many steps. */
const busy = (count: number, calls: number): string =>
  times(count, (index) => `def busy${index}():\n${times(calls, (call) => `    work(request.args['a${call}'])`)}\n`);

const program = (count: number, calls: number) =>
  `${IMPORTS}${WORK}\n${busy(count, calls)}\n${SHORT}\n${middle('late')}`;

/** The lines of what is found, and what was not followed to its end. */
async function told(tree: Readonly<Record<string, string>>, role?: StagedFile['role'], tool = 'py-data-flow') {
  const run = await runOn(profileOf('flow'), flowTools, tree, undefined, undefined, () => role);
  const { findings, unreadable } = run.tool(tool);
  const lineOf = (file: string, line: number) =>
    tree[file]!.split('\n')
      .slice(0, line)
      .findLast((each) => each.startsWith('def'));
  return {
    found: findings.map(({ file, line }) => `${file} ${lineOf(file!, line!)}`),
    unfinished: unreadable.map(({ file, reason }) => `${file} ${reason.split(': ').at(-1)}`),
  };
}

describe('the steps of a file', () => {
  it('leave an entry after them the steps of a short one, and what takes more is named', async () => {
    expect(await told({ 'a.py': program(12, 10) })).toEqual({
      found: ['a.py def short():'],
      unfinished: ['a.py late'],
    });
  });

  it('are counted for each file by itself', async () => {
    const { found, unfinished } = await told({ 'a.py': program(12, 10), 'b.py': `${IMPORTS}${middle('other')}` });
    expect(found).toEqual(['a.py def short():', 'b.py def other():']);
    expect(unfinished).toEqual(['a.py late']);
  });

  it('are enough for files that take fewer', async () => {
    expect(await told({ 'a.py': program(6, 10) })).toEqual({
      found: ['a.py def short():', 'a.py def late():'],
      unfinished: [],
    });
  });

  it('are fewer in a test than in the program', async () => {
    const tree = { 'a.py': program(4, 3) };
    expect(await told(tree, 'test')).toEqual({ found: ['a.py def short():'], unfinished: ['a.py late'] });
    expect((await told(tree)).unfinished).toEqual([]);
  });

  it('end an entry that takes more than one may, whatever the file has left', async () => {
    const { found, unfinished } = await told({ 'a.py': program(1, 20) });
    expect(found).toEqual(['a.py def short():', 'a.py def late():']);
    expect(unfinished).toEqual(['a.py busy0']);
  });

  it('may end an entry within a function, which is followed once more by itself', async () => {
    const long = `def long():\n${times(20_000, () => '    a = a')}\n    os.system(request.args['q'])\n`;
    const entry = `def entry():\n${times(11, (call) => `    work(request.args['a${call}'])`)}\n    long()\n`;
    expect(await told({ 'a.py': `${IMPORTS}${WORK}\n${entry}\n${long}` })).toEqual({
      found: ['a.py def long():'],
      unfinished: ['a.py entry'],
    });
  });

  it('are saved for calls that look alike, unless the one that was followed lay too deep', async () => {
    const chain = times(9, (index) => `def chain${index + 1}(a):\n    chain${index}(a)\n`);
    const parts = `def run(a):\n    os.system(a)\ndef chain0(a):\n    run(a)\n${chain}`;
    const page = (calls: number, more: string) =>
      `def page():\n    q = request.args['q']\n${times(calls, () => '    chain9(q)')}\n    ${more}\n`;
    const foundIn = async (code: string) => (await told({ 'a.py': `${IMPORTS}${parts}\n${code}` })).found;
    expect(await foundIn(page(3, 'pass'))).toEqual([]);
    expect(await foundIn(page(3, 'chain0(q)'))).toEqual(['a.py def run(a):']);
  });

  it('are followed by some more of a long entry, which leaves out calls within calls', async () => {
    const bodies = times(25, (index) => WORK.replace('work', `body${index}`));
    const deep = `def inner(a):\n${times(25, (index) => `    body${index}(a)`)}\ndef outer(a):\n    inner(a)\n`;
    const readers = 'def read(name):\n    return request.args[name]\ndef quoted(a):\n    return shlex.quote(a)\n';
    const page = (name: string, command: string) =>
      `def ${name}():\n    outer(request.args['a'])\n    os.system(${command})\n`;
    const pages = `${page('unsafe', "read('q')")}${page('safe', "quoted(read('q'))")}`;
    expect(await told({ 'a.py': `import shlex\n${IMPORTS}${bodies}\n${deep}${readers}${pages}` })).toEqual({
      found: ['a.py def unsafe():'],
      unfinished: ['a.py unsafe, safe'],
    });
  });

  it('of a class are those of each of its methods', async () => {
    const calls = times(10, (call) => `    work($_GET['a${call}']);`);
    const method = (name: string) => `  public function ${name}() {\n${calls}\n    system($_GET['q']);\n  }`;
    const work = `function work($a) {\n${times(2_500, () => '  $a = $a;')}\n  return $a;\n}\n`;
    const text = `<?php\n${work}class Page {\n${method('one')}\n${method('two')}\n}\n`;
    const run = await runOn(profileOf('flow'), flowTools, { 'a.php': text });
    expect(run.tool('php-data-flow')).toMatchObject({ findings: [{}, {}], unreadable: [] });
  });

  it('of a call without input are taken once, also under a content type of the response that is known', async () => {
    const work = `function work(a) {\n${times(6_000, () => '  a = a;')}\n  return a;\n}\n`;
    const page = `app.get('/', (req, res) => {
  res.type('text/plain');
${times(20, (index) => `  work(${index});`)}
  require('child_process').exec(req.query.q);
});
`;
    const tree = { 'a.js': `const app = require('express')();\n${work}${page}` };
    const { found, unfinished } = await told(tree, undefined, 'js-data-flow');
    expect(unfinished).toEqual([]);
    expect(found).toHaveLength(1);
  });

  describe('of the functions that a framework calls', () => {
    const work = `function work(a) {\n${times(2_500, () => '  a = a;')}\n  return a;\n}\n`;
    /** A route that takes some 12,000 steps. */
    const route = (index: number) =>
      `app.get('/${index}', (req, res) => {\n${times(2, (call) => `  work(req.query.a${call});`)}\n  res.end();\n});`;
    const gate = 'const gate = (req, res, next) => {\n  if (!req.user.isAdmin) return res.end();\n  next();\n};\n';
    const beginning = `const app = require('express')();\nconst { exec } = require('child_process');\n${work}${gate}`;
    const ofAdministrators = "app.get('/run', gate, (req) => exec(req.query.q));";
    const severities = async (text: string) => {
      const run = await runOn(profileOf('flow'), flowTools, { 'a.js': text });
      const { findings, unreadable } = run.tool('js-data-flow');
      return {
        found: findings.map(({ severity, line }) => `${severity ?? 'as told'} ${text.split('\n')[line! - 1]}`),
        unfinished: unreadable.map(({ reason }) => reason.split(': ').at(-1)),
      };
    };

    it('are no steps of the entry that names them: who gets to the last route is known', async () => {
      expect(await severities(`${beginning}${times(8, route)}\n${ofAdministrators}\n`)).toEqual({
        found: [`low ${ofAdministrators}`],
        unfinished: [],
      });
    });

    it('end one of them that takes more than an entry may, and no other', async () => {
      const calls = times(20, (call) => `  work(req.query.b${call});`);
      const endless = `app.get('/endless', function endless(req) {\n${calls}\n});`;
      expect(await severities(`${beginning}${endless}\n${ofAdministrators}\n`)).toEqual({
        found: [`low ${ofAdministrators}`],
        unfinished: ['endless'],
      });
    });

    it('count as steps of the entry once those of the file are taken', async () => {
      const { unfinished } = await severities(`${beginning}${times(90, route)}\n${ofAdministrators}\n`);
      expect(unfinished).not.toEqual([]);
    });
  });

  it.each([
    ['counts', 'for (let i = 0; i < 9; i++) {'],
    ['fills a list', 'for (const each of a) {\n  list.push([each]);'],
    ['composes a text', "for (const each of a) {\n  text += 'x';"],
  ])('of a loop that %s are taken twice: the rest of its rounds would find nothing else', async (_, begin) => {
    const loop = `${begin}\n${times(12_000, () => '  a = a;')}\n}`;
    const file = `function run(a) {\nconst list = [];\nlet text = '';\n${loop}\n}\nmodule.exports = { run };\n`;
    expect(await told({ 'a.js': file }, undefined, 'js-data-flow')).toEqual({ found: [], unfinished: [] });
  });
});
