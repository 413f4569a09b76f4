import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function rulesIn(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule }) => rule);
}

const handler = (helper: string, body: string) =>
  rulesIn(
    'js-data-flow',
    'a.js',
    "const app = require('express')();\nconst { exec } = require('child_process');\n" +
      `${helper}\napp.get('/', (req, res) => {\nlet q = req.query.q;\n${body}\n});\n`,
  );
const view = (helper: string, body: string) =>
  rulesIn(
    'py-data-flow',
    'a.py',
    'import os, re\nfrom flask import Flask, request\napp = Flask(__name__)\n' +
      `${helper}\n@app.route('/')\ndef view():\n    q = request.args['q']\n${body}\n    return {}\n`,
  );

const CHECK = 'if (!/^[a-z]+$/.test(x)) throw new Error(x);';

describe('what holds where a function or a loop is left', () => {
  it.each([
    ['a check after a return', `function check(x) { if (x.length > 3) return; ${CHECK} }`],
    ['a check after two returns', `function check(x) { if (x.length > 3) { if (x) return; } ${CHECK} }`],
  ])('is not told by %s', async (_, helper) => {
    expect(await handler(helper, 'check(q);\nexec(q);')).toEqual(['command-injection']);
  });

  it('is told by a check before each return', async () => {
    expect(
      await handler(`function check(x) { ${CHECK} if (x.length > 3) return; log(x); }`, 'check(q);\nexec(q);'),
    ).toEqual([]);
  });

  it('is what a variable held at a return', async () => {
    const helper = (last: string) => `let kept = '';\nfunction keep(x) { kept = x; if (x.length > 3) return; ${last} }`;
    expect(await handler(helper("kept = 'ls';"), 'keep(q);\nexec(kept);')).toEqual(['command-injection']);
    expect(
      await handler(helper("kept = 'ls';").replace('return;', "{ kept = ''; return; }"), 'keep(q);\nexec(kept);'),
    ).toEqual([]);
  });

  it('is what a field held at a return', async () => {
    const helper = "function fill(o, x) { o.name = x; if (x.length > 3) return; o.name = 'ls'; }";
    expect(await handler(helper, 'const o = {};\nfill(o, q);\nexec(o.name);')).toEqual(['command-injection']);
  });

  it('is what a variable held at a break', async () => {
    const loop = (first: string) =>
      `let k = '';\nfor (const each of [1, 2]) { k = ${first}; if (each > now()) break; k = 'ls'; }`;
    expect(await handler('', `${loop('q')}\nexec(k);`)).toEqual(['command-injection']);
    expect(await handler('', `${loop("'ps'")}\nexec(k);`)).toEqual([]);
  });

  it('is told by no check after the return of Python', async () => {
    const checks =
      'def check(x):\n    if len(x) > 3:\n        return\n' +
      '    if not re.fullmatch("[a-z]+", x):\n        raise ValueError(x)\n';
    expect(await view(checks, '    check(q)\n    os.system(q)')).toEqual(['command-injection']);
  });
});
