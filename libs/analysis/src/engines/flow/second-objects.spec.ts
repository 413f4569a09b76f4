import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule }) => rule);
}

/** Two objects of a class whose constructor gives each a field; the second one runs what the request sends. */
const PROGRAMS: readonly (readonly [language: string, tool: string, file: string, text: string])[] = [
  [
    'JavaScript, of a class',
    'js-data-flow',
    'a.js',
    "const { exec } = require('child_process');\nclass Runner { run(text) { exec(text); } }\n" +
      'class Store { constructor(name) { this.runner = new Runner(); } go(q) { this.runner.run(q); } }\n' +
      "require('express')().get('/', (req) => {\n  const first = new Store('a');\n  const second = new Store('b');\n" +
      '  second.go(req.query.q);\n});\n',
  ],
  [
    'JavaScript, of a function',
    'js-data-flow',
    'a.js',
    "const { exec } = require('child_process');\n" +
      'function Store(name) { this.go = (q) => exec(q); }\n' +
      "require('express')().get('/', (req) => {\n  const first = new Store('a');\n  const second = new Store('b');\n" +
      '  second.go(req.query.q);\n});\n',
  ],
  [
    'Python',
    'py-data-flow',
    'a.py',
    'import os\nfrom flask import Flask, request\napp = Flask(__name__)\nclass Runner:\n    def run(self, text):\n' +
      '        os.system(text)\nclass Store:\n    def __init__(self, name):\n        self.runner = Runner()\n' +
      "@app.route('/')\ndef view():\n    first = Store('a')\n    second = Store('b')\n" +
      "    second.runner.run(request.args['q'])\n    return {}\n",
  ],
  [
    'PHP',
    'php-data-flow',
    'a.php',
    '<?php\nclass Runner { function run($text) { system($text); } }\n' +
      'class Store { private $runner; function __construct($name) { $this->runner = new Runner(); }\n' +
      '  function go($q) { $this->runner->run($q); } }\n' +
      "$first = new Store('a');\n$second = new Store('b');\n$second->go($_GET['q']);\n",
  ],
];

describe('a second object has the fields that the constructor gave the first', () => {
  it.each(PROGRAMS)('in %s', async (_, tool, file, text) => {
    expect(await found(tool, file, text)).toEqual(['command-injection']);
  });

  it.each(PROGRAMS)('and not the input that went to another object, in %s', async (_, tool, file, text) => {
    const fixed = text.replaceAll(/req\.query\.q|request\.args\['q'\]|\$_GET\['q'\]/g, "'ls'");
    expect(await found(tool, file, fixed)).toEqual([]);
  });
});
