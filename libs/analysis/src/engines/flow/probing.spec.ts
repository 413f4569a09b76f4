import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { Run } from './interpret/run';

const JAVASCRIPT = flowTools.filter(({ id }) => id === 'js-data-flow');

/** How often a function was given something from outside, only to see what it makes safe. */
async function probes(text: string): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  const probed = jest.spyOn(Run.prototype, 'safeBy');
  try {
    writeFileSync(join(root, 'a.js'), text);
    const file = { staged: 'a.js', path: 'a.js', size: text.length, lines: text.split('\n').length };
    const nothing = () => undefined;
    await engine.run({ engine: 'flow', tools: JAVASCRIPT, root, files: [file], scratch: root } as never, {
      engine: nothing,
      finding: nothing,
      unreadable: nothing,
      completed: nothing,
      failed: nothing,
      skipped: nothing,
      progress: nothing,
      working: nothing,
    });
    return probed.mock.calls.length;
  } finally {
    probed.mockRestore();
    rmSync(root, { recursive: true, force: true });
  }
}

const PARSER =
  'function term(x) {\n  return x > 0 ? factor(x.slice(1)) : x;\n}\nfunction factor(x) {\n  return term(x);\n}\n';

describe('a function that calls itself', () => {
  it('is not asked what it makes safe where nothing comes from outside', async () =>
    expect(await probes(`${PARSER}factor('three');\n`)).toBe(0));

  it('is asked for what does', async () =>
    expect(
      await probes(`${PARSER}require('express')().get('/', (req, res) => res.send(factor(req.query.q)));\n`),
    ).toBeGreaterThan(0));
});
