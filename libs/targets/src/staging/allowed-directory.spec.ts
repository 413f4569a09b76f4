import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDirectoryAllowed, identifyFolder, rootWithOwnPath } from './allowed-directory';
import { stageDirectory } from './stage-directory';

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
          message: `target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows: ${folder}/root`,
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
      'no directory may be analysed here: ASSAY_DIRECTORY_ROOTS gives this organization none; its operator adds ' +
        'org_…=/path with the id of the organization, or *=/path for all',
    );
    expect(await message('/outside', ['/a', '/b', '/c', '/d', '/e'])).toMatch(/ allows: \/a, \/b, \/c and 2 more$/);
  });
});

describe('what belongs to the service', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-own-')));
    for (const name of ['data/staging', 'code/app', 'keys']) mkdirSync(join(folder, name), { recursive: true });
    symlinkSync(join(folder, 'data'), join(folder, 'code/linked'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...paths: string[]) => paths.map((path) => join(folder, path));
  const check = async (directory: string, roots: string[], own: string[]) =>
    (await checkDirectoryAllowed(join(folder, directory), at(...roots), at(...own))).ok;

  it.each([
    ['data', ['data'], ['data']],
    ['data/staging', ['data'], ['data']],
    ['data/staging', ['data/staging'], ['data']],
    ['code/linked', ['.'], ['data']],
    ['code', ['code'], ['code/app/absent/events.db', 'data'], true],
  ])('is no target: %s below %j, where %j is its own', async (directory, roots, own, allowed = false) => {
    expect(await check(directory, roots, own)).toBe(allowed);
  });

  it('does not keep from what lies beside it', async () => {
    expect(await check('code/app', ['code'], ['data', 'keys/secret.key'])).toBe(true);
  });

  it.each([
    ['a root that is the data', ['data'], ['data']],
    ['a root above the data', ['.'], ['data']],
    ['a root within the data', ['data/staging'], ['data']],
    ['a root above a key that is not made yet', ['keys'], ['keys/deep/secret.key']],
    ['a root that leads to the data', ['code/linked'], ['data']],
  ])('keeps a service from starting: %s', async (_, roots, own) => {
    expect(await rootWithOwnPath(at(...roots), at(...own))).toEqual({ root: at(...roots)[0], path: at(...own)[0] });
    expect(await rootWithOwnPath(at('code/app'), at(...own))).toBeUndefined();
  });
});

describe('a directory that waits for its session', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-wait-')));
    for (const name of ['roots/swap/app', 'outside/app']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'roots/swap/app/own.js'), 'own();\n');
    writeFileSync(join(folder, 'outside/app/secret.js'), 'secret();\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const swap = () => {
    renameSync(join(folder, 'roots/swap'), join(folder, 'roots/swap.was'));
    symlinkSync(join(folder, 'outside'), join(folder, 'roots/swap'));
  };

  it('is not identified through a link that took the place of a folder above it', async () => {
    const app = join(folder, 'roots/swap/app');
    expect(await identifyFolder(app)).toEqual(await identifyFolder(app));
    swap();
    await expect(identifyFolder(app)).rejects.toMatchObject({ code: expect.stringMatching(/^(ENOTDIR|ELOOP)$/) });
  });

  it('is staged only if it is the folder that was identified', async () => {
    const app = join(folder, 'roots/swap/app');
    const identity = await identifyFolder(app);
    const stage = (destination: string) =>
      stageDirectory({ source: app, identity, destination: join(folder, destination) });
    expect((await stage('first')).files.map(({ path }) => path)).toEqual(['own.js']);
    swap(); // after it was identified, and before it is opened
    await expect(stage('second')).rejects.toThrow('another folder took its place');
  });
});
