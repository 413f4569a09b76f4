import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { InvalidSetting, readSettings } from '@assay/kernel';
import { requireSafeRoots } from './target-sources';

describe('the directory roots of a service', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-service-')));
    mkdirSync(join(folder, 'code'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const start = (...roots: string[]) =>
    requireSafeRoots(
      readSettings({
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_SECRET_KEY_FILE: join(folder, 'keys/secret.key'),
        ASSAY_DIRECTORY_ROOTS: roots.map((root) => join(folder, root)).join(delimiter),
      }),
    );

  it('may be beside its data', () => expect(start('code')).resolves.toBeUndefined());

  it.each([['data'], ['.'], ['data/staging'], ['keys'], ['data/uploads/uploads']])(
    'must not show its data, uploads or keys: %s',
    async (root) => {
      const refused = start('code', root);
      await expect(refused).rejects.toThrow(InvalidSetting);
      await expect(refused).rejects.toThrow(/^ASSAY_DIRECTORY_ROOTS must not contain .*, which belongs to the service/);
    },
  );
});
