import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tar, tarGz } from '../../../../test/support/archives/tar-writer';
import { padded } from '../../../../test/support/registry/hostile-images';
import { buildImage, buildIndex, dockerArchive, ociArchive } from '../../../../test/support/registry/image-builder';
import { stageDirectory } from '../staging/stage-directory';
import { type LoadImageArchiveOptions, loadImageArchive } from './load-image-archive';

const plan = {
  config: {
    User: 'app',
    Env: ['PATH=/bin', 'TOKEN=x'],
    Cmd: ['serve'],
    Entrypoint: 'start',
    ExposedPorts: { '80/tcp': {} },
    Volumes: { '/data': {} },
    Labels: { team: 'a', count: 1 },
    Healthcheck: { Test: ['CMD', 'true'] },
    WorkingDir: '/app',
  },
  layers: [
    [
      { name: 'bin/su', content: 'su', mode: 0o4755, uid: 0, gid: 0 },
      { name: 'tmp', type: '5', mode: 0o1777 },
      { name: 'etc/key.pem', content: 'PRIVATE', mode: 0o600, uid: 1000, gid: 1001 },
      { name: 'app/a.js', content: 'a1' },
      { name: 'app/old/b.js', content: 'b' },
      { name: 'sh', type: '2', link: '/bin/su' },
      { name: 'bin/su2', type: '1', link: 'bin/su', mode: 0o4755 },
    ],
    [
      { name: 'etc/.wh.key.pem' },
      { name: 'app/old/.wh..wh..opq' },
      { name: 'app/old/c.js', content: 'c' },
      { name: 'app/a.js', content: 'a2', mode: 0o666 },
      { name: '.wh..wh.plnk', type: '5' },
      { name: 'dev/null', type: '3' },
    ],
  ],
};

describe('loading an image from an archive', () => {
  let base: string;
  let destination: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'assay-image-'));
    destination = join(base, 'image');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const load = (bytes: Buffer, options: Partial<LoadImageArchiveOptions> = {}) => {
    writeFileSync(join(base, 'image.tar'), bytes);
    return loadImageArchive({ file: join(base, 'image.tar'), destination, ...options });
  };

  const image = buildImage(plan);
  it.each([
    ['docker save', () => tar(...dockerArchive(image)), ['app:1.0']],
    ['docker save in gzip', () => tarGz(...dockerArchive(image)), ['app:1.0']],
    ['an OCI layout', () => tar(...ociArchive([image])), []],
    ['an OCI layout of Docker’s types', () => tar(...ociArchive([buildImage({ ...plan, format: 'docker' })])), []],
    ['an OCI layout without compression', () => tar(...ociArchive([buildImage({ ...plan, gzip: false })])), []],
  ])('from %s gives what a container would see, and keeps what later layers removed', async (_, bytes, names) => {
    const loaded = await load(bytes());
    expect(loaded).toMatchObject({ names, directory: destination, root: join(destination, 'root') });
    expect(loaded.config).toEqual({
      os: 'linux',
      architecture: 'amd64',
      user: 'app',
      env: ['PATH=/bin', 'TOKEN=x'],
      entrypoint: ['start'],
      cmd: ['serve'],
      workingDir: '/app',
      exposedPorts: ['80/tcp'],
      volumes: ['/data'],
      labels: { team: 'a' },
      hasHealthcheck: true,
    });
    expect(loaded.history).toEqual(
      [0, 1].map((step) => ({ createdBy: `RUN step ${step}`, created: '2026-01-01T00:00:00Z', emptyLayer: false })),
    );
    expect(loaded.layers).toHaveLength(2);
    const facts = Object.fromEntries(
      loaded.entries.map(({ path, layer, kind, mode, removedBy, file }) => [
        `${path}@${layer}`,
        [kind, mode.toString(8), removedBy ?? null, file && readFileSync(join(destination, file), 'utf8')],
      ]),
    );
    expect(facts).toEqual({
      'bin/su@0': ['file', '4755', null, 'su'],
      'bin/su2@0': ['hardlink', '4755', null, 'su'],
      'sh@0': ['symlink', '644', null, null],
      'tmp@0': ['folder', '1777', null, null],
      'etc/key.pem@0': ['file', '600', 1, 'PRIVATE'],
      'app/old/b.js@0': ['file', '644', 1, 'b'],
      'app/a.js@0': ['file', '644', 1, 'a1'],
      'app/old/c.js@1': ['file', '644', null, 'c'],
      'app/a.js@1': ['file', '666', null, 'a2'],
      'dev/null@1': ['device', '644', null, null],
    });
    expect(loaded.entries.find(({ path }) => path === 'sh')).toMatchObject({ link: '/bin/su' });
    expect(loaded.entries.find(({ path }) => path === 'etc/key.pem')).toMatchObject({ uid: 1000, gid: 1001, size: 7 });
    expect(JSON.parse(JSON.stringify(loaded))).toEqual(loaded);
    const files = readdirSync(loaded.root, { recursive: true, withFileTypes: true }).filter(
      (entry) => !entry.isDirectory(),
    );
    expect(files.every((entry) => entry.isFile())).toBe(true);
    expect(files.map((entry) => join(entry.parentPath, entry.name).slice(loaded.root.length + 1)).sort()).toEqual([
      'app/a.js',
      'app/old/c.js',
      'bin/su',
    ]);
    expect(readdirSync(destination).sort()).toEqual(['apart', 'root']);
  });

  it('keeps facts alone of files that are too large to be looked into', async () => {
    const { entries, root } = await load(
      tar(
        ...ociArchive([
          buildImage({
            layers: [
              [
                { name: 'large', content: 'x'.repeat(101) },
                { name: 'small', content: 'x'.repeat(100) },
              ],
            ],
          }),
        ]),
      ),
      { limits: { fileBytes: 100 } },
    );
    expect(entries.map(({ path, size, file }) => [path, size, file])).toEqual([
      ['large', 101, null],
      ['small', 100, 'root/small'],
    ]);
    expect(readdirSync(root)).toEqual(['small']);
  });

  it('keeps files of every name that Linux takes, under one that is safe', async () => {
    const names = ['a\\x2db', 'line\nbreak', Buffer.from([0x66, 0xff]), '/slash', 'Case', 'case'];
    const { entries } = await load(
      tar(...ociArchive([buildImage({ layers: [names.map((name, index) => ({ name, content: String(index) }))] })])),
    );
    const content = Object.fromEntries(
      entries.map(({ path, file }) => [path, readFileSync(join(destination, file!), 'utf8')]),
    );
    expect(content).toEqual({ 'a\\\\x2db': '0', 'line\\nbreak': '1', 'f\\xff': '2', slash: '3', Case: '4', case: '5' });
    expect(entries.map(({ file }) => file!).every((file) => /^[\w./~-]+$/.test(file))).toBe(true);
  });

  it('takes zeros after the end of a layer for the padding that they are', async () => {
    expect((await load(tar(...ociArchive([padded(0)])))).entries).toMatchObject([{ path: 'a', file: 'root/a' }]);
  });

  it('makes what a directory would make of it when it is staged', async () => {
    const { root } = await load(tar(...dockerArchive(image)));
    const { files } = await stageDirectory({ source: root, destination: join(base, 'staged') });
    expect(files.map(({ path }) => path)).toEqual(['app/a.js', 'app/old/c.js', 'bin/su']);
  });

  it('takes the image that is asked for, by its name or its platform', async () => {
    const other = buildImage({ layers: [[{ name: 'b', content: 'b' }]], architecture: 'arm64' });
    const named = buildIndex([
      { image, name: 'app:1' },
      { image: other, name: 'app:2' },
    ]).manifest;
    expect(await load(tar(...ociArchive([image, other], named)), { name: 'app:2' })).toMatchObject({
      digest: other.digest,
      names: ['app:2'],
    });
    rmSync(destination, { recursive: true });
    const platforms = buildIndex([
      { image, platform: { os: 'linux', architecture: 'amd64' } },
      { image: other, platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
    ]).manifest;
    expect(await load(tar(...ociArchive([image, other], platforms)), { platform: 'linux/arm64' })).toMatchObject({
      digest: other.digest,
    });
  });

  it('stops when it is canceled and leaves nothing', async () => {
    const controller = new AbortController();
    await expect(
      load(tar(...dockerArchive(image)), { signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    await expect(load(tar(...dockerArchive(image)), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(existsSync(destination)).toBe(false);
  });

  it('says after each layer how far it is', async () => {
    const progress: { layers: number; of: number }[] = [];
    await load(tar(...dockerArchive(image)), { onProgress: (each) => progress.push(each) });
    expect(progress.map(({ layers, of }) => [layers, of])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });
});
