import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const severitiesOf = async (tool: string, file: string, text: string) =>
  (await runOn(profile, flowTools, { [file]: text })).tool(tool).findings.map(({ severity }) => severity ?? 'of rule');

const CONTROLLER = (body: string) => `class A < ApplicationController\n  def show\n${body}\n  end\nend\n`;
const GO = (dialer: string) =>
  `package a\nimport "net/http"\n${dialer}\n` +
  'func get(w http.ResponseWriter, r *http.Request) {\n\thttp.Get(r.URL.Query().Get("u"))\n}\n';

describe('what stands beside the end of a way', () => {
  it.each([
    ['all of the command line', 'execvp(argv[1], argv + 1);', 'low'],
    ['a command of the command line with other arguments', 'execvp(argv[1], list);', 'medium'],
  ])('weighs a command by what else of its line is run: %s', async (_, call, expected) => {
    const text = `int main(int argc, char **argv) {\n  char *list[] = {"a", 0};\n  ${call}\n  return 1;\n}\n`;
    expect(await severitiesOf('c-data-flow', 'a.c', text)).toEqual([expected]);
  });

  it.each([
    [
      'a class that is compared with its base',
      '    k = params[:k].constantize\n    return unless k < Import\n    k.new',
      'low',
    ],
    [
      'a class that is found within a block and compared',
      '    k =\n      begin\n        Object.const_get(params[:k])\n      end\n' +
        '    return unless k && Class === k\n    return unless k <= Base',
      'low',
    ],
    ['a class that nobody compares', '    k = params[:k].constantize\n    k.new', 'of rule'],
    [
      'another one that is compared',
      '    k = params[:k].constantize\n    return unless j < Import\n    k.new',
      'of rule',
    ],
  ])('weighs a class by what it is compared with: %s', async (_, body, expected) =>
    expect(await severitiesOf('ruby-data-flow', 'app/controllers/a_controller.rb', CONTROLLER(body))).toEqual([
      expected,
    ]),
  );

  it.each([
    ['no check', '', 'of rule'],
    [
      'a dialer with a check',
      'func init() {\n\tdialer.Control = func(n, a string) error {\n\t\treturn refuse(isPrivateIP(a))\n\t}\n}',
      'low',
    ],
    ['a comment about one', '// dialer.Control = isPrivateIP', 'of rule'],
  ])('weighs a request by what its client refuses: %s', async (_, dialer, expected) =>
    expect(await severitiesOf('go-data-flow', 'a.go', GO(dialer))).toEqual([expected]),
  );

  it.each([
    [
      'a marker that is only compared',
      'function load() {\n  const fetchToken = Math.random();\n  this.last = fetchToken;\n' +
        '  get().then(() => {\n    if (this.last === fetchToken) done();\n  });\n}\n',
      'low',
    ],
    ['a token that is sent', 'function load() {\n  const token = Math.random();\n  send(token);\n}\n', 'of rule'],
    [
      'a token of a page',
      "import { ref } from 'vue';\nexport function load() {\n  const token = Math.random();\n  send(token);\n}\n",
      'low',
    ],
    [
      'a password of a page',
      "import { ref } from 'vue';\nexport function load() {\n  const password = Math.random();\n  send(password);\n}\n",
      'of rule',
    ],
    [
      'a token of a server that makes pages',
      "import React from 'react';\nimport express from 'express';\n" +
        'export function load() {\n  const token = Math.random();\n  send(token);\n}\n',
      'of rule',
    ],
    [
      'a password among samples of many kinds',
      `const all = [\n${'  () => Math.random(),\n'.repeat(9)}];\n` +
        `function f() {\n  const password = Math.random();\n}\n`,
      'low',
    ],
    [
      'a nonce of OAuth 1.0',
      'function sign(parameters) {\n  parameters.oauth_nonce = String(Math.random());\n}\n',
      undefined,
    ],
  ])('weighs a secret by who gets it: %s', async (_, text, expected) =>
    expect(await severitiesOf('js-data-flow', 'a.js', text)).toEqual(expected === undefined ? [] : [expected]),
  );
});

describe('what goes through a call and leads nowhere else', () => {
  const app = (body: string) => `require('express')().get('/', (req, res) => {\n${body}\n});\n`;
  const php = (method: string) =>
    `<?php\n$p = new Lib\\Provider(['t' => $_GET['t']]);\nheader('Location: ' . $p->${method}());\n`;
  const http = (options: string) => `const http = require('http');\n${app(`http.request(${options});`)}`;
  it.each([
    ['php-data-flow', 'a.php', php('getAuthorizationUrl'), 0],
    ['php-data-flow', 'a.php', php('getAnotherPage'), 1],
    ['js-data-flow', 'a.js', app('res.redirect(client.generateAuthUrl({ state: req.query.s }));'), 0],
    ['js-data-flow', 'a.js', app('res.redirect(req.query.s);'), 1],
    ['js-data-flow', 'a.js', http("{ host: '10.1.1.1', headers: { ...req.headers, a: 1 } }"), 0],
    ['js-data-flow', 'a.js', http('{ host: req.query.host, headers: {} }'), 1],
    ['js-data-flow', 'a.js', http('req.query.options'), 1],
    [
      'py-data-flow',
      'a.py',
      'from flask import request\nfrom funcy import project\ndef f(user):\n' +
        "    for k, v in project(request.json, ('name',)).items():\n        setattr(user, k, v)\n",
      0,
    ],
    [
      'py-data-flow',
      'a.py',
      'from flask import request\ndef f(user):\n    for k, v in request.json.items():\n        setattr(user, k, v)\n',
      1,
    ],
  ])('%s: %#', async (tool, file, text, count) => {
    const { findings } = (await runOn(profile, flowTools, { [file]: text })).tool(tool);
    expect(findings).toHaveLength(count);
  });

  it('is told where the argument of the call stands', async () => {
    const text = 'import requests\nrequests.post(\n    u,\n    verify=False,\n)\n';
    const [finding] = (await runOn(profile, flowTools, { 'a.py': text })).tool('py-data-flow').findings;
    expect(finding).toMatchObject({ rule: 'certificate-unchecked', line: 4 });
  });
});
