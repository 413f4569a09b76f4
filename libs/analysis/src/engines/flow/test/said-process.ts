import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../../catalogue/flow';
import type { EnginePass, PassReporter } from '../../engine';
import { engine } from '../flow.engine';

/**
 * The findings about the files in the order of their names, in the opposite order, and once more by the same process.
 */
async function saidOf(tree: Readonly<Record<string, string>>): Promise<string[][]> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  try {
    for (const [file, text] of Object.entries(tree)) writeFileSync(join(root, file), text);
    const files = Object.entries(tree).map(([file, { length: size }]) => ({
      ...{ staged: file, path: file, size },
      ...{ lines: 0, language: 'javascript' },
    }));
    const all: string[][] = [];
    for (const order of [files, files.toReversed(), files]) all.push(await saidOnce(root, order));
    return all;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function saidOnce(root: string, files: EnginePass['files']): Promise<string[]> {
  const all: string[] = [];
  const say =
    (kind: string) =>
    (...told: readonly unknown[]) =>
      void all.push(JSON.stringify([kind, ...told]));
  const nothing = () => undefined;
  const report: PassReporter = {
    ...{ finding: say('finding'), unreadable: say('unreadable'), safe: say('safe'), failed: say('failed') },
    ...{ engine: nothing, completed: nothing, skipped: nothing, progress: nothing },
  };
  const tools = flowTools.filter(({ id }) => id === 'js-data-flow');
  await engine.run({ engine: 'flow', tools, root, files, scratch: root }, report);
  return all;
}

process.once('message', async (tree: Readonly<Record<string, string>>) => {
  process.send!(await saidOf(tree), () => process.disconnect());
});
