import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger } from '../faults/accounts';
import { clientOf } from '../faults/client';
import { eventually } from '../faults/eventually';
import { zip } from '../support/archives/zip-writer';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type HttpClient, httpClient } from '../support/http-client';
import { type PackageRegistry, openPackageRegistry } from '../support/package-registry/package-registry';
import { FLAW, FLAWED } from '../support/scanned';
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-targets-'));
  await mkdir(join(folder, 'targets'));
  [engines, repositories, packages] = await Promise.all([startEngines(folder), openGitServer(), openPackageRegistry()]);
  const tarball = `http://127.0.0.1:${packages.port}/shop/-/shop-1.0.0.tgz`;
  packages.publish('shop', { '1.0.0': { files: FLAWED, dist: { tarball } } });
  repositories.add('ada/shop', { main: FLAWED });
  cluster = await startCluster({
    engines, folder, name: 'targets', roots: join(folder, 'targets'),
    environment: {
      ASSAY_HOSTA_URL: `http://127.0.0.1:${repositories.port}`, ASSAY_PKGREG_URL: `http://127.0.0.1:${packages.port}`,
      ASSAY_ALLOWED_TARGETS: `127.0.0.1:${repositories.port},127.0.0.1:${packages.port}`,
      ASSAY_UPLOAD_DIR: join(folder, 'uploads'), // one folder for the API and the workers
    },
  });
  client = httpClient(cluster.url, { authorization: `Bearer ${cluster.key}` });
  project = (await client.post('/api/v1/projects', { name: 'Targets', platforms: ['web'] })).body.data.id;
}, 240_000);

afterAll(async () => {
  await cluster?.kill();
  await Promise.all([engines?.close(), repositories?.close(), packages?.close()]);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const staged = async (): Promise<string[]> => (await Promise.all(cluster.workers.map((worker) => readdir(cluster.stagingOf(worker))))).flat().filter((name) => name.startsWith('ses_'));

test.each<[string, () => Promise<object>]>([
  ['a repository', async () => ({ sourceType: 'hosta', repoUrl: 'ada/shop' })],
  ['an upload', async () => ({ sourceType: 'upload', uploadId: (await upload(client, zip(Object.entries(FLAWED).map(([name, content]) => ({ name, content }))))).body.upload.id })],
  ['a package', async () => ({ sourceType: 'pkgreg', pkgregPackage: 'shop@1.0.0' })],
])('%s is fetched by one worker, analysed, and leaves nothing behind', async (_, source) => {
  const { status, body } = await client.post('/api/v1/scans', { applicationId: project, ...(await source()) });
  expect({ status, body }).toMatchObject({ status: 201 });
  const scan = await eventually('the scan ends', async () => {
    const { body: { scan: seen } } = await client.get(`/api/v1/scans/${body.scan.id}`);
    return ['completed', 'failed'].includes(seen.status) ? seen : undefined;
  }, 180_000);
  expect(scan).toMatchObject({ status: 'completed' });
  const { body: { findings } } = await client.get(`/api/v1/findings?scanId=${body.scan.id}`);
  expect(findings).toContainEqual(expect.objectContaining(FLAW));
  await expectSoundLedger(clientOf(cluster));
  await eventually('nothing is left staged', async () => ((await staged()).length === 0 ? true : undefined));
}, 240_000);
