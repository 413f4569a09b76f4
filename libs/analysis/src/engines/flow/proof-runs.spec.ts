import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { Proof } from './interpret/proof/proof';

const JAVASCRIPT = flowTools.filter(({ id }) => id === 'js-data-flow');
const CALL =
  "const { exec } = require('child_process');\nfunction run() {\n  exec('ls');\n}\nmodule.exports = { run };\n";

/** How often a place of a file was judged in a run that looks for proofs. */
async function judgedIn(text: string): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  const judged = jest.spyOn(Proof.prototype, 'judge');
  try {
    writeFileSync(join(root, 'a.js'), text);
    const file = { staged: 'a.js', path: 'a.js', size: text.length, lines: text.split('\n').length };
    const report = new Proxy({}, { get: () => () => undefined });
    await engine.run(
      { engine: 'flow', tools: JAVASCRIPT, root, files: [file], scratch: root } as never,
      report as never,
    );
    return judged.mock.calls.length;
  } finally {
    judged.mockRestore();
    rmSync(root, { recursive: true, force: true });
  }
}

describe('a run that looks for proofs', () => {
  it('enters a function of a file of which the form tells all', async () =>
    expect(await judgedIn(CALL)).toBeGreaterThan(0));

  it('does not enter one of a file in which other code may be made', async () =>
    expect(await judgedIn(`${CALL}eval(process.argv[2]);\n`)).toBe(0));
});
