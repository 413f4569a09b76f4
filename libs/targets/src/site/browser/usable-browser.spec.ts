import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itProtectedBy } from '../../../../sandbox/test/protected-by';
import { findUsableBrowser } from './usable-browser';

describe('a browser for pages', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-usable-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A browser that runs on this machine, but not in a root of its own: its interpreter is not there. */
  const needingMore = (): string => {
    const path = join(folder, 'browser');
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  };

  itProtectedBy('own-root', 'is not used where it cannot be confined, and the reason says what to do', async () => {
    const found = await findUsableBrowser({ chromium: needingMore(), unconfined: new Set() });
    expect(found).toEqual({
      ok: false,
      refusal: expect.stringMatching(/it would run without own-root: assay doctor says why, and ASSAY_UNCONFINED/),
    });
  });

  itProtectedBy('own-root', 'is used where a setting gives its confinement up', async () => {
    const chromium = needingMore();
    const found = await findUsableBrowser({ chromium, unconfined: new Set(['own-root']) });
    expect(found).toMatchObject({ ok: true, value: { chromium } });
    const { wrappers } = (found as Extract<typeof found, { ok: true }>).value.confinement;
    expect(wrappers).not.toContain('own-root');
    expect(wrappers).toContain('read-only-files-but-own-proc');
  });

  it('is none where the setting says so', async () => {
    expect(await findUsableBrowser({ chromium: 'off', unconfined: new Set() })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('ASSAY_CHROMIUM is off'),
    });
  });
});
