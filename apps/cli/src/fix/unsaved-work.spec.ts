import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unsavedWork } from './unsaved-work';

describe('work that Git does not have', () => {
  it('is all of it where a pipe stands in the place of an index, for which nobody waits', async () => {
    const root = mkdtempSync(join(tmpdir(), 'assay-unsaved-'));
    mkdirSync(join(root, '.git'));
    execFileSync('mkfifo', [join(root, '.git/index')]);
    const file = { path: 'a.js', text: 'one();\n', bytes: Buffer.from('one();\n') };
    expect(await unsavedWork(root, [file])).toEqual({ isTracked: true, files: ['a.js'] });
    rmSync(root, { recursive: true });
  });
});
