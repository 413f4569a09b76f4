import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { close, openRoot } from '../../staging/open-entry';
import { clonedFrom } from './cloned-from';

describe('the repository that a working tree was cloned from', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-cloned-'));
    mkdirSync(join(folder, '.git'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const configured = (...lines: string[]) => writeFileSync(join(folder, '.git/config'), `${lines.join('\n')}\n`);
  const read = async () => {
    const root = await openRoot(folder);
    try {
      return await clonedFrom(root);
    } finally {
      await close(root.fd);
    }
  };

  it.each([
    ['https://github.com/owner/name.git', 'owner/name'],
    ['https://name:token@github.com/owner/name', 'owner/name'],
    ['git@github.com:owner/name.git', 'owner/name'],
    ['ssh://git@host.example:2222/group/part/name.git', 'group/part/name'],
  ])('is read of %s', async (address, name) => {
    configured('[core]', '\turl = https://github.com/other/core', '[remote "origin"]', `\turl = ${address}`);
    expect(await read()).toBe(name);
  });

  it.each([
    ['another remote', ['[remote "upstream"]', '\turl = https://github.com/owner/name']],
    ['a folder', ['[remote "origin"]', '\turl = /home/user/name']],
    ['an address without an owner', ['[remote "origin"]', '\turl = https://github.com/name']],
    ['no remote', ['[core]', '\tbare = false']],
  ])('is unknown of %s', async (_, lines) => {
    configured(...lines);
    expect(await read()).toBeUndefined();
  });

  it('is unknown where .git is a file, or its configuration a link or missing', async () => {
    expect(await read()).toBeUndefined();
    writeFileSync(join(folder, 'config'), '[remote "origin"]\n\turl = https://github.com/owner/name\n');
    symlinkSync(join(folder, 'config'), join(folder, '.git/config'));
    expect(await read()).toBeUndefined();
    rmSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git'), 'gitdir: /elsewhere\n');
    expect(await read()).toBeUndefined();
  });
});
