import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const LEVELS = 6;
const CALLS = 6;

/** A function that calls the next one some times, which calls the one after it as often, and so on. */
const tower = (define: (name: string, next: string) => string): string =>
  Array.from({ length: LEVELS }, (_, level) => define(`level_${level}`, `level_${level + 1}`)).join('\n');

const php = (name: string, next: string): string =>
  `function ${name}($a) {\n${`  $a = ${next}($a);\n`.repeat(CALLS)}  return $a;\n}`;
const python = (name: string, next: string): string =>
  `def ${name}(a):\n${`    a = ${next}(a)\n`.repeat(CALLS)}    return a`;

describe('calls that look alike', () => {
  it.each([
    [
      'php-data-flow',
      'a.php',
      `<?php\n${tower(php)}\n` +
        `function level_${LEVELS}($a) { return $a; }\n` +
        "function page() {\n  $a = level_0($_GET['a']);\n  system($a);\n}\n",
    ],
    [
      'py-data-flow',
      'a.py',
      `import os\nfrom flask import Flask, request\napp = Flask(__name__)\n` +
        `${tower(python)}\n` +
        `def level_${LEVELS}(a):\n    return a\n` +
        '@app.route("/")\ndef page():\n    a = level_0(request.args["a"])\n    os.system(a)\n    return ""\n',
    ],
  ])('leave the steps for what comes after them (%s)', async (tool, file, text) => {
    const { findings, unreadable } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
    expect(unreadable).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toEqual(['command-injection']);
  });
});
