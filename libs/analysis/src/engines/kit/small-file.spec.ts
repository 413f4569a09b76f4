import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallFile } from './small-file';

describe('smallFile', () => {
  const above = mkdtempSync(join(tmpdir(), 'assay-small-file-'));
  const root = join(above, 'target');
  beforeAll(() => {
    mkdirSync(join(root, 'ui', '.env'), { recursive: true });
    writeFileSync(join(root, '.env'), 'A=1');
    writeFileSync(join(above, '.env'), 'SECRET=1');
  });
  afterAll(() => rmSync(above, { recursive: true }));

  const text = (path: string, most = 100) => smallFile(root, path, most)?.toString();

  it('reads a small file of the target', () => {
    const found = [text('.env'), text('ui/../.env'), text('/../.env'), text('.env', 2)];
    expect(found).toEqual(['A=1', 'A=1', 'A=1', undefined]);
  });

  it.each(['../.env', 'ui/../../.env', 'ui/.env', 'none', '.env/none', 'a\0b', 'n'.repeat(300)])(
    'reads nothing at %j',
    (path) => {
      expect(text(path)).toBeUndefined();
    },
  );
});
