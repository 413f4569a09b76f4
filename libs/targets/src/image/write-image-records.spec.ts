import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageEntry, UnpackedImage } from '../../../target-records/src/image/image';
import type { FilesystemRecord, PackagesRecord } from '../../../target-records/src/image/image-records';
import { rpmDatabase, rpmHeader } from '../../test/rpm-database';
import { filesystemRecord, imageRecord, packagesRecord } from './write-image-records';

describe('what is recorded of an image', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'assay-records-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const image = (entries: readonly ImageEntry[]): UnpackedImage => ({
    digest: 'sha256:0',
    names: ['team/app:1'],
    config: { env: [], entrypoint: [], cmd: [], exposedPorts: [], volumes: [], labels: {}, hasHealthcheck: false },
    history: [],
    layers: [],
    directory,
    root: join(directory, 'root'),
    entries,
    bytes: 0,
  });
  const entry = (path: string, facts: Partial<ImageEntry> = {}): ImageEntry => ({
    path,
    kind: 'file',
    mode: 0o644,
    uid: 0,
    gid: 0,
    size: 3,
    layer: 0,
    file: null,
    ...facts,
  });
  const record = async (...entries: readonly ImageEntry[]): Promise<FilesystemRecord> =>
    (await filesystemRecord(image(entries), 'team/app')).content as FilesystemRecord;
  const written = (path: string, content: string | Buffer): ImageEntry => {
    mkdirSync(join(directory, 'root'), { recursive: true });
    writeFileSync(join(directory, 'root', path.replaceAll('/', '-')), content);
    return entry(path, { size: content.length, file: join('root', path.replaceAll('/', '-')) });
  };

  it('is its configuration, under the name of the image and with the time', () =>
    expect(imageRecord(image([]), 'team/app', '2026-01-01T00:00:00Z')).toMatchObject({
      name: 'image.json',
      path: 'team/app',
      content: { digest: 'sha256:0', at: '2026-01-01T00:00:00Z' },
    }));

  it('is what a rule may have something to say of, and nothing else', async () => {
    const { entries, more } = await record(
      entry('opt/helper', { mode: 0o4755 }),
      entry('srv', { kind: 'folder', mode: 0o777 }),
      entry('root/.bash_history'),
      entry('run/docker.sock', { kind: 'symlink' }),
      entry('usr/bin/env', { mode: 0o755 }),
      entry('srv/link', { kind: 'symlink', mode: 0o777 }),
      entry('dev/null', { kind: 'device', mode: 0o666 }),
      entry('old', { mode: 0o4755, removedBy: 1 }),
      entry('.env', { kind: 'folder' }),
      entry('app/.env.example'),
    );
    expect(entries.map(({ path }) => path)).toEqual(['opt/helper', 'srv', 'root/.bash_history', 'run/docker.sock']);
    expect(more).toBe(0);
  });

  it('has the text of a file only where that decides, and never where it lies on our disk', async () => {
    const { entries } = await record(
      written('etc/passwd', 'root:x:0:0'),
      written('root/.npmrc', '_authToken=x'),
      written('root/.bash_history', 'ls'),
      written('root/.netrc', 'x'.repeat(1_048_577)),
    );
    expect(entries.map(({ path, text }) => [path, text])).toEqual([
      ['etc/passwd', 'root:x:0:0'],
      ['root/.npmrc', '_authToken=x'],
      ['root/.bash_history', undefined],
      ['root/.netrc', undefined],
    ]);
    expect(JSON.stringify(entries)).not.toContain(directory);
  });

  it('ends where there is no room for more, and says how much was left out', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => entry(`${'d'.repeat(2_500)}/${index}`, { mode: 0o4755 }));
    const { entries, more } = await record(...many);
    expect(entries.length).toBeGreaterThan(20_000);
    expect(entries.length + more).toBe(many.length);
    expect(more).toBeGreaterThan(0);
  });

  it('is what package managers list, as a container sees it, with the release of the system', async () => {
    const entries = [
      written('etc/os-release', 'ID=debian'),
      written('var/lib/dpkg/status', 'Package: a'),
      { ...written('var/lib/dpkg/status', 'Package: old'), removedBy: 1 },
      written('var/lib/dpkg/status.d/b', 'Package: b'),
      written('var/lib/dpkg/status.d/b.md5sums', '0  b'),
      written('var/lib/rpm/rpmdb.sqlite', 'SQLite'),
      entry('lib/apk/db/installed', { kind: 'symlink' }),
    ];
    const [record] = await packagesRecord(
      image(entries.toSorted((a, b) => Number(!!b.removedBy) - Number(!!a.removedBy))),
      'team/app',
    );
    expect(record).toMatchObject({ name: 'packages.json', path: 'team/app' });
    expect(record!.content).toMatchObject({
      release: 'ID=debian',
      lists: [
        { path: 'var/lib/dpkg/status', kind: 'dpkg' },
        { path: 'var/lib/dpkg/status.d/b', kind: 'dpkg', text: 'Package: b' },
        { path: 'var/lib/rpm/rpmdb.sqlite', kind: 'rpm' },
      ],
    });
    expect(await packagesRecord(image([entry('etc/os-release')]), 'team/app')).toEqual([]);
  });

  it('is what the database of rpm holds, unless a log beside it knows more', async () => {
    const database = rpmDatabase([rpmHeader({ name: 'bash', version: '5.1.8', release: '6.el9' })]);
    const list = { path: 'usr/lib/sysimage/rpm/rpmdb.sqlite', kind: 'rpm' };
    const lists = async (log: string) => {
      const entries = [written(list.path, database), written(`${list.path}-wal`, log)];
      const [record] = await packagesRecord(image(entries), 'team/app');
      return (record!.content as PackagesRecord).lists;
    };
    expect(await lists('')).toEqual([
      { ...list, text: expect.stringMatching(/^Package: bash\nVersion: 5\.1\.8-6/) as string },
    ]);
    expect(await lists('changes')).toEqual([list]);
  });
});
