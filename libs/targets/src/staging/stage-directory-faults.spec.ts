import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { type StageDirectoryOptions, stageDirectory } from './stage-directory';

const root = process.getuid?.() === 0;

describe('staging a directory that cannot be staged', () => {
  let folder: string;
  let source: string;
  let destination: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-staging-'));
    source = join(folder, 'source');
    destination = join(folder, 'stage');
    mkdirSync(source);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const stage = (options: Partial<StageDirectoryOptions> = {}) => stageDirectory({ source, destination, ...options });
  const fill = (files: number) => {
    for (let index = 0; index < files; index += 1) writeFileSync(join(source, `file-${index}.ts`), 'x'.repeat(100));
  };

  it.each([
    ['is not there', () => rmSync(source, { recursive: true }), 'does not exist'],
    ['is a file', () => (rmSync(source, { recursive: true }), writeFileSync(source, '')), 'is not a directory'],
    ['is a link', () => (rmSync(source, { recursive: true }), symlinkSync('/etc', source)), 'link'],
  ])('refuses a root that %s', async (_, prepare, message) => {
    prepare();
    await expect(stage()).rejects.toMatchObject({
      name: 'TargetUnreadable',
      target: source,
      message: expect.stringContaining(message),
    });
    expect(existsSync(destination)).toBe(false);
  });

  it.each([
    [{ files: 19 }, 'files', 'the target has more than 19 files'],
    [{ totalBytes: 1_999 }, 'bytes', 'the target has more than 1,999 bytes'],
    [{ depth: 2 }, 'depth', 'the target has more than 2 folders within each other'],
  ])('refuses a target beyond %j and leaves nothing behind', async (limits, limit, message) => {
    fill(20);
    mkdirSync(join(source, 'a/b/c'), { recursive: true });
    await expect(stage({ limits })).rejects.toMatchObject({ name: 'TargetTooLarge', limit, message });
    expect(existsSync(destination)).toBe(false);
  });

  it('stages a target that is exactly as large as it may be', async () => {
    fill(20);
    expect((await stage({ limits: { files: 20, totalBytes: 2_000, depth: 0 } })).totals).toMatchObject({
      files: 20,
      bytes: 2_000,
    });
  });

  it('stops when it is canceled and leaves nothing behind', async () => {
    fill(600);
    const controller = new AbortController();
    await expect(stage({ signal: controller.signal, onProgress: () => controller.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(existsSync(destination)).toBe(false);
    await expect(stage({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(destination)).toBe(false);
  });

  it('does not touch a destination that is somebody else’s', async () => {
    mkdirSync(join(destination, 'tree'), { recursive: true });
    writeFileSync(join(destination, 'tree/other.ts'), '');
    await expect(stage()).rejects.toMatchObject({ name: 'InfrastructureError' });
    expect(readdirSync(join(destination, 'tree'))).toEqual(['other.ts']);
  });

  const mounted = root && process.platform === 'linux' ? canMount() : 'mounting a small disk needs root on Linux';
  (mounted === true ? it : it.skip)(
    `says that the disk is full and leaves nothing behind${mounted === true ? '' : ` (not here: ${mounted})`}`,
    async () => {
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        for (let index = 0; index < 20; index += 1) writeFileSync(join(source, `${index}.ts`), 'x'.repeat(10_000));
        await expect(stage({ destination: join(disk, 'stage') })).rejects.toMatchObject({
          name: 'InfrastructureError',
          message: 'no space is left to stage the target',
        });
        expect(readdirSync(disk)).toEqual([]);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  it('leaves out what it may not read and says so; a root that it may not read is a refusal', () => {
    chmodSync(folder, 0o777);
    chmodSync(source, 0o777);
    fill(1);
    writeFileSync(join(source, 'private.ts'), '', { mode: 0 });
    mkdirSync(join(source, 'closed'), { mode: 0 });
    const outcome = asNobody(`stageDirectory({ source, destination }).then(async ({ files, skipped }) => {
      const root = await stageDirectory({ source: source + "/closed", destination: destination + "2" })
        .catch(({ name, message }) => name + " " + message.split(": ")[1]);
      console.log(JSON.stringify({ files: files.map(({ path }) => path), skipped, root }));
    })`);
    expect(outcome).toEqual({
      files: ['file-0.ts'],
      skipped: [
        { path: 'closed', reason: 'permission denied', count: 'unknown' },
        { path: 'private.ts', reason: 'permission denied', count: 1 },
      ],
      root: 'TargetUnreadable permission denied',
    });
  });

  it('removes a copy although an engine locked its folders', () => {
    chmodSync(folder, 0o777);
    mkdirSync(join(source, 'deep/er'), { recursive: true });
    writeFileSync(join(source, 'deep/er/a.ts'), '');
    const outcome = asNobody(`stageDirectory({ source, destination }).then(async () => {
      const { chmodSync, existsSync, symlinkSync } = require("node:fs");
      symlinkSync("/", destination + "/tree/deep/link");
      for (const locked of ["/tree/deep/er", "/tree/deep", "/tree", ""]) chmodSync(destination + locked, 0o500);
      await removeStaged(destination);
      console.log(JSON.stringify(existsSync(destination)));
    })`);
    expect(outcome).toBe(false);
  });

  /** Permissions mean nothing to root, so root runs it as nobody. */
  const asNobody = (code: string): unknown => {
    const script = `
      const { stageDirectory } = require(${JSON.stringify(join(__dirname, 'stage-directory.ts'))});
      const { removeStaged } = require(${JSON.stringify(join(__dirname, 'staged-tree.ts'))});
      const [source, destination] = ${JSON.stringify([source, destination])};
      ${code}`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['-r', resolve(__dirname, '../../../../test/support/compile-typescript.cjs'), '-e', script],
      { encoding: 'utf8', ...(root && { uid: 65_534, gid: 65_534 }) },
    );
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it('never writes outside its destination and accounts for every entry, whatever names it meets', async () => {
    const name = fc
      .oneof(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc
          .constantFrom(
            '..~',
            '...',
            '.. ',
            '~',
            'tree',
            'pristine',
            '\\..\\..\\x',
            '%2e%2e',
            'con',
            '.git ',
            'x'.repeat(255),
          )
          .map((text) => Buffer.from(text)),
      )
      .map((bytes) => Buffer.from(bytes))
      .filter(
        (bytes) =>
          !bytes.includes(0) &&
          !bytes.includes(0x2f) &&
          !['.', '..', '.git', '.hg', '.svn', '.jj', 'cvs', 'CVS'].includes(bytes.toString('latin1')),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 12, selector: (bytes) => bytes.toString('hex') }),
        fc.nat(3),
        async (names, folders) => {
          const place = mkdtempSync(join(folder, 'case-'));
          const at = (...parts: Buffer[]) =>
            Buffer.concat([Buffer.from(`${place}/source`), ...parts.flatMap((part) => [Buffer.from('/'), part])]);
          mkdirSync(at());
          for (const [index, each] of names.entries()) {
            if (index < folders) mkdirSync(at(each));
            writeFileSync(index < folders ? at(each, each) : at(each), 'text');
          }
          const tree = await stageDirectory({ source: join(place, 'source'), destination: join(place, 'stage') });
          expect(readdirSync(place).sort()).toEqual(['source', 'stage']);
          expect(readdirSync(join(place, 'stage'))).toEqual(['tree']);
          const written = readdirSync(tree.root, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(tree.root.length + 1));
          expect(written.sort()).toEqual(tree.files.map(({ staged }) => staged).sort());
          expect(tree.files.length + tree.skipped.length).toBe(names.length);
          expect(new Set([...tree.files, ...tree.skipped].map(({ path }) => path)).size).toBe(names.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function canMount(): true | string {
  const { status, stderr } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], {
    encoding: 'utf8',
  });
  return status === 0 ? true : (stderr ?? 'unshare is missing').trim();
}
