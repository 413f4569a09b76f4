import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDirectoryAllowed } from './directory-roots';

describe('the directories that may be analysed', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-roots-')));
    for (const name of ['root/project', 'root-too', 'outside']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'root/file'), '');
    symlinkSync(join(folder, 'outside'), join(folder, 'root/escape'));
    symlinkSync(join(folder, 'root'), join(folder, 'entrance'));
    symlinkSync(join(folder, 'outside/absent'), join(folder, 'root/dangling'));
    symlinkSync('loop', join(folder, 'root/loop'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const check = (directory: string, roots = [join(folder, 'root')]) => checkDirectoryAllowed(directory, roots);

  it('are the roots and what lies below them, by their real paths', async () => {
    const project = join(folder, 'root/project');
    expect(await check(project)).toEqual({ ok: true, value: project });
    expect(await check(join(folder, 'root'))).toEqual({ ok: true, value: join(folder, 'root') });
    expect(await check(join(folder, 'root/project/../project/.'))).toEqual({ ok: true, value: project });
    expect(await check(join(folder, 'entrance/project'))).toEqual({ ok: true, value: project });
    expect(await check(project, [join(folder, 'absent'), join(folder, 'entrance')])).toEqual({
      ok: true,
      value: project,
    });
  });

  it.each(['outside', 'root-too', '.', 'root/../outside', 'root/escape', 'root/loop', 'root/dangling', 'absent', '/'])(
    'are not %s',
    async (path) => {
      expect(await check(path === '/' ? '/' : `${folder}/${path}`)).toEqual({
        ok: false,
        refusal: {
          code: 'DIRECTORY_NOT_ALLOWED',
          message: 'target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows',
        },
      });
    },
  );

  it.each(['root/absent', 'root/absent/too', 'root/project/absent', 'entrance/absent', 'root/file/absent'])(
    'are said not to be there where they would be below a root: %s',
    async (path) => {
      const result = await check(join(folder, path));
      expect(result.ok ? undefined : result.refusal).toEqual({
        code: 'DIRECTORY_NOT_ALLOWED',
        message: 'target.directory is not there; it would be below a directory that is allowed',
      });
    },
  );

  it.each(['root/escape/absent', 'root/dangling/absent', 'root/../outside/absent'])(
    'are not %s, whether it is there or not',
    async (path) => {
      const result = await check(`${folder}/${path}`);
      expect(result.ok ? undefined : result.refusal.message).toMatch(/^target\.directory is not below/);
    },
  );

  it('are no files, no relative paths, and none where no root is configured', async () => {
    const message = async (directory: string, roots?: string[]) => {
      const result = await check(directory, roots);
      return result.ok ? undefined : result.refusal.message;
    };
    expect(await message(join(folder, 'root/file'))).toBe('target.directory is not a directory');
    expect(await message('root/project')).toBe('target.directory must be an absolute path');
    expect(await message(`${folder}/root/\0`)).toBe('target.directory must be an absolute path');
    expect(await message(join(folder, 'root'), [])).toBe(
      'no directory may be analysed here: ASSAY_DIRECTORY_ROOTS names none',
    );
  });
});
