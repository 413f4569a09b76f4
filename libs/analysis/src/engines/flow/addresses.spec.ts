import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule }) => rule);
}

const javascript = (condition: string, use = 'fetch(url);') =>
  found(
    'js-data-flow',
    'a.js',
    "const HOSTS = ['a.org'];\nconst app = require('express')();\nconst fs = require('fs');\n" +
      `app.get('/', (req, res) => {\n  const url = req.query.url;\n  const parsed = new URL(url);\n` +
      `  if (${condition}) return;\n  ${use}\n});\n`,
  );
const go = (condition: string, use: string) =>
  found(
    'go-data-flow',
    'a.go',
    'package a\nimport (\n"net/http"\n"net/url"\n"os"\n"path/filepath"\n"strings"\n)\n' +
      'func get(w http.ResponseWriter, r *http.Request) {\n  text := r.FormValue("u")\n  u, _ := url.Parse(text)\n' +
      '  path := filepath.Join("/srv", text)\n  rel, _ := filepath.Rel("/srv", path)\n' +
      `  if ${condition} { return }\n  _ = u\n  _ = rel\n  ${use}\n}\n`,
  );
const python = (condition: string, use: string) =>
  found(
    'py-data-flow',
    'a.py',
    'import os\nfrom pathlib import Path\nfrom urllib.parse import urlparse\nimport requests\n' +
      "from flask import Flask, redirect, request\napp = Flask(__name__)\nROOT = '/srv'\n@app.get('/')\ndef get():\n" +
      "    url = request.args['url']\n    parsed = urlparse(url)\n    path = os.path.realpath(url)\n" +
      `    if ${condition}:\n        return ''\n    ${use}\n`,
  );

const FORGED = ['request-forgery'];

describe('the host of an address', () => {
  it.each([
    ['is one of a list', () => javascript('!HOSTS.includes(parsed.hostname)'), []],
    ['is not looked at', () => javascript("parsed.protocol !== 'https:'"), FORGED],
    ['ends like those of one owner', () => javascript("!parsed.hostname.endsWith('.a.org')"), []],
    ['ends like those of anybody', () => javascript("!parsed.hostname.endsWith('a.org')"), FORGED],
    ['is the one in Go', () => go('u.Host != "a.org"', 'http.Get(u.String())'), []],
    ['is any one in Go', () => go('u.Host == ""', 'http.Get(u.String())'), FORGED],
    ['is one of a list in Python', () => python("parsed.hostname not in ['a.org']", 'requests.get(url)'), []],
    ['is that of another address', () => python("urlparse(ROOT).hostname != 'a'", 'requests.get(url)'), FORGED],
  ])('%s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});

describe('the beginning of an address', () => {
  const leave = 'res.redirect(url);';
  it.each([
    ['is one slash', () => javascript("!url.startsWith('/') || url.startsWith('//')", leave), []],
    ['is a slash or two', () => javascript("!url.startsWith('/')", leave), ['open-redirect']],
    ['is named by a pattern', () => javascript('!/^\\/(?![/\\\\])/.test(url)', leave), []],
    ['is left open by a pattern', () => javascript('!/^\\//.test(url)', leave), ['open-redirect']],
    [
      'is one slash in Go',
      () => go('!strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//")', 'http.Redirect(w, r, text, 302)'),
      [],
    ],
  ])('%s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});

describe('the place of a path', () => {
  it.each([
    ['is below a folder in Go', () => go('strings.HasPrefix(rel, "..")', 'os.Open(path)'), []],
    ['is anywhere in Go', () => go('strings.HasPrefix(rel, "/")', 'os.Open(path)'), ['path-traversal']],
    ['is below a folder in Python', () => python('os.path.commonpath([ROOT, path]) != ROOT', 'open(path)'), []],
    ['has a folder above in Python', () => python('ROOT not in Path(path).parents', 'open(path)'), ['path-traversal']],
    ['is anywhere in Python', () => python('not path', 'open(path)'), ['path-traversal']],
  ])('%s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});
