import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const FASTAPI = 'from fastapi import FastAPI\nimport pydantic, uuid\napp = FastAPI()\n';
const FLASK = 'from flask import Flask\napp = Flask(__name__)\n';

async function rulesOf(text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.py': text })).tool('py-data-flow');
  return findings.map(({ rule }) => rule);
}
const opened = (head: string, route: string, parameter = 'name') =>
  rulesOf(`${head}@app.get('${route}')\ndef show(${parameter}):\n    return len(open('pages/' + name).read())\n`);

describe('a parameter of a route', () => {
  it.each([
    ['several segments of FastAPI', FASTAPI, '/pages/{name:path}', 'name: str'],
    ['the query of FastAPI', FASTAPI, '/pages', 'name: str'],
    ['several segments of Flask', FLASK, '/pages/<path:name>', 'name'],
  ])('may hold a path where it is %s', async (_, head, route, parameter) => {
    expect(await opened(head, route, parameter)).toEqual(['path-traversal']);
  });

  it.each([
    ['one segment of FastAPI', FASTAPI, '/pages/{name}', 'name: str'],
    ['an id', FASTAPI, '/pages/{name:path}', 'name: pydantic.UUID4'],
    ['one segment of Flask', FLASK, '/pages/<name>', 'name'],
    ['one segment of Flask with its type', FLASK, '/pages/<string:name>', 'name'],
  ])('holds no path where it is %s', async (_, head, route, parameter) => {
    expect(await opened(head, route, parameter)).toEqual([]);
  });

  it('may be a command all the same', async () => {
    const body = "import os\n@app.get('/<name>')\ndef show(name):\n    os.system('ls ' + name)\n    return ''\n";
    expect(await rulesOf(`${FLASK}${body}`)).toEqual(['command-injection']);
  });
});

describe('a header of the request', () => {
  const express = "const app = require('express')();\n";
  const redirected = async (address: string) => {
    const text = `${express}app.get('/', (req, res) => res.redirect(${address}));\n`;
    const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.js': text })).tool('js-data-flow');
    return findings.map(({ rule }) => rule);
  };

  it('chooses no address for a stranger, and the query does', async () => {
    expect(await redirected("req.get('Referrer')")).toEqual([]);
    expect(await redirected('req.headers.referer')).toEqual([]);
    expect(await redirected('req.query.next')).toEqual(['open-redirect']);
  });

  it('is no text where the route makes a number or an identifier of it', async () => {
    const shown = (...routes: string[]) =>
      rulesOf(
        `${FLASK}${routes.map((route) => `@app.get('${route}')\n`).join('')}` +
          "def show(name):\n    return f'<p>{name}</p>'\n",
      );
    expect(await shown('/a/<int:name>')).toEqual([]);
    expect(await shown('/a/<int(min=1):name>', '/b/<uuid:name>')).toEqual([]);
    expect(await shown('/a/<name>')).toEqual(['cross-site-scripting']);
    expect(await shown('/a/<int:name>', '/b/<string:name>')).toEqual(['cross-site-scripting']);
    expect(await shown('/a/<int:names>/<name>')).toEqual(['cross-site-scripting']);
  });

  it('may have a name with signs of patterns, as in Kotlin', async () => {
    const kotlin =
      'import org.springframework.web.bind.annotation.*\nimport java.io.File\n@RestController\nclass A {\n' +
      '  @GetMapping("/files")\n  fun show(@RequestParam `a(b[`: String) = File("files/" + `a(b[`).readText()\n}\n';
    const { findings, unreadable } = (await runOn(profileOf('flow'), flowTools, { 'A.kt': kotlin })).tool(
      'kotlin-data-flow',
    );
    expect(unreadable).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toEqual(['path-traversal']);
  });
});
