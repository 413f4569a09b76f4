import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileArchives } from '../../../../test/support/archives/hostile-archives';
import { ArchiveRefused } from '@assay/archives';
import { unpackArchive } from './unpack-archive';

/** Two folders up from every destination: where the archives that climb out would write. */
const base = mkdtempSync(join(tmpdir(), 'assay-hostile-archives-'));
const canary = join(base, 'canary.txt');
const file = join(base, 'archive');
const destination = join(base, 'staging/unpacked');

describe('a hostile archive', () => {
  beforeEach(() => {
    mkdirSync(join(base, 'staging'));
    writeFileSync(canary, 'untouched');
  });
  afterEach(() => rmSync(join(base, 'staging'), { recursive: true, force: true }));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const corpus = hostileArchives(canary);

  it.each(corpus.map((archive) => [archive.what, archive.code, archive] as const))(
    '%s is refused as %s, and nothing of it is left anywhere',
    async (_, code, { bytes, limits = {} }) => {
      writeFileSync(file, bytes());
      const refusal: unknown = await unpackArchive({ file, destination, limits }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ArchiveRefused);
      expect(refusal).toMatchObject({
        code,
        message: expect.stringMatching(/^(the archive|“[^\0-\x1f]*” in the archive) .+/),
      });
      expect(existsSync(destination)).toBe(false);
      expect(readdirSync(base).sort()).toEqual(['archive', 'canary.txt', 'staging']);
      expect(readdirSync(join(base, 'staging'))).toEqual([]);
      expect(readFileSync(canary, 'utf8')).toBe('untouched');
    },
  );
});
