import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tarGz } from '../../../../test/support/archives/tar-writer';
import { type Canary, openCanary } from '../../../../test/support/hostile/canary';
import {
  type PackageRegistry,
  type Publication,
  openPackageRegistry,
} from '../../../../test/support/package-registry/package-registry';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { type FetchPackageOptions, fetchPackage } from './fetch-package';

describe('fetching a package', () => {
  let registry: PackageRegistry;
  let canary: Canary;
  let folder: string;
  beforeEach(async () => {
    [registry, canary] = await Promise.all([openPackageRegistry(), openCanary()]);
    folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
  });
  afterEach(async () => {
    const seen = { traces: await canary.traces(), connections: canary.connections() };
    await Promise.all([registry.close(), canary.close()]);
    rmSync(folder, { recursive: true, force: true });
    expect(seen).toEqual({ traces: [], connections: 0 });
  });

  const fetch = (reference: string, options: Partial<FetchPackageOptions> = {}) => {
    const list = parseAllowedTargets(`127.0.0.1:${registry.port}`);
    if (!list.ok) throw new Error(list.refusal);
    const guard = createTargetGuard({
      allowed: list.value,
      resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    return fetchPackage({
      reference,
      registry: registry.url,
      guard,
      destination: join(folder, 'fetched'),
      limits: { time: 60_000 },
      ...options,
    });
  };
  const publish = (publication: Publication) => registry.publish('engine', { '1.0.0': publication });

  it('gives the files of the version that was meant, verified, and what the registry says of it', async () => {
    registry.publish(
      '@ada/engine',
      {
        '1.0.0': { files: { 'index.js': 'one' } },
        '1.2.0': {
          files: { 'index.js': 'two', 'lib/a.js': 'a' },
          publishedAt: '2024-05-06T07:08:09Z',
          manifest: {
            license: 'MIT',
            deprecated: 'use\u0007 another',
            scripts: { postinstall: 'node x.js', test: 'jest' },
            dependencies: { a: '1' },
            repository: { url: 'git+https://site.example/x.git' },
          },
        },
        '2.0.0': {},
      },
      { maintainers: [{ name: 'ada' }, 'eve'] },
    );
    const fetched = await fetch('pkg:npm/%40ada/engine@~1.2.0');
    expect(fetched).toEqual({
      name: '@ada/engine',
      version: '1.2.0',
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      deprecated: 'use  another',
      publishedAt: '2024-05-06T07:08:09.000Z',
      directory: join(folder, 'fetched/unpacked/package'),
      packedBytes: expect.any(Number),
      files: 3,
      leftOut: [],
      facts: {
        distTags: { latest: '2.0.0' },
        versions: 3,
        license: 'MIT',
        repository: 'git+https://site.example/x.git',
        maintainers: ['ada', 'eve'],
        installScripts: { postinstall: 'node x.js' },
        dependencies: {
          dependencies: 1,
          devDependencies: 0,
          peerDependencies: 0,
          optionalDependencies: 0,
          bundleDependencies: 0,
        },
        signatures: 0,
        provenance: false,
      },
    });
    expect(readdirSync(fetched.directory, { recursive: true }).sort()).toEqual([
      'index.js',
      'lib',
      'lib/a.js',
      'package.json',
    ]);
    expect(readFileSync(join(fetched.directory, 'index.js'), 'utf8')).toBe('two');
    expect(registry.requests.map(({ path }) => path)).toEqual(['/@ada%2fengine', '/@ada/engine/-/engine-1.2.0.tgz']);
  });

  it('verifies the SHA-1 of a package that has nothing else', async () => {
    publish({ dist: { integrity: undefined } });
    expect(await fetch('engine')).toMatchObject({ version: '1.0.0', integrity: expect.stringMatching(/^sha1-/) });
  });

  it('finds the files where the one folder has another name, and where there is more than one', async () => {
    registry.publish('engine', {
      '1.0.0': { tarball: tarGz({ name: 'engine-main/a.js', content: 'a' }) },
      '2.0.0': { tarball: tarGz({ name: 'package/a.js' }, { name: 'other/b.js' }) },
    });
    expect(readdirSync((await fetch('engine@1')).directory)).toEqual(['a.js']);
    expect(readdirSync((await fetch('engine@2', { destination: join(folder, 'second') })).directory).sort()).toEqual([
      'other',
      'package',
    ]);
  });

  const wrong = createHash('sha512').update('something else').digest('base64');
  it.each<[string, Publication, string]>([
    [
      'has another hash than is promised',
      { dist: { integrity: `sha512-${wrong}` } },
      'what was received is not what the registry promises (sha512)',
    ],
    [
      'has another SHA-1 than is promised',
      { dist: { integrity: undefined, shasum: '0'.repeat(40) } },
      'what was received is not what the registry promises (sha1)',
    ],
    [
      'has a right weak hash beside a wrong strong one',
      {
        dist: {
          integrity: `sha512-${wrong} sha1-${createHash('sha1')
            .update(tarGz({ name: 'package/a' }))
            .digest('base64')}`,
        },
        tarball: tarGz({ name: 'package/a' }),
      },
      'not what the registry promises (sha512)',
    ],
    [
      'is promised no hash',
      { dist: { integrity: undefined, shasum: undefined } },
      'promises no hash of it that can be checked',
    ],
    [
      'is promised a hash that nobody knows',
      { dist: { integrity: 'md5-abc' } },
      'promises no hash of it that can be checked',
    ],
    ['has no place', { dist: { tarball: undefined } }, 'does not say where this version is'],
    ['says that it is another version', { manifest: { version: '9.9.9' } }, 'does not say where this version is'],
  ])('refuses a version that %s, and leaves nothing', async (_, publication, message) => {
    publish(publication);
    await expect(fetch('engine')).rejects.toMatchObject({
      name: 'PackageUnreadable',
      message: expect.stringContaining(message),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['engine@2', 'missing version', 'engine: it has no version that is "2"; the latest is 1.0.0'],
    ['gone', 'missing package', 'gone: the registry does not have it'],
    [
      'engine@file:../x',
      'malformed reference',
      'the package: "engine@file:../x" names a package by what is no version, range or tag of a registry',
    ],
  ])('says that %s is not there', async (reference, fault, message) => {
    publish({});
    await expect(fetch(reference)).rejects.toMatchObject({ name: 'PackageUnreadable', fault, message });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['http://169.254.169.254/engine.tgz', 'metadata'],
    ['http://127.0.0.1:CANARY/engine.tgz', 'loopback'],
    ['http://localhost:CANARY/engine.tgz', 'local name'],
    ['file:///etc/passwd', 'scheme'],
    ['http://user:password@registry.example/x', 'credentials'],
  ])('does not follow a registry to %s', async (template, reason) => {
    publish({ dist: { tarball: template.replace('CANARY', new URL(canary.url).port) } });
    await expect(fetch('engine')).rejects.toMatchObject({ name: 'TargetNotAllowed', reason });
    registry.intercept(
      (_, response) => (
        response.writeHead(302, { location: template.replace('CANARY', new URL(canary.url).port) }).end(), true
      ),
    );
    await expect(fetch('engine')).rejects.toMatchObject({ name: 'TargetNotAllowed' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('runs nothing of it', async () => {
    const script = `node -e ${JSON.stringify(canary.trip('script'))}`;
    publish({
      manifest: { scripts: { preinstall: script, install: script, postinstall: script, prepare: script } },
      files: { 'binding.gyp': '{}', '.npmrc': `registry=${canary.url}\n` },
    });
    expect(await fetch('engine')).toMatchObject({
      files: 3,
      facts: { installScripts: { postinstall: expect.any(String) } },
    });
  });

  it.each([
    ['leads out of its folder', tarGz({ name: '../../escaped', content: 'x' }), 'PARENT_PATH'],
    ['is no archive', Buffer.from('not an archive'), 'NOT_AN_ARCHIVE'],
    [
      'unpacks to a thousand times its size',
      tarGz({ name: 'package/zeros', content: Buffer.alloc(40_000_000) }),
      'RATIO_TOO_HIGH',
    ],
  ])('refuses a package that %s, and leaves nothing', async (_, tarball, code) => {
    publish({ tarball });
    await expect(fetch('engine')).rejects.toMatchObject({ name: 'ArchiveRefused', code });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves links of a package out', async () => {
    publish({
      tarball: tarGz({ name: 'package/a', content: 'a' }, { name: 'package/link', type: '2', link: '/etc/passwd' }),
    });
    expect(await fetch('engine')).toMatchObject({
      files: 1,
      leftOut: [{ path: 'package/link', reason: 'symbolic link' }],
    });
  });

  it('takes no more than the limits of either answer', async () => {
    publish({ files: { 'a.js': 'x'.repeat(1_000) } });
    await expect(fetch('engine', { limits: { metadataBytes: 100 } })).rejects.toMatchObject({
      name: 'TargetTooLarge',
      allowed: 100,
    });
    await expect(fetch('engine', { limits: { bytes: 50 } })).rejects.toMatchObject({
      name: 'TargetTooLarge',
      allowed: 50,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [500, 'TargetUnreachable', 'engine: the registry fails (500)'],
    [403, 'PackageUnreadable', 'engine: the registry does not give it to us (403)'],
    [418, 'PackageUnreadable', 'engine: the registry answers with the status 418'],
  ])('says that the registry answers %i', async (status, name, message) => {
    registry.intercept((_, response) => (response.writeHead(status).end(), true));
    await expect(fetch('engine')).rejects.toMatchObject({ name, message });
  });

  it.each([
    ['nothing like JSON', 'oops', 'the registry does not answer with JSON'],
    ['a list', '[]', 'something else than this package'],
    ['another package', '{"name":"other"}', 'something else than this package'],
    ['no version', '{"name":"engine"}', 'it has no version any more'],
  ])('refuses a registry that answers with %s', async (_, body, message) => {
    registry.intercept((_request, response) => (response.end(body), true));
    await expect(fetch('engine')).rejects.toMatchObject({
      name: 'PackageUnreadable',
      message: expect.stringContaining(message),
    });
  });

  it('gives up on a registry that does not answer, and stops when its caller does', async () => {
    const controller = new AbortController();
    registry.intercept(() => true);
    await expect(fetch('engine', { limits: { time: 500 } })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'time',
    });
    registry.intercept(() => (controller.abort(new Error('enough')), true));
    await expect(fetch('engine', { signal: controller.signal })).rejects.toThrow('enough');
    expect(readdirSync(folder)).toEqual([]);
  });
});
