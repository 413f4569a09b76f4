import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium } from './find-chromium';

describe('finding a Chromium', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-chromium-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const program = (name: string, mode = 0o755): string => {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), mode);
    return join(folder, name);
  };

  it('takes the one that the setting names, and no other', async () => {
    const chosen = program('my-browser');
    program('chromium');
    expect(await findChromium(chosen, folder)).toEqual({ ok: true, value: chosen });
    expect(await findChromium(join(folder, 'missing'), folder)).toEqual({
      ok: false,
      refusal: `ASSAY_CHROMIUM is "${join(folder, 'missing')}", and no program is there`,
    });
  });

  it('says that it is off where the setting says so', async () => {
    program('chromium');
    expect(await findChromium('off', folder)).toEqual({
      ok: false,
      refusal: expect.stringContaining('ASSAY_CHROMIUM is off'),
    });
  });

  it('takes none that is a folder or cannot be run', async () => {
    mkdirSync(join(folder, 'browser'));
    expect((await findChromium(join(folder, 'browser'))).ok).toBe(false);
    expect((await findChromium(join(folder, 'browser', 'in', 'it'))).ok).toBe(false);
    expect((await findChromium(program('text', 0o644))).ok).toBe(false);
  });

  it('looks along PATH, but not in folders that depend on where it was started', async () => {
    program('google-chrome-stable');
    const found = await findChromium(undefined, ['.', 'bin', folder].join(delimiter), []);
    expect(found).toEqual({ ok: true, value: join(folder, 'google-chrome-stable') });
    expect(await findChromium(undefined, join(folder, 'elsewhere'), [])).toEqual({
      ok: false,
      refusal: 'no Chromium was found: install one, or set ASSAY_CHROMIUM to its path',
    });
  });

  it('takes the headless build by itself where there is no whole browser', async () => {
    const headless = program('chromium-headless-shell');
    expect(await findChromium(undefined, folder, [])).toEqual({ ok: true, value: headless });
    const whole = program('google-chrome');
    expect(await findChromium(undefined, folder, [])).toEqual({ ok: true, value: whole });
  });

  describe('where a launcher is named, which is a script', () => {
    const folderOf = (...names: string[]): string => {
      mkdirSync(join(folder, ...names), { recursive: true });
      return join(folder, ...names);
    };
    const binary = (path: string): string => {
      writeFileSync(path, '\x7fELF');
      chmodSync(path, 0o755);
      return path;
    };

    it('takes the program beside it', async () => {
      const chrome = binary(join(folderOf('opt', 'chrome'), 'chrome'));
      symlinkSync(program('opt/chrome/google-chrome'), join(folder, 'google-chrome'));
      expect(await findChromium(join(folder, 'google-chrome'))).toEqual({ ok: true, value: chrome });
      expect(await findChromium(undefined, folder, [])).toEqual({ ok: true, value: chrome });
    });

    it('takes the program of the same name at a usual path', async () => {
      const chromium = binary(join(folderOf('lib', 'chromium'), 'chromium'));
      folderOf('bin');
      const found = await findChromium(program('bin/chromium'), '', [join(folder, 'lib/other'), chromium]);
      expect(found).toEqual({ ok: true, value: chromium });
    });
  });
});
