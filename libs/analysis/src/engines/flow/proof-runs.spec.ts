import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { mentionsOf } from './interpret/proof/mentions';
import { Proof } from './interpret/proof/proof';

jest.mock('./interpret/proof/mentions', () => {
  const actual = jest.requireActual<{ readonly mentionsOf: typeof mentionsOf }>('./interpret/proof/mentions');
  return { ...actual, mentionsOf: jest.fn(actual.mentionsOf) };
});

const JAVASCRIPT = flowTools.filter(({ id }) => id === 'js-data-flow');
const CALL =
  "const { exec } = require('child_process');\nfunction run() {\n  exec('ls');\n}\nmodule.exports = { run };\n";

/** Follows a target of these files, by their names. */
async function follow(texts: Readonly<Record<string, string>>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  try {
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(root, name), text);
      return { staged: name, path: name, size: text.length, lines: text.split('\n').length };
    });
    const report = new Proxy({}, { get: () => () => undefined });
    await engine.run({ engine: 'flow', tools: JAVASCRIPT, root, files, scratch: root } as never, report as never);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** How often a place of a file was judged in a run that looks for proofs. */
async function judgedIn(text: string): Promise<number> {
  const judged = jest.spyOn(Proof.prototype, 'judge');
  try {
    await follow({ 'a.js': text });
    return judged.mock.calls.length;
  } finally {
    judged.mockRestore();
  }
}

/** The files of which all names and calls were read. */
async function readIn(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read = jest.mocked(mentionsOf);
  read.mockClear();
  await follow(texts);
  return read.mock.calls.map(([{ file }]) => file);
}

describe('a run that looks for proofs', () => {
  it('enters a function of a file of which the form tells all', async () =>
    expect(await judgedIn(CALL)).toBeGreaterThan(0));

  it('does not enter one of a file in which other code may be made', async () =>
    expect(await judgedIn(`${CALL}eval(process.argv[2]);\n`)).toBe(0));

  it('follows a loop that makes objects twice', async () => {
    const loop = "for (const each of list) {\n    const made = [each];\n    exec('ls');\n  }";
    expect(await judgedIn(CALL.replace('run()', 'run(list)').replace("exec('ls');", loop))).toBe(2);
  });

  it('reads what a file mentions once, and only where something may be proven', async () =>
    expect(
      await readIn({ 'a.js': CALL, 'b.js': 'console.log(1);\n', 'c.js': `${CALL}eval(process.argv[2]);\n` }),
    ).toEqual(['a.js']));
});
