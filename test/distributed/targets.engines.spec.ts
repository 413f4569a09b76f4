import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger } from '../faults/accounts';
import { clientOf } from '../faults/client';
import { eventually } from '../faults/eventually';
import { zip } from '../support/archives/zip-writer';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type HttpClient, httpClient } from '../support/http-client';
import { FLAWED_MANIFEST, apk } from '../support/mobile/builds';
import { type PackageRegistry, openPackageRegistry } from '../support/package-registry/package-registry';
import { buildImage } from '../support/registry/image-builder';
import { type RegistryServer, startRegistry } from '../support/registry/registry-server';
import { FLAW, FLAWED } from '../support/scanned';
import { type TestSite, openSite } from '../support/sites/site-server';
import { upload } from '../support/upload';
import { type Cluster, startCluster } from './cluster';
import { type Engines, startEngines } from './engines';

let folder: string;
let engines: Engines;
let cluster: Cluster;
let client: HttpClient;
let project: string;
let repositories: GitServer;
let packages: PackageRegistry;
let images: RegistryServer;
let site: TestSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-targets-'));
  await mkdir(join(folder, 'targets'));
  [engines, repositories, packages, images, site] = await Promise.all([
    startEngines(folder),
    openGitServer(),
    openPackageRegistry(),
    startRegistry({ auth: 'bearer' }),
    openSite({ '/': { body: '<!doctype html><title>Shop</title>' } }),
  ]);
  const tarball = `http://127.0.0.1:${packages.port}/shop/-/shop-1.0.0.tgz`;
  packages.publish('shop', { '1.0.0': { files: FLAWED, dist: { tarball } } });
  images.push('team/shop', buildImage({ layers: [[{ name: 'opt/helper', mode: 0o4755, content: 'elf' }]] }), '1');
  repositories.add('ada/shop', { main: FLAWED });
  cluster = await startCluster({
    engines,
    folder,
    name: 'targets',
    roots: join(folder, 'targets'),
    environment: {
      ASSAY_HOSTA_URL: `http://127.0.0.1:${repositories.port}`,
      ASSAY_PKGREG_URL: `http://127.0.0.1:${packages.port}`,
      ASSAY_CONTAINER_URL: images.url,
      ASSAY_ALLOWED_TARGETS: [repositories.port, packages.port, site.port]
        .map((port) => `127.0.0.1:${port}`)
        .concat(new URL(images.url).host)
        .join(','),
      ASSAY_CHROMIUM: 'off', // the hostile targets' tests have one
      ASSAY_UPLOAD_DIR: join(folder, 'uploads'), // one folder for the API and the workers
    },
  });
  client = httpClient(cluster.url, { authorization: `Bearer ${cluster.key}` });
  project = (await client.post('/api/v1/projects', { name: 'Targets', platforms: ['web'] })).body.data.id;
}, 240_000);

afterAll(async () => {
  await cluster?.kill();
  await Promise.all([engines?.close(), repositories?.close(), packages?.close(), images?.close(), site?.close()]);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const staged = async (): Promise<string[]> =>
  (await Promise.all(cluster.workers.map((worker) => readdir(cluster.stagingOf(worker)))))
    .flat()
    .filter((name) => name.startsWith('ses_'));

const uploaded = async (content: Uint8Array, filename: string): Promise<string> =>
  (await upload(client, content, filename)).body.upload.id;

test.each<[string, () => Promise<object>, object]>([
  ['a repository', async () => ({ sourceType: 'hosta', repoUrl: 'ada/shop' }), FLAW],
  [
    'an upload',
    async () => ({
      sourceType: 'upload',
      uploadId: await uploaded(zip(Object.entries(FLAWED).map(([name, content]) => ({ name, content }))), 'shop.zip'),
    }),
    FLAW,
  ],
  ['a package', async () => ({ sourceType: 'pkgreg', pkgregPackage: 'shop@1.0.0' }), FLAW],
  [
    'an image',
    async () => ({ sourceType: 'container', containerImage: 'team/shop:1' }),
    { tool: 'image-filesystem', file: 'opt/helper' },
  ],
  [
    'a mobile build',
    async () => ({ sourceType: 'mobile', uploadId: await uploaded(apk(FLAWED_MANIFEST, {}), 'shop.apk') }),
    { tool: 'apk-manifest', file: 'AndroidManifest.xml', title: 'App that can be debugged' },
  ],
  [
    'a site',
    async () => ({ sourceType: 'url', targetUrl: `http://127.0.0.1:${site.port}/` }),
    { tool: 'security-headers', title: 'No X-Content-Type-Options' },
  ],
])(
  '%s is fetched by one worker, analysed, and leaves nothing behind',
  async (_, source, found) => {
    const { status, body } = await client.post('/api/v1/scans', { applicationId: project, ...(await source()) });
    expect({ status, body }).toMatchObject({ status: 201 });
    const scan = await eventually(
      'the scan ends',
      async () => {
        const {
          body: { scan: seen },
        } = await client.get(`/api/v1/scans/${body.scan.id}`);
        return ['completed', 'failed'].includes(seen.status) ? seen : undefined;
      },
      180_000,
    );
    expect(scan).toMatchObject({ status: 'completed' });
    const {
      body: { findings },
    } = await client.get(`/api/v1/findings?scanId=${body.scan.id}&limit=500`);
    expect(findings).toContainEqual(expect.objectContaining(found));
    await expectSoundLedger(clientOf(cluster));
    await eventually('nothing is left staged', async () => ((await staged()).length === 0 ? true : undefined));
  },
  240_000,
);
