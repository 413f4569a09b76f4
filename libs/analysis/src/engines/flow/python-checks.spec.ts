import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const rulesIn = async (files: Readonly<Record<string, string>>) =>
  (await runOn(profileOf('flow'), flowTools, files)).tool('py-data-flow').findings.map(({ rule }) => rule);

const HEAD =
  'import ipaddress, os, re, socket, sqlite3, requests\nfrom enum import Enum\nfrom pathlib import Path\n' +
  'from urllib.parse import urlsplit\n' +
  'from lxml import etree\nfrom flask import Flask, abort, redirect, request\napp = Flask(__name__)\n' +
  'class Part(Enum):\n    A = "a"\nclass Any(Enum):\n    A = "a"\n    @classmethod\n' +
  '    def _missing_(cls, value):\n        return value\n' +
  'NAMES = ("a", "b")\nROOT = Path("/srv")\nNAME = re.compile(r"[a-z]+")\n' +
  'def is_public(host):\n' +
  '    return all(ipaddress.ip_address(i[4][0]).is_global for i in socket.getaddrinfo(host, 1))\n';
const view = (...body: readonly string[]) => {
  const lines = ['@app.get("/a")', 'def a():', '    q = request.args["q"]', ...body.map((line) => `    ${line}`)];
  return rulesIn({ 'a.py': `${HEAD}${lines.join('\n')}\n` });
};

const USES = {
  command: 'os.system("list " + q)',
  path: 'open("/srv/" + q)',
  address: 'requests.get(q)',
  redirect: 'return redirect(q)',
};

describe('what checks of Python rule out', () => {
  it.each([
    ['an equal name among others', ['if not any(q == name for name in NAMES):', '    abort(404)', USES.command]],
    ['a check of each letter', ['if not all(letter.isalnum() for letter in q):', '    abort(404)', USES.path]],
    ['a value that is no text', ['if q and isinstance(q, str):', '    q = "a"', USES.command]],
    ['a match that is not None', ['if NAME.fullmatch(q) is None:', '    abort(404)', USES.command]],
    [
      'one of several cases',
      ['match q:', '    case "a" | "b":', '        pass', '    case _:', '        abort(404)', USES.path],
    ],
    [
      'a root that is not among the parents',
      ['place = (ROOT / q).resolve()', 'if ROOT not in place.parents:', '    abort(404)', 'place.read_text()'],
    ],
    [
      'an address of the own site instead of one with a host',
      ['parts = urlsplit(q)', 'if parts.scheme or parts.netloc:', '    q = "/"', USES.redirect],
    ],
    ['a function that knows public hosts', ['if not is_public(urlsplit(q).hostname):', '    abort(404)', USES.address]],
    ['digits of the text that a value makes', ['if q and not str(q).isdigit():', '    abort(404)', USES.path]],
    ['a value that an enumeration has', ['Part(q)', USES.command]],
    ['a text with a value that an enumeration has', ['if Part(f"{q}-a") == Part.A:', '    pass', USES.command]],
    [
      'an error where an enumeration has no such value',
      ['try:', '    Part(q)', 'except ValueError:', '    abort(404)', USES.command],
    ],
    ['the value of an enumeration', ['os.system("list " + Part(q).value)']],
    [
      'keys that the code names',
      [
        'row = {"name": q, "count": 1}',
        'sets = ", ".join(f"{key} = ?" for key in row)',
        'for key in row:',
        '    sets += key',
        'sqlite3.connect("a").execute("update a set " + sets, list(row.values()))',
      ],
    ],
    [
      'a parser that leaves entities alone',
      ['parser = etree.XMLParser(resolve_entities=False)', 'etree.fromstring(q, parser)'],
    ],
  ])('%s', async (_, body) => expect(await view(...body)).toEqual([]));

  it.each([
    [
      'another name among others',
      ['if any(q == name for name in NAMES):', '    abort(404)', USES.command],
      'command-injection',
    ],
    [
      'a check of one letter',
      ['if not any(letter.isalnum() for letter in q):', '    abort(404)', USES.path],
      'path-traversal',
    ],
    ['a value that is no list', ['if isinstance(q, list):', '    q = "a"', USES.command], 'command-injection'],
    [
      'a match that is None',
      ['if NAME.fullmatch(q) is not None:', '    abort(404)', USES.command],
      'command-injection',
    ],
    [
      'a host that is not public',
      ['if is_public(urlsplit(q).hostname):', '    abort(404)', USES.address],
      'request-forgery',
    ],
    ['a value that an enumeration may make', ['Any(q)', USES.command], 'command-injection'],
    [
      'an error that is passed over',
      ['try:', '    Part(q)', 'except ValueError:', '    pass', USES.command],
      'command-injection',
    ],
    [
      'a value under a key',
      ['row = {"name": q}', 'for key in row.values():', '    os.system("list " + key)'],
      'command-injection',
    ],
    ['an element', ['row = [q]', 'for key in row:', '    os.system("list " + key)'], 'command-injection'],
    ['a parser of which nothing is known', ['etree.fromstring(q, etree.XMLParser())'], 'xml-external-entities'],
  ])('not %s', async (_, body, rule) => expect(await view(...body)).toEqual([rule]));
});

describe('fields of models in Python', () => {
  const route = (type: string, base: string) =>
    rulesIn({
      'a.py':
        'import os\nfrom typing import Literal, NamedTuple\nfrom fastapi import FastAPI\n' +
        `from pydantic import BaseModel\napp = FastAPI()\nclass Job(${base}):\n    part: ${type}\n` +
        '@app.post("/a")\ndef a(job: Job):\n    os.system(f"rebuild {job.part}")\n',
    });

  it.each(['Literal["a", "b"]', 'int', 'float | None'])('hold nothing but their type: %s', async (type) =>
    expect(await route(type, 'BaseModel')).toEqual([]),
  );

  it.each([
    ['a text', 'str', 'BaseModel'],
    ['a type that nothing checks', 'Literal["a", "b"]', 'NamedTuple'],
  ])('may hold %s', async (_, type, base) => expect(await route(type, base)).toEqual(['command-injection']));
});

describe('methods of classes in Python', () => {
  const page = (shown: string) =>
    rulesIn({
      'a.py':
        'from flask import Flask, request\napp = Flask(__name__)\nclass Page:\n' +
        '    def __init__(self, args):\n        self.args = args\n' +
        '    @classmethod\n    def made(cls):\n        return cls(request.args)\n' +
        '    def shown(self):\n        return self.args["a"]\n' +
        'class Data(Page):\n    def shown(self):\n        return {"a": self.args["a"]}\n' +
        `@app.get("/first")\ndef first():\n    return Data.made().shown()\n` +
        `@app.get("/")\ndef a():\n    return ${shown}\n`,
    });

  it('make objects of the class that they are called on', async () => {
    expect(await page('Data.made().shown()')).toEqual([]);
    expect(await page('Page.made().shown()')).toEqual(['cross-site-scripting']);
  });
});
