import type { StagedTree } from '@assay/targets';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onlyChosen } from './chosen-paths';

describe('paths that are left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-paths-'));
  const tree = (...paths: string[]): StagedTree => {
    const [root, pristine] = [join(folder, 'tree'), join(folder, 'pristine')];
    for (const path of paths) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), 'a\n');
    }
    return {
      root,
      pristine,
      files: paths.map((path) => ({ staged: path, path, size: 2, lines: 1, language: 'javascript' })),
      skipped: [],
      totals: { files: paths.length, bytes: 2 * paths.length, lines: paths.length, byLanguage: {} },
    };
  };
  const chosen = async (paths: Parameters<typeof onlyChosen>[1], ...files: string[]) =>
    (await onlyChosen(tree(...files), paths)).files.map(({ path }) => path);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are gone from the copy, counted, and not charged', async () => {
    const left = await onlyChosen(tree('src/a.js', 'legacy/b.js', 'legacy/deep/c.js'), { except: ['legacy/**'] });
    expect(left.totals).toMatchObject({ files: 1, lines: 1 });
    expect(left.skipped).toEqual([{ path: 'legacy/b.js', reason: 'left out by the configuration', count: 2 }]);
    expect(existsSync(join(left.root, 'src/a.js'))).toBe(true);
    expect(existsSync(join(left.root, 'legacy/b.js'))).toBe(false);
  });

  it('are all but those that are chosen, of which some may be left out again', async () => {
    expect(await chosen({ only: ['src/**'], except: ['**/*.gen.js'] }, 'src/a.js', 'src/b.gen.js', 'c.js')).toEqual([
      'src/a.js',
    ]);
    expect(await chosen({ except: ['pages/[id]/*'] }, 'pages/[id]/a.js', 'pages/i/a.js')).toEqual(['pages/i/a.js']);
  });

  it('are none where nothing was decided', async () => {
    const whole = tree('a.js');
    expect(await onlyChosen(whole, undefined)).toBe(whole);
  });
});
