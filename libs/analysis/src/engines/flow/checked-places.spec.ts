import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The places that the tool calls safe, and those that it reports. */
async function judged(tool: string, tree: Readonly<Record<string, string>>) {
  const { findings, safe = [] } = (await runOn(profileOf('flow'), flowTools, tree)).tool(tool);
  return {
    safe: safe.map(({ line, rule, because }) => `${line} ${rule} ${because}`),
    found: findings.map(({ line, rule }) => `${line} ${rule}`),
  };
}

const python = (check: string, more = '') =>
  judged('py-data-flow', {
    'app.py':
      'import os, re\nfrom flask import Flask, abort, request\napp = Flask(__name__)\n\n' +
      'def validate(host):\n    if not re.fullmatch(r"[a-z0-9.-]+", host):\n        raise ValueError(host)\n\n' +
      `@app.get("/ping")\ndef ping():\n    host = request.args["host"]\n    ${check}\n` +
      `    return os.popen("ping " + host).read()\n${more}`,
  });

describe('a dangerous call that only checked input reaches', () => {
  it.each([
    ['by a function that raises an error', 'validate(host)'],
    ['by a pattern', 'if re.search(r"[^a-z]", host): abort(400)'],
    ['by a list', 'if host not in ("a", "b"): abort(400)'],
    ['by a number', 'host = int(host)'],
  ])('is told as checked: %s', async (_, check) => {
    const { safe, found } = await python(check);
    expect(found).toEqual([]);
    expect(safe.filter((place) => place.startsWith('13 '))).toEqual([
      expect.stringMatching(/^13 command-injection (?:checked|made-safe)$/),
    ]);
  });

  it.each([
    ['input arrives as it is', 'pass', ['13 command-injection']],
    ['only one way has a check', 'if request.args.get("strict"): validate(host)', ['13 command-injection']],
    ['something unknown is joined to it', 'validate(host); host = host + app.config["OPTIONS"]', []],
    ['an unknown call returns it', 'validate(host); host = get(host)', []],
    ['something unknown is called beside it', 'validate(host); host = host + load()', []],
  ])('is not told where %s', async (_, check, found) => {
    const judgement = await python(check);
    // The expression of the check itself is a constant.
    const safe = judgement.safe.filter((place) => place.startsWith('13 '));
    expect({ safe, found: judgement.found }).toEqual({ safe: [], found });
  });

  const helper = (others: string) =>
    judged('js-data-flow', {
      'a.js':
        "const { exec } = require('child_process');\nconst app = require('express')();\n" +
        'function run(name) {\n  exec(`ls ${name}`);\n}\n' +
        "app.get('/', (req, res) => { if (/^[a-z]+$/.test(req.query.name)) run(req.query.name); });\n" +
        others,
    });

  it('is told of a helper that all callers give checked input', async () => {
    expect(await helper('')).toEqual({ safe: ['4 command-injection checked'], found: [] });
  });

  it('is not told of a helper that another caller gives something else', async () => {
    const { safe, found } = await helper("app.get('/b', (req, res) => run(req.query.other));\n");
    expect(safe).toEqual([]);
    expect(found).toEqual(['4 command-injection']);
    expect(await helper('function other(name) { run(name); }\nother(load());\n')).toEqual({ safe: [], found: [] });
  });
});
