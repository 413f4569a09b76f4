import { jest } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
    await expect(init()).rejects.toThrow('assay.yml is there already: --force overwrites it');
    expect(configuration()).toBe('mine');
    await init('--force');
    expect(configuration()).toContain('profile: recommended');
  });

  it('does not write through a link that the repository holds', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'assay.yml'));
    await expect(init()).rejects.toThrow('is there already');
  });

  it('looks at directories only', async () => {
    writeFileSync(join(folder, 'a.js'), '');
    await expect(initCommand().parseAsync([join(folder, 'a.js')], { from: 'user' })).rejects.toThrow(
      'a.js is not a directory',
    );
  });
});
