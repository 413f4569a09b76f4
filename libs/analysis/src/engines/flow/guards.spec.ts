import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule }) => rule);
}

const HEAD =
  "const app = require('express')();\nconst fs = require('fs');\nconst path = require('path');\n" +
  "const { exec } = require('child_process');\nconst ROOT = path.resolve('public');\n";
const handler = (body: string) =>
  found('js-data-flow', 'a.js', `${HEAD}app.get('/', (req, res) => {\nlet q = req.query.q;\n${body}\n});\n`);
const helped = (helper: string, body: string) =>
  found('js-data-flow', 'a.js', `${HEAD}${helper}\napp.get('/', (req, res) => {\nlet q = req.query.q;\n${body}\n});\n`);
const SET =
  "const keys = q.split('.');\nlet node = ROOTS;\n" +
  'for (const key of keys.slice(0, -1)) { CHECK node = node[key] ||= {}; }\n' +
  'const last = keys[keys.length - 1];\nLAST node[last] = 1;';
const BOTH = "const ROOTS = {}, NO = ['__proto__', 'constructor'];";
const walk = (check: string, helper = '') =>
  helped(
    `const ROOTS = {};\n${helper}`,
    SET.replace('CHECK', check).replace('LAST', check.replaceAll('key', 'last').replaceAll('continue', 'return')),
  );

describe('names of what objects inherit', () => {
  it('are found where nobody refuses them', async () => {
    expect(await walk('')).toEqual(['prototype-pollution']);
  });

  it('are found where they refuse __proto__ alone', async () => {
    expect(await walk("if (key === '__proto__') continue;")).toEqual(['prototype-pollution']);
  });

  const REFUSED = "['__proto__', 'constructor', 'prototype']";
  it.each([
    ['compared one by one', "if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue;", ''],
    ['looked up in a list', 'if (NO.indexOf(key) !== -1) return;', `const NO = ${REFUSED};`],
    ['looked up in a list, by a number', 'if (NO.indexOf(key) >= 0) return;', `const NO = ${REFUSED};`],
    [
      'refused by a function that throws',
      'check(key);',
      "function check(k) { if (k === '__proto__' || k === 'constructor') throw new Error(k); }",
    ],
    ['refused by cases of a switch', "switch (key) { case '__proto__': case 'constructor': throw new Error(); }", ''],
  ])('may be %s', async (_, check, helper) => {
    expect(await walk(check, helper)).toEqual([]);
  });

  it.each([
    ['refused for all of a path', 'if (keys.some((key) => key === "__proto__" || key === "constructor")) return;'],
    ['refused for each of a path', 'for (const key of keys) if (NO.includes(key)) throw new Error(key);'],
  ])('may be %s before it is walked', async (_, check) => {
    expect(await helped(BOTH, SET.replace('let node', `${check}\nlet node`).replace(/CHECK|LAST/g, ''))).toEqual([]);
  });

  it('may be left out by a filter', async () => {
    const filtered = SET.replace("split('.')", "split('.').filter((key) => !NO.includes(key))");
    expect(await helped(BOTH, filtered.replace(/CHECK|LAST/g, ''))).toEqual([]);
  });

  it('find nothing in objects without a prototype, however deep', async () => {
    const body = (made: string) =>
      `const all = ${made};\nif (!all[q]) all[q] = ${made};\nall[q][req.query.a] = all[q][req.query.a] || ${made};\n` +
      'all[q][req.query.a][req.query.b] = 1;';
    expect(await handler(body('Object.create(null)'))).toEqual([]);
    expect(await handler(body('{}'))).toEqual(['prototype-pollution']);
  });

  it('find nothing where the object gets what is its own first', async () => {
    const body = (check: string) => `if (${check}) ROOTS[q] = {};\nROOTS[q][req.query.name] = 1;`;
    expect(await helped(BOTH, body('!Object.hasOwn(ROOTS, q)'))).toEqual([]);
    expect(await helped(BOTH, body('!ROOTS[q]'))).toEqual(['prototype-pollution']);
  });
});

describe('what a function of the target tells about what it gets', () => {
  const THROWS = 'function check(file) { if (!file.startsWith(ROOT + path.sep)) throw new Error(file); }';
  const body = (check: string) => `const file = path.join(ROOT, q);\n${check}\nfs.readFile(file, () => {});`;

  it.each([
    ['it throws', THROWS, 'check(file);', []],
    ['it throws for something else', THROWS.replace('!file', '!ROOT'), 'check(file);', ['path-traversal']],
    ['its caller catches what it throws', THROWS, 'try { check(file); } catch (e) { return; }', []],
    ['nobody minds what it throws', THROWS, 'try { check(file); } catch (e) {}', ['path-traversal']],
    ['it checks another text', THROWS, 'check(ROOT);', ['path-traversal']],
    [
      'it returns whether it holds',
      'function inside(file) { try { return file.startsWith(ROOT + path.sep); } catch { return false; } }',
      'if (!inside(file)) return;',
      [],
    ],
    [
      'it returns whether it holds, and is asked for the opposite',
      'function inside(file) { const a = 1; return file.startsWith(ROOT + path.sep); }',
      'if (inside(file)) return;',
      ['path-traversal'],
    ],
    [
      'it checks what it has changed',
      'function check(file) { file = file.trim(); if (!file.startsWith(ROOT + path.sep)) throw new Error(); }',
      'check(file);',
      ['path-traversal'],
    ],
  ])('holds where %s', async (_, helper, check, finds) => {
    expect(await helped(helper, body(check))).toEqual(finds);
  });
});

describe('what a condition says of what was made before', () => {
  const RESOLVED =
    'const file = path.join(ROOT, q);\nconst real = path.resolve(file);\nconst root = path.resolve(ROOT);\nCHECK\n' +
    'stream.open((error) => fs.createWriteStream(file));';

  it.each([
    ['a resolved path', RESOLVED.replace('CHECK', 'if (!real.startsWith(root + path.sep)) return;'), []],
    [
      'a resolved path that nobody minds',
      RESOLVED.replace('CHECK', 'if (!real.startsWith(root + path.sep)) console.log(q);'),
      ['path-traversal'],
    ],
    [
      'a path that may be another one',
      RESOLVED.replace('const real = path', 'let real = path.resolve(ROOT);\nif (b) real = path').replace(
        'CHECK',
        'if (!real.startsWith(root + path.sep)) return;',
      ),
      ['path-traversal'],
    ],
    ['the answer of a pattern', "const ok = /^[a-z]+$/.test(q);\nif (!ok) return;\nfs.readFile('a/' + q, f);", []],
    [
      'the answer of another pattern',
      "const ok = /^a/.test(q);\nif (!ok) return;\nfs.readFile('a/' + q, f);",
      ['path-traversal'],
    ],
    ['what stands in for nothing', "if (!/^[a-z]+$/.test(q || '')) return;\nfs.readFile('a/' + q, f);", []],
    [
      'what may be another text from outside',
      "if (!/^[a-z]+$/.test(q || req.query.r)) return;\nfs.readFile('a/' + q + req.query.r, f);",
      ['path-traversal'],
    ],
    ['itself', 'q = q && q.trim();\nif (!q) return;\nfs.readFile(q, f);', ['path-traversal']],
  ])('knows %s', async (_, body, finds) => {
    expect(await handler(body)).toEqual(finds);
  });
});

describe('the characters of a text', () => {
  it.each([
    ['all others are refused', 'if (/[^\\w.-]/.test(q)) return;', []],
    ['some are refused, and others are not', 'if (/[;|]/.test(q)) return;', ['command-injection']],
    ['all others are deleted', "q = q.replace(/[^\\w.-]/g, '');", []],
    ['the first other one is deleted', "q = q.replace(/[^\\w.-]/, '');", ['command-injection']],
    ['only some may stand there', 'if (!/^[a-z]+$/.test(q)) return;', []],
    ['those of a shell may stand there', 'if (!/^[a-z;]+$/.test(q)) return;', ['command-injection']],
  ])('count for a command where %s', async (_, check, finds) => {
    expect(await handler(`${check}\nexec('ls ' + q);`)).toEqual(finds);
  });

  it.each([
    ['with dots and slashes', '/^[\\w./]+$/', ['path-traversal']],
    ['without slashes', '/^[\\w.]+$/', []],
  ])('count for a path %s', async (_, pattern, finds) => {
    expect(await handler(`if (!${pattern}.test(q)) return;\nfs.readFile('public/' + q, () => {});`)).toEqual(finds);
  });

  it('may be escaped for markup', async () => {
    expect(await handler("res.send('<p>' + q.replace(/</g, '&lt;') + '</p>');")).toEqual([]);
    expect(await handler("res.send('<p>' + q.replace(/</, '&lt;') + '</p>');")).toEqual(['cross-site-scripting']);
  });

  it('may be escaped for a pattern', async () => {
    expect(await handler("new RegExp(q.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&'));")).toEqual([]);
    expect(await handler('new RegExp(q.trim());')).toEqual(['regular-expression-injection']);
  });
});

describe('addresses', () => {
  it.each([
    ["if (q[0] !== '/' || q[1] === '/') return;", []],
    ["if (q.charAt(0) !== '/' || q.charAt(1) === '/') return;", []],
    ["if (q.indexOf('/') !== 0 || q.indexOf('//') === 0) return;", []],
    ["if (q[0] !== '/') return;", ['open-redirect']],
    ["const { hostname } = new URL(q); if (hostname !== 'a.example') return;", []],
    ["if (!['https://a.example/', 'https://b.example/'].some((a) => q.startsWith(a))) return;", []],
    ["if (!['https://a.example/', 'https://'].some((a) => q.startsWith(a))) return;", ['open-redirect']],
  ])('lead to the own site after %s', async (check, finds) => {
    expect(await handler(`${check}\nres.redirect(q);`)).toEqual(finds);
  });
});

describe('paths of Python', () => {
  const view = (check: string) =>
    found(
      'py-data-flow',
      'a.py',
      'from pathlib import Path\nfrom flask import Flask, abort, request\napp = Flask(__name__)\n' +
        'ROOT = Path("/srv").resolve()\n@app.get("/")\ndef view():\n' +
        `    path = (ROOT / request.args["q"]).resolve()\n    ${check}\n    return path.read_text()\n`,
    );

  it.each([
    ['nothing', 'pass', ['path-traversal']],
    ['is_relative_to', 'if not path.is_relative_to(ROOT): abort(404)', []],
    ['relative_to', 'path.relative_to(ROOT)', []],
    ['relative_to of another path', 'ROOT.relative_to("/srv")', ['path-traversal']],
  ])('are asked by %s', async (_, check, finds) => {
    expect(await view(check)).toEqual(finds);
  });
});

describe('guards of Python', () => {
  const view = (body: string, helper = '') =>
    found(
      'py-data-flow',
      'a.py',
      'import os, re\nfrom flask import Flask, request\napp = Flask(__name__)\nNAME = re.compile(r"^[a-z]+$")\n' +
        `${helper}\n@app.get("/")\ndef view():\n    q = request.args["q"]\n    ${body}\n` +
        `    return os.popen("ls " + q).read()\n`,
    );

  it.each([
    ['a compiled pattern', 'if not NAME.match(q): return ""', '', []],
    ['a pattern of what is refused', 'if re.search(r"[^a-z]", q): return ""', '', []],
    ['a substitution', 'q = re.sub(r"[^a-z]", "", q)', '', []],
    [
      'a function that raises',
      'check(q)',
      'def check(x):\n    if not re.fullmatch("[a-z]+", x):\n        raise ValueError(x)',
      [],
    ],
    [
      'a function that prints',
      'check(q)',
      'def check(x):\n    if not re.fullmatch("[a-z]+", x):\n        print(x)',
      ['command-injection'],
    ],
  ])('know %s', async (_, check, helper, finds) => {
    expect(await view(check, helper)).toEqual(finds);
  });
});

describe('guards of .NET', () => {
  const action = (body: string) =>
    found(
      'csharp-data-flow',
      'A.cs',
      'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class AController : Controller {\n' +
        '  private readonly IInteraction _asked;\n  public async Task<IActionResult> Go(string q) {\n' +
        `    ${body}\n  }\n}\n`,
    );
  const asked = (check: string) =>
    action(`var context = await _asked.GetAuthorizationContextAsync(q);\n    ${check}\n    return Redirect(q);`);
  const read = (check: string) => action(`${check}\n    return Content(File.ReadAllText("/srv/" + q));`);

  it.each([
    ['an address of no client', () => asked('if (context == null) return NotFound();'), []],
    ['an address of no client, by a pattern', () => asked('if (context is null) return NotFound();'), []],
    ['an address of a client', () => asked('if (context != null) return NotFound();'), ['open-redirect']],
    [
      'separators',
      () =>
        read(
          'if (q.AsSpan().IndexOfAny(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar) >= 0) throw new E();',
        ),
      [],
    ],
    [
      'what no name has',
      () => read('var at = q.IndexOfAny(Path.GetInvalidFileNameChars());\n    if (at != -1) throw new E();'),
      [],
    ],
    ['spaces', () => read("if (q.IndexOfAny(new[] { ' ' }) >= 0) throw new E();"), ['path-traversal']],
  ])('refuse %s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});

describe('a member of a list', () => {
  const sent = (check: string) => handler(`${check}\nres.sendFile(path.join(ROOT, req.params.kind, q));`);

  it('may be told by its parts', async () => {
    expect(await sent('if (!FILES.includes(`${req.params.kind}/${q}`)) return;')).toEqual([]);
    expect(await sent('if (!FILES.includes(`${req.params.kind}/a`)) return;')).toEqual(['path-traversal']);
  });

  it.each([
    ['some', 'if (!stored.some((each) => each.key === `${req.params.kind}/${q}`)) return;', []],
    [
      'find, kept',
      'const found = stored.find((each) => `${req.params.kind}/${q}` === each.key);\nif (!found) return;',
      [],
    ],
    ['none', 'if (stored.some((each) => each.key === `${req.params.kind}/${q}`)) return;', ['path-traversal']],
    ['another', 'if (!stored.some((each) => each.key === req.params.other)) return;', ['path-traversal']],
    ['sent ones', 'if (!req.body.some((each) => each.key === `${req.params.kind}/${q}`)) return;', ['path-traversal']],
    ['more', 'if (!stored.some((each) => each.key.startsWith(`${req.params.kind}/${q}`))) return;', ['path-traversal']],
  ])('may be one that the program has stored: %s', async (_, check, finds) => {
    expect(await sent(check)).toEqual(finds);
  });
});
