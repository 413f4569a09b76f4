import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { create } from 'tar';
import { tar, tarEntry, tarGz, withPax } from '../../../../test/support/archives/tar-writer';
import { type ZipLine, unicodePath, zip } from '../../../../test/support/archives/zip-writer';
import { stageDirectory } from '../staging/stage-directory';
import { type UnpackArchiveOptions, unpackArchive } from './unpack-archive';

describe('unpacking an archive', () => {
  let base: string;
  let file: string;
  let destination: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'assay-unpack-'));
    file = join(base, 'archive');
    destination = join(base, 'unpacked');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const unpack = (bytes: Buffer, options: Partial<UnpackArchiveOptions> = {}) => {
    writeFileSync(file, bytes);
    return unpackArchive({ file, destination, ...options });
  };
  const content = (path: string) => readFileSync(join(destination, path), 'utf8');
  const tree = (root = destination) => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const lines: ZipLine[] = [
    { name: 'src/', unixMode: 0o40755 },
    { name: 'src/a.js', content: 'a();' },
    { name: 'b.txt', content: 'b'.repeat(100_000), method: 0 },
  ];

  it.each([
    ['zip', () => zip(lines)],
    [
      'tar',
      () =>
        tar(
          { name: './', type: '5' },
          { name: './src/', type: '5' },
          { name: './src/a.js', content: 'a();' },
          { name: 'b.txt', content: 'b'.repeat(100_000) },
        ),
    ],
    [
      'tar.gz',
      () =>
        tarGz(
          { name: 'src', type: '5' },
          { name: 'src/a.js', content: 'a();' },
          { name: 'b.txt', content: 'b'.repeat(100_000) },
        ),
    ],
  ])('reads a %s, whatever it is called, and counts what is in it', async (kind, bytes) => {
    expect(await unpack(bytes())).toMatchObject({ kind, root: destination, files: 2, folders: 1, leftOut: [] });
    expect(tree()).toEqual(['b.txt', 'src', 'src/a.js']);
    expect([content('src/a.js'), content('b.txt')]).toEqual(['a();', 'b'.repeat(100_000)]);
  });

  it.each([
    ['a zip with the sizes after the content', () => zip(lines.map((line) => ({ ...line, dataDescriptor: true })))],
    ['a zip with 64-bit sizes', () => zip(lines.map((line) => ({ ...line, zip64: true })))],
    ['a zip with a comment', () => zip(lines, { comment: Buffer.from('a remark') })],
    [
      'a gzip of several members',
      () =>
        Buffer.concat([
          gzipSync(tarEntry({ name: 'src/a.js', content: 'a();' })),
          gzipSync(tar({ name: 'b.txt', content: 'b'.repeat(100_000) })),
        ]),
    ],
    [
      'a tar with the sizes as GNU writes large ones',
      () =>
        tar(
          { name: 'src/a.js', content: 'a();', magic: 'ustar ', size: Buffer.from('800000000000000000000004', 'hex') },
          { name: 'b.txt', content: 'b'.repeat(100_000) },
        ),
    ],
    [
      'a tar from before POSIX',
      () =>
        tar(
          { name: 'src/', magic: '' },
          { name: 'src/a.js', type: '\0', content: 'a();', magic: '' },
          { name: 'b.txt', content: 'b'.repeat(100_000), magic: '' },
        ),
    ],
    [
      'a tar.gz without the blocks that end it',
      () =>
        gzipSync(
          Buffer.concat([
            tarEntry({ name: 'src/a.js', content: 'a();' }),
            tarEntry({ name: 'b.txt', content: 'b'.repeat(100_000) }),
          ]),
        ),
    ],
    [
      'a tar with the commit that git notes',
      () =>
        tar(withPax({ comment: 'f889e43' }, { name: 'src/a.js', content: 'a();' }, 'g'), {
          name: 'b.txt',
          content: 'b'.repeat(100_000),
        }),
    ],
    [
      'a tar whose size stands in the extended header',
      () =>
        tar(withPax({ size: '4' }, { name: 'src/a.js', content: 'a();', size: 0 }), {
          name: 'b.txt',
          content: 'b'.repeat(100_000),
        }),
    ],
  ])('reads %s', async (_, bytes) => {
    await unpack(bytes());
    expect(tree()).toEqual(['b.txt', 'src', 'src/a.js']);
    expect([content('src/a.js'), content('b.txt')]).toEqual(['a();', 'b'.repeat(100_000)]);
  });

  it('unpacks an archive of nothing to an empty folder', async () => {
    expect(await unpack(zip([]))).toMatchObject({ kind: 'zip', files: 0 });
    rmSync(destination, { recursive: true });
    expect(await unpack(tar())).toMatchObject({ kind: 'tar', files: 0 });
    expect(tree()).toEqual([]);
  });

  it('leaves out what is neither a file nor a folder and says so', async () => {
    const { leftOut, files } = await unpack(
      tar(
        { name: 'a.txt', content: 'a' },
        { name: 'link', type: '2', link: '/etc/passwd' },
        { name: 'hard', type: '1', link: 'a.txt' },
        { name: 'pipe', type: '6' },
        { name: 'disk', type: '4' },
        { name: 'terminal', type: '3' },
        { name: 'volume', type: 'V' },
        { name: 'line\nbreak', content: 'x' },
        { name: Buffer.from([0x61, 0xff]), content: 'x' },
      ),
    );
    expect(files).toBe(1);
    expect(tree()).toEqual(['a.txt']);
    expect(Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
      link: 'symbolic link',
      hard: 'hard link',
      pipe: 'not a regular file',
      disk: 'not a regular file',
      terminal: 'not a regular file',
      volume: 'not a regular file',
      'line\\nbreak': 'unsafe name',
      'a\\xff': 'unsafe name',
    });
  });

  it('leaves out the links and devices of a zip', async () => {
    const { leftOut } = await unpack(
      zip([
        { name: 'link', content: '/etc/passwd', unixMode: 0o120777 },
        { name: 'disk', unixMode: 0o060644 },
        { name: 'line\nbreak', content: 'x' },
      ]),
    );
    expect(leftOut).toEqual([
      { path: 'link', reason: 'symbolic link', count: 1 },
      { path: 'disk', reason: 'not a regular file', count: 1 },
      { path: 'line\\nbreak', reason: 'unsafe name', count: 1 },
    ]);
    expect(tree()).toEqual([]);
  });

  it('lists two hundred of what it leaves out for each reason and counts the rest', async () => {
    const { leftOut } = await unpack(
      tar(...Array.from({ length: 250 }, (_, index) => ({ name: `l${index}`, type: '2', link: 'x' }))),
    );
    expect(leftOut).toHaveLength(201);
    expect(leftOut.at(-1)).toEqual({ path: 'l200', reason: 'symbolic link', count: 50 });
  });

  it('keeps one of two names that only differ by case or by how a letter is composed, on every system', async () => {
    const { leftOut } = await unpack(
      zip(['Src/a', 'src/b', 'Src/A', 'x/\u00e9', 'x/e\u0301', 'x/\u00c9'].map((name) => ({ name, content: name }))),
    );
    expect(tree()).toEqual(['Src', 'Src/a', 'x', 'x/\u00e9']);
    expect(leftOut.map(({ path, reason }) => [path, reason])).toEqual(
      ['src/b', 'Src/A', 'x/e\u0301', 'x/\u00c9'].map((path) => [path, 'same name in another case']),
    );
  });

  it('takes no link for a file or a folder that only differs by case', async () => {
    const { leftOut } = await unpack(
      tar(
        { name: 'NAN.3', type: '2', link: 'nan.3' },
        { name: 'nan.3', content: 'x' },
        { name: 'd/a', content: 'x' },
        { name: 'D', type: '2', link: '../..' },
        { name: 'd/canary.txt', content: 'x' },
      ),
    );
    expect(tree()).toEqual(['d', 'd/a', 'd/canary.txt', 'nan.3']);
    expect(leftOut.map(({ path, reason }) => [path, reason])).toEqual([
      ['NAN.3', 'symbolic link'],
      ['D', 'symbolic link'],
    ]);
  });

  it('takes the last of two files of the same name in a tar, as tar is defined', async () => {
    const { leftOut, files } = await unpack(tar({ name: 'a', content: 'old' }, { name: 'a', content: 'new' }));
    expect([content('a'), files]).toEqual(['new', 1]);
    expect(leftOut).toEqual([{ path: 'a', reason: 'replaced by a later entry', count: 1 }]);
  });

  it('gives every file and folder the same plain mode', async () => {
    await unpack(
      tar(
        { name: 'd', type: '5', mode: 0o7777 },
        { name: 'd/tool', content: 'x', mode: 0o6755 },
        { name: 'shut', type: '5', mode: 0 },
        { name: 'shut/a', content: 'x', mode: 0 },
      ),
    );
    const mode = (path: string) => statSync(join(destination, path)).mode & 0o7111;
    expect(['d', 'd/tool', 'shut', 'shut/a'].map(mode)).toEqual([mode('d'), 0, mode('d'), 0]);
    expect(mode('d') & 0o7000).toBe(0);
  });

  it('reads the names of zips that say their encoding, that do not, and that are older than UTF-8', async () => {
    const raw = Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74]);
    await unpack(
      zip([
        { name: 'größe.txt' },
        { name: 'höhe.txt', flags: 0 },
        { name: raw, flags: 0 },
        { name: Buffer.from([0xff, 0x31]), flags: 0, extra: unicodePath(Buffer.from([0xff, 0x31]), '長さ.txt') },
      ]),
    );
    expect(tree()).toEqual(['größe.txt', 'höhe.txt', 'ü.txt', '長さ.txt'].sort());
  });

  it('keeps a long name whole wherever the pieces of the stream break it', async () => {
    const name = `${'ж'.repeat(100)}.txt`;
    for (const padding of [0, 1, 2, 3]) {
      await unpack(
        tar(withPax({ comment: 'x'.repeat(65_536 - 512 - 60 + padding), path: name }, { name: 'short', content: 'x' })),
      );
      expect(tree()).toEqual([name]);
      rmSync(destination, { recursive: true });
    }
  });

  it('leaves archives within an archive packed, so that one that contains itself ends', async () => {
    const nested = [1, 2, 3, 4, 5].reduce(
      (inner) => zip([{ name: 'again.zip', content: inner }]),
      zip([{ name: 'again.zip', content: '' }]),
    );
    expect(await unpack(nested)).toMatchObject({ files: 1 });
    expect(tree()).toEqual(['again.zip']);
  });

  it('makes what a directory would make of it when it is staged', async () => {
    await unpack(
      tarGz(
        { name: 'app/index.js', content: 'eval(x)\n' },
        { name: 'app/.eslintrc.json', content: '{}' },
        { name: 'app/node_modules/x/index.js', content: 'x' },
      ),
    );
    const staged = await stageDirectory({ source: destination, destination: join(base, 'staged') });
    expect(staged.files.map(({ path }) => path)).toEqual(['app/.eslintrc.json', 'app/index.js']);
  });

  it('stops when it is canceled and leaves nothing', async () => {
    const many = tarGz(...Array.from({ length: 600 }, (_, index) => ({ name: `${index}`, content: 'x' })));
    const controller = new AbortController();
    await expect(
      unpack(many, { signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    await expect(unpack(many, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(destination)).toBe(false);
  });

  it('says how far it is', async () => {
    const progress: unknown[] = [];
    await unpack(zip(Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, content: 'xx' }))), {
      onProgress: (each) => progress.push(each),
    });
    expect(progress).toEqual([
      { entries: 250, bytes: 500 },
      { entries: 500, bytes: 1_000 },
    ]);
  });

  it('does not touch a destination that is somebody else’s', async () => {
    mkdirSync(destination);
    writeFileSync(join(destination, 'theirs'), '');
    await expect(unpack(zip(lines))).rejects.toMatchObject({ name: 'InfrastructureError' });
    expect(tree()).toEqual(['theirs']);
  });

  it('says of a file that cannot be read why', async () => {
    await expect(unpackArchive({ file: join(base, 'none'), destination })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: expect.stringContaining('does not exist'),
    });
    await expect(unpackArchive({ file: base, destination })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: expect.stringContaining('not a regular file'),
    });
    symlinkSync('/etc/passwd', file);
    await expect(unpackArchive({ file, destination })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: expect.stringContaining('symbolic link'),
    });
    expect(existsSync(destination)).toBe(false);
  });

  describe('gives back any tree that was packed', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((text) => text.normalize('NFC').toLowerCase())
      .filter(
        (text) =>
          !/[\p{Cc}\\/:]/u.test(text) &&
          !['.', '..'].includes(text) &&
          Buffer.from(text).toString() === text &&
          text.toUpperCase().toLowerCase() === text,
      );
    /** Files by their paths: folders are called d…, so that none is also a file. */
    const trees = fc.dictionary(
      fc
        .tuple(fc.array(name, { maxLength: 3 }), name)
        .map(([folders, last]) => [...folders.map((folder) => `d${folder}`), `f${last}`].join('/')),
      fc.uint8Array({ maxLength: 2_000 }),
      { maxKeys: 12, noNullPrototype: true },
    );
    const contents = (root: string) =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => {
            const path = join(entry.parentPath, entry.name);
            return [path.slice(root.length + 1), readFileSync(path, 'hex')];
          }),
      );
    const hex = (files: Record<string, Uint8Array>) =>
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('hex')]));

    it.each([[false], [true]])('by the tar package (gzip: %s)', (gzip) =>
      fc.assert(
        fc.asyncProperty(trees, async (files) => {
          const source = mkdtempSync(join(base, 'source-'));
          const target = join(mkdtempSync(join(base, 'target-')), 'unpacked');
          for (const [path, bytes] of Object.entries(files)) {
            mkdirSync(dirname(join(source, path)), { recursive: true });
            writeFileSync(join(source, path), bytes);
            chmodSync(join(source, path), 0o755);
          }
          await create({ file, gzip, cwd: source }, ['.']);
          await unpackArchive({ file, destination: target });
          expect(contents(target)).toEqual(hex(files));
        }),
        { numRuns: 60 },
      ),
    );

    it('as a zip, stored or deflated', () =>
      fc.assert(
        fc.asyncProperty(trees, fc.boolean(), fc.boolean(), async (files, stored, dataDescriptor) => {
          const target = join(mkdtempSync(join(base, 'target-')), 'unpacked');
          writeFileSync(
            file,
            zip(
              Object.entries(files).map(([path, bytes]) => ({
                name: path,
                content: Buffer.from(bytes),
                method: stored ? 0 : 8,
                dataDescriptor,
              })),
            ),
          );
          await unpackArchive({ file, destination: target });
          expect(contents(target)).toEqual(hex(files));
        }),
        { numRuns: 60 },
      ));
  });
});
