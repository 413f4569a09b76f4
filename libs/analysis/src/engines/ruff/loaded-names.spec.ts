import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadedNames } from './loaded-names';

it('counts the other modules of a folder where Ruff breaks on one of them, as often as it is asked', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-names-'));
  try {
    const files = ['a.py', 'b.py', 'c.py', 'breaks.py'].map((staged) => ({
      path: staged,
      staged,
      size: 6,
      lines: 1,
      language: 'Python' as const,
    }));
    for (const { staged } of files) writeFileSync(join(root, staged), staged === 'breaks.py' ? 'breaks' : 'logger');
    const loaded = new LoadedNames({ engine: 'ruff', tools: [], root, files, scratch: root }, (text) => {
      if (text === 'breaks') throw new Error('unreachable');
      return new Set([text]);
    });
    expect(await loaded.has('logger', 'a.py')).toBe(true);
    expect(await loaded.has('logger', 'breaks.py')).toBe(true);
    expect(await loaded.has('other', 'a.py')).toBe(false);
    expect(await loaded.has('other', 'b.py')).toBe(false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
