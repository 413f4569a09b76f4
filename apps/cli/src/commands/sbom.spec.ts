import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tar } from '../../../../test/support/archives/tar-writer';
import { openCommandLine } from '../../../../test/support/command-line';
import { buildImage, dockerArchive } from '../../../../test/support/registry/image-builder';
import { problemsOf } from '../../../../test/support/schemas/validate-sbom';

const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { pebble: '^3.0.0' } },
    'node_modules/pebble': { version: '3.1.4', license: 'MIT', dependencies: { grain: '^1.0.0' } },
    'node_modules/grain': { version: '1.0.0' },
  },
};
const STATUS = [
  'Package: libssl3\nStatus: install ok installed\nSource: openssl\nVersion: 3.0.11-1\nArchitecture: amd64\n' +
    'Depends: libc6 (>= 2.34)',
  'Package: libc6\nStatus: install ok installed\nVersion: 2.36-9\nArchitecture: amd64',
].join('\n\n');

interface Bom {
  readonly metadata: { readonly timestamp: string; readonly component: { readonly type: string } };
  readonly serialNumber: string;
  readonly components: readonly { readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

describe('assay sbom', () => {
  const line = openCommandLine();
  const file = join(line.folder, 'bom.json');
  const written = () => JSON.parse(readFileSync(file, 'utf8')) as Bom;
  const target = (name: string, files: Readonly<Record<string, string>>): string => {
    const folder = join(line.folder, name);
    mkdirSync(folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return folder;
  };

  afterAll(() => line.remove());

  it('lists what lockfiles have, without a database of known holes', async () => {
    const folder = target('whole', { 'package-lock.json': JSON.stringify(LOCK) });
    const args = ['sbom', folder, '--timestamp', '2026-01-31T12:00:00Z', '-o', file];
    expect((await line.quickly(...args)).status).toBe(0);
    const [first, text] = [written(), readFileSync(file, 'utf8')];
    expect(problemsOf('cyclonedx', first)).toEqual([]);
    expect(first.components.map(({ purl }) => purl)).toEqual(['pkg:npm/grain@1.0.0', 'pkg:npm/pebble@3.1.4']);
    expect((await line.quickly(...args)).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await line.quickly(...args, '--format', 'spdx')).status).toBe(0);
    expect(problemsOf('spdx', written())).toEqual([]);
    expect(line.leftovers()).toEqual([]);
  });

  it('ends with status 2 and says so in the document where a lockfile cannot be read', async () => {
    const folder = target('half', { 'package-lock.json': JSON.stringify(LOCK), 'composer.lock': '{"packages": [' });
    const { status, errors } = await line.quickly('sbom', folder, '-o', file);
    expect(status).toBe(2);
    expect(errors).toContain('not read: composer.lock');
    expect(written().components).toHaveLength(2);
    expect(readFileSync(file, 'utf8')).toContain('assay:incomplete');
  });

  it('lists what dpkg has installed in a saved image, and what needs what', async () => {
    const image = buildImage({
      layers: [
        tar(
          { name: 'etc/os-release', content: 'ID=debian\nVERSION_ID="12"\n' },
          { name: 'var/lib/dpkg/status', content: STATUS },
        ),
      ],
    });
    const archive = join(line.folder, 'image.tar');
    writeFileSync(archive, tar(...dockerArchive(image)));
    expect((await line.quickly('sbom', archive, '-o', file)).status).toBe(0);
    const { metadata, components, dependencies } = written();
    expect(metadata.component.type).toBe('container');
    const [libc, libssl] = components.map(({ purl }) => purl);
    expect(libssl).toBe('pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=openssl%403.0.11-1');
    expect(dependencies.find(({ ref }) => ref === libssl)?.dependsOn).toEqual([libc]);
  });

  it.each([
    [['--format', 'xml'], 'cyclonedx, spdx'],
    [['--timestamp', 'yesterday'], 'it must be an instant'],
    [['--serial-number', '7'], 'it must be a UUID'],
    [['nowhere'], 'there is no such directory or file'],
  ])('refuses %j with status 3', async (args, said) => {
    const { status, errors } = await line.quickly('sbom', ...args);
    expect(status).toBe(3);
    expect(errors).toContain(said);
  });
});
