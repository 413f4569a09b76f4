import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireGit } from './git-version';

describe('the git of this machine', () => {
  const path = process.env['PATH'];
  let folder: string;
  beforeEach(() => (process.env['PATH'] = folder = mkdtempSync(join(tmpdir(), 'assay-git-'))));
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true });
  });
  const install = (says: string) => {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\necho '${says}'\n`);
    chmodSync(join(folder, 'git'), 0o755);
  };

  it('is missed where there is none, or an old one, and taken as soon as it is there', async () => {
    await expect(requireGit()).rejects.toThrow('git cannot be started');
    install('git version 2.36.9');
    await expect(requireGit()).rejects.toThrow('git 2.37 or newer is needed, not git version 2.36.9');
    install('nonsense');
    await expect(requireGit()).rejects.toThrow('git 2.37 or newer is needed, not nonsense');
    install('git version 2.39.5 (Apple Git-154)');
    expect(await requireGit()).toBe('2.39.5');
  });
});
