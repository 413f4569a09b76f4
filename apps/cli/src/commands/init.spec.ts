import { jest } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initCommand } from './init';

describe('assay init', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-init-'))));
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const init = async (...given: string[]): Promise<string> => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await initCommand().parseAsync([folder, ...given], { from: 'user' });
    return written.mock.calls.map(([text]) => String(text)).join('');
  };
  const configuration = () => readFileSync(join(folder, 'assay.yml'), 'utf8');

  it('writes an assay.yml and says what to run next', async () => {
    expect(await init()).toContain(`next: assay scan ${folder} --config ${join(folder, 'assay.yml')}`);
    expect(configuration()).toContain('profile: recommended');
  });

  it('leaves a file that is there alone, and overwrites it with --force', async () => {
    writeFileSync(join(folder, 'assay.yml'), 'mine');
    expect(await init()).toContain('assay.yml is there already and stays: --force overwrites it');
    expect(configuration()).toBe('mine');
    await init('--force');
    expect(configuration()).toContain('profile: recommended');
  });

  it('does not write through a link that the repository holds', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'assay.yml'));
    expect(await init()).toContain('is there already');
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
    writeFileSync(join(folder, 'elsewhere'), 'mine');
    await expect(init('--force')).rejects.toThrow('assay.yml is a symbolic link, which is not followed');
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
    await init('--force', '--output', join(folder, 'assay.yml'));
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toContain('profile: recommended');
  });

  it('says which tools have something to look at, and what a scan would cost', async () => {
    writeFileSync(join(folder, 'a.js'), 'one();\n');
    const said = await init();
    expect(said).toMatch(/^\d+ tools with something to look at here/m);
    expect(said).toMatch(/^A scan on a service costs \d+ credits: base 1, 1 line 1, /m);
  });

  describe('of a clone', () => {
    const clonedFrom = (address: string) => {
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git/config'), `[remote "origin"]\n\turl = ${address}\n`);
    };
    const workflow = () => readFileSync(join(folder, '.github/workflows/assay.yml'), 'utf8');

    it('shows what the build server of its host would read, and writes it only where it is asked', async () => {
      clonedFrom('https://github.com/ada/shop');
      expect(await init()).toContain('uses: <owner>/assay/ci/github@<tag>');
      expect(existsSync(join(folder, '.github'))).toBe(false);
      await expect(init('--ci')).rejects.toThrow('--assay <owner>/assay@<tag>');
      await expect(init('--ci', '--assay', 'assay')).rejects.toThrow('is no repository with a tag');
      expect(existsSync(join(folder, '.github'))).toBe(false);
      expect(await init('--ci', '--assay', 'grace/assay@v1')).toContain('assay.yml');
      expect(workflow()).toContain('uses: grace/assay/ci/github@v1');
    });

    it('writes the same once, and nothing over what somebody has changed', async () => {
      clonedFrom('git@gitlab.example.com:ada/shop.git');
      writeFileSync(join(folder, '.gitlab-ci.yml'), 'mine');
      for (const _ of [1, 2])
        expect(await init('--yes', '--force', '--assay', 'grace/assay@v1')).toContain(
          '.gitlab-ci.yml is there already and stays. This belongs into it:',
        );
      expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('mine');
    });

    it('of an unknown host asks which build server it has', async () => {
      clonedFrom('https://git.example.com/ada/shop');
      expect(await init()).toContain('Whose build server git.example.com has, its name does not say');
      await expect(init('--yes')).rejects.toThrow('--ci github or --ci gitlab says what to write');
      await init('--ci', 'github', '--assay', 'grace/assay@v1');
      expect(workflow()).toContain('grace/assay');
    });

    it('does not write through a folder that is a link', async () => {
      clonedFrom('https://github.com/ada/shop');
      mkdirSync(join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), join(folder, '.github'));
      await expect(init('--ci', '--assay', 'grace/assay@v1')).rejects.toThrow('.github is no folder');
      expect(existsSync(join(folder, 'elsewhere/workflows'))).toBe(false);
    });
  });

  it('looks at directories only', async () => {
    writeFileSync(join(folder, 'a.js'), '');
    await expect(initCommand().parseAsync([join(folder, 'a.js')], { from: 'user' })).rejects.toThrow(
      'a.js is not a directory',
    );
  });
});
