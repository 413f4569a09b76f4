import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { partOf, stageTarget } from './stage-target';
import { readOriginal } from './staged-tree';

describe('staging a target in its parts', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-parts-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const folderOf = (name: string, files: Record<string, string>): string => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), content);
    }
    return join(folder, name);
  };
  const destination = () => join(folder, 'copy');

  it('keeps the parts apart, whatever their files are called', async () => {
    const staged = await stageTarget(
      {
        source: { folder: folderOf('now', { 'a.js': 'now', 'records/tree/page.json': '{}' }) },
        history: { folder: folderOf('then', { 'a.js': 'then' }), pathOf: (path) => `${path}@1a2b` },
        records: [{ name: 'http/1.json', path: 'https://example.com/', content: { status: 200 } }],
      },
      { destination: destination() },
    );
    const files = (part: 'source' | 'history' | 'records') => partOf(staged, part).files.map(({ path }) => path);
    expect([files('source'), files('history'), files('records')]).toEqual([
      ['a.js', 'records/tree/page.json'],
      ['a.js@1a2b'],
      ['https://example.com/'],
    ]);
    expect(await readOriginal(partOf(staged, 'history'), { staged: 'a.js' })).toBe('then');
    expect(JSON.parse(readFileSync(join(partOf(staged, 'records').root, 'http/1.json'), 'utf8'))).toEqual({
      status: 200,
    });
    expect(staged.totals.files).toBe(2);
  });

  it('has no files in a part that the target does not have', async () => {
    const staged = await stageTarget({ records: [] }, { destination: destination() });
    expect(partOf(staged, 'source').files).toEqual([]);
    expect(partOf(staged, 'history').files).toEqual([]);
    expect(existsSync(staged.root)).toBe(true);
  });

  it('looks into folders of dependencies only where it is told to', async () => {
    const source = folderOf('image', { 'app/node_modules/a/.env': 'KEY=1', 'app/main.js': '' });
    const paths = async (everyFolder: boolean, to: string) =>
      (await stageTarget({ source: { folder: source, everyFolder } }, { destination: join(folder, to) })).files.map(
        ({ path }) => path,
      );
    expect(await paths(false, 'one')).toEqual(['app/main.js']);
    expect((await paths(true, 'two')).sort()).toEqual(['app/main.js', 'app/node_modules/a/.env']);
  });

  it('leaves nothing where a part cannot be staged', async () => {
    const staging = stageTarget(
      { source: { folder: folderOf('now', { 'a.js': '' }) }, history: { folder: join(folder, 'nowhere') } },
      { destination: destination() },
    );
    await expect(staging).rejects.toThrow('does not exist');
    expect(existsSync(destination())).toBe(false);
  });
});
