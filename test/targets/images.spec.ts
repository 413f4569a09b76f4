import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { tar, tarGz } from '../support/archives/tar-writer';
import { githubToken } from '../support/github-token';
import { type Canary, openCanary } from '../support/hostile/canary';
import { hostileImages, hostileRegistries, leadingRegistries } from '../support/registry/hostile-images';
import { type ImagePlan, buildImage, buildIndex, dockerArchive, ociArchive } from '../support/registry/image-builder';
import { type RegistryServer, startRegistry } from '../support/registry/registry-server';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { over, projectOf, remaining, scanned, startScan } from '../support/scanned';
import { upload } from '../support/upload';

const TOKEN = githubToken();
const NOW = new Date().toISOString();
const history =
  (...steps: string[]) =>
  (config: Record<string, any>) =>
    Object.assign(config, { created: NOW, history: steps.map((step) => ({ created_by: step, created: NOW })) });

/** Its three layers are a system, mistakes, and what hides one of them from somebody who only looks at a container. */
const FLAWED: ImagePlan = {
  layers: [
    [
      { name: 'usr/bin/su', mode: 0o4755, content: 'elf' },
      { name: 'etc/passwd', content: 'root:x:0:0:root:/root:/bin/sh\n' },
      { name: 'tmp/', type: '5', mode: 0o1777 },
    ],
    [
      { name: 'opt/helper', mode: 0o4755, content: 'elf' },
      { name: 'app/settings.py', content: `TOKEN = "${TOKEN}"\n` },
      { name: 'root/.npmrc', content: '//registry.example/:_authToken=FAKEFAKEFAKE\n' },
    ],
    [{ name: 'root/.wh..npmrc' }],
  ],
  config: {
    Env: ['PATH=/usr/bin', 'DB_PASSWORD=correct-horse'],
    ExposedPorts: { '22/tcp': {} },
    Healthcheck: { Test: ['CMD', 'true'] },
  },
  spoilConfig: history(
    'ADD rootfs.tar.xz / # buildkit',
    'RUN /bin/sh -c curl -fsSL https://get.example.net/x.sh | sh # buildkit',
    'RUN /bin/sh -c rm /root/.npmrc # buildkit',
  ),
};
const FOUND = [
  'app/settings.py:1 secrets-image critical',
  'opt/helper image-filesystem medium',
  'root/.npmrc (removed by layer 3) image-filesystem high',
  'root/.npmrc (removed by layer 3):1 secrets-image critical',
  'team/shop image-config high', // DB_PASSWORD
  'team/shop image-config high', // curl | sh
  'team/shop image-config medium', // root
  'team/shop image-config medium', // SSH
];
const FLAWLESS: ImagePlan = {
  layers: [
    [
      { name: 'usr/bin/su', mode: 0o4755, content: 'elf' },
      { name: 'etc/passwd', content: 'root:x:0:0:root:/root:/bin/sh\n' },
    ],
    [{ name: 'app/settings.py', content: 'import os\n' }],
  ],
  config: { User: '10001', Env: ['PATH=/usr/bin'], Healthcheck: { Test: ['CMD', 'true'] } },
  spoilConfig: history('ADD rootfs.tar.xz / # buildkit', 'COPY . /app # buildkit'),
};
const listed = (findings: readonly Record<string, any>[]): string[] =>
  findings
    .map(({ file, line, tool, severity }) => `${file}${line === null ? '' : `:${line}`} ${tool} ${severity}`)
    .sort();

describe('a scan of a container image', () => {
  let registry: RegistryServer;
  let canary: Canary;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  const flawed = buildImage(FLAWED);
  const flawless = buildImage({ ...FLAWLESS, format: 'docker' });
  beforeAll(async () => {
    [registry, canary] = await Promise.all([startRegistry({ auth: 'bearer' }), openCanary()]);
    service = await runningService({
      settings: { ASSAY_CONTAINER_URL: registry.url, ASSAY_ALLOWED_TARGETS: new URL(registry.url).host },
    });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
    registry.push('team/shop', flawed, '1');
    registry.push('team/shop', flawless, '2');
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

  const scan = (source: object) => scanned(service, tenant, project, { sourceType: 'container', ...source });
  const uploaded = async (content: Uint8Array, filename = 'shop.tar'): Promise<string> =>
    (await upload(tenant, content, filename)).body.upload.id;

  it('finds what is in its settings, in its files and hidden by a layer, and says which image that was', async () => {
    const { scan: ended, session, findings, cost } = await scan({ containerImage: 'team/shop:1' });
    expect(ended).toMatchObject({ status: 'completed', sourceType: 'container' });
    expect(listed(findings)).toEqual([...FOUND].sort());
    expect(session).toMatchObject({
      target: { sourceType: 'container', containerImage: 'team/shop:1' },
      targetSummary: { lines: 0, image: { name: 'team/shop:1', digest: flawed.digest } },
    });
    expect(cost).toBeGreaterThan(0);
    for (const secret of [TOKEN, 'correct-horse']) expect(JSON.stringify([findings, session])).not.toContain(secret);
  });

  it('finds nothing in one that has nothing', async () => {
    const {
      scan: ended,
      findings,
      session,
    } = await scan({ containerImage: `${new URL(registry.url).host}/team/shop:2` });
    expect(ended).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(findings).toEqual([]);
    expect(session.target).toEqual({ sourceType: 'container', containerImage: 'team/shop:2' });
  });

  it('takes the image of an index for this platform, and one by its digest', async () => {
    registry.pushManifest(
      'team/shop',
      'all',
      buildIndex([
        { image: flawless, platform: { os: 'linux', architecture: 'arm64' } },
        { image: flawed, platform: { os: 'linux', architecture: 'amd64' } },
      ]),
    );
    expect((await scan({ containerImage: 'team/shop:all' })).session.targetSummary.image.digest).toBe(flawed.digest);
    expect((await scan({ containerImage: `team/shop@${flawless.digest}` })).scan.summary.total).toBe(0);
  });

  it.each([
    ['docker save', tar(...dockerArchive(flawed, ['team/shop:1']))],
    ['docker save, packed', tarGz(...dockerArchive(flawed, ['team/shop:1']))],
    ['an OCI layout', tar(...ociArchive([flawed], buildIndex([{ image: flawed, name: 'team/shop:1' }]).manifest))],
  ])('finds the same in one that was saved and uploaded: %s', async (_, archive) => {
    const uploadId = await uploaded(archive);
    const { scan: ended, session, findings } = await scan({ uploadId });
    expect(ended).toMatchObject({ status: 'completed', sourceType: 'container' });
    expect(listed(findings)).toEqual([...FOUND].sort());
    expect(session).toMatchObject({
      target: { sourceType: 'container', uploadId },
      targetSummary: { image: { name: 'team/shop:1' }, upload: { filename: 'shop.tar' } },
    });
  });

  it('takes the image that is named, where an archive holds several', async () => {
    const uploadId = await uploaded(
      tar(
        ...ociArchive(
          [flawed, flawless],
          buildIndex([
            { image: flawed, name: 'a:1' },
            { image: flawless, name: 'b:1' },
          ]).manifest,
        ),
      ),
    );
    expect((await scan({ uploadId, containerImage: 'b:1' })).scan).toMatchObject({
      status: 'completed',
      summary: { total: 0 },
    });
    expect((await scan({ uploadId })).scan).toMatchObject({
      status: 'failed',
      error: { code: 'IMAGE_SEVERAL_IMAGES', message: expect.stringContaining('a:1, b:1') },
    });
  });

  it.each([
    'Team/shop',
    'team/shop:',
    'team//shop',
    '../shop',
    'team/shop@sha256:0',
    '--help',
    'https://registry.example/shop',
    'x y',
  ])('is refused at once where it is named "%s"', async (containerImage) =>
    expectInvalid(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'container', containerImage }),
      'containerImage',
    ),
  );

  it.each([
    '127.0.0.2:5000/shop',
    'localhost/shop',
    '169.254.169.254/shop',
    '10.0.0.1/shop:1',
    '[::1]:5000/shop',
    'registry.local/shop',
    'metadata.google.internal/shop',
  ])('is refused at once at %s, and costs nothing', async (containerImage) => {
    const before = await remaining(tenant);
    expectRefusal(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'container', containerImage }),
      403,
      'TARGET_NOT_ALLOWED',
    );
    expect(await remaining(tenant)).toBe(before);
  });

  it('is refused where nothing, too much or another kind of file names it', async () => {
    const start = (source: object) => tenant.post('/api/v1/scans', { applicationId: project, ...source });
    expectInvalid(await start({ sourceType: 'container' }), 'containerImage');
    expectInvalid(
      await start({ sourceType: 'container', containerImage: 'team/shop:1', repoUrl: 'ada/shop' }),
      'repoUrl',
    );
    expectInvalid(
      await start({ sourceType: 'container', uploadId: await uploaded(tar({ name: 'a.css', content: 'a' })) }),
      'uploadId',
    );
    expectInvalid(
      await start({ sourceType: 'upload', uploadId: await uploaded(tar(...dockerArchive(flawless))) }),
      'uploadId',
    );
    expectRefusal(await start({ sourceType: 'container', uploadId: 'upl_none' }), 404, 'UPLOAD_NOT_FOUND');
  });

  it('is refused where the service has no registry and none is named', async () => {
    const without = await runningService();
    const other = await without.tenant('business');
    expectInvalid(
      await other.post('/api/v1/scans', {
        applicationId: await projectOf(other),
        sourceType: 'container',
        containerImage: 'shop:1',
      }),
      'containerImage',
    );
    await without.close();
  });
});

describe('a scan of a hostile container image', () => {
  let registry: RegistryServer;
  let canary: Canary;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  const honest = buildImage({ layers: [[{ name: 'a', content: 'a'.repeat(1_000) }], [{ name: 'b', content: 'b' }]] });
  beforeAll(async () => {
    [registry, canary] = await Promise.all([startRegistry(), openCanary()]);
    service = await runningService({
      settings: { ASSAY_CONTAINER_URL: registry.url, ASSAY_ALLOWED_TARGETS: new URL(registry.url).host },
    });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  beforeEach(() => {
    registry.reset();
    registry.push('team/app', honest, '1');
  });
  afterAll(async () => {
    await service.close();
    await registry.close();
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  const failed = async (source: object): Promise<string> => {
    const { scan, findings, cost } = await scanned(service, tenant, project, { sourceType: 'container', ...source });
    expect({ status: scan.status, findings, cost }).toEqual({ status: 'failed', findings: [], cost: 0 });
    expect(scan.error.message).toMatch(/\w/);
    return scan.error.code;
  };
  /** Faults of which the scan's code says what there is to do. */
  const codes = (fault: string): string[] => [
    { UNAUTHORIZED: 'CREDENTIAL_NEEDED', INVALID_ANSWER: 'NOT_A_REGISTRY' }[fault] ?? `IMAGE_${fault}`,
    `ARCHIVE_${fault}`,
  ];

  it.each(
    hostileRegistries('http://127.0.0.1/')
      .filter(({ limits }) => limits === undefined)
      .map((each) => [each.what, each] as const),
  )('fails with a reason of its own, and costs nothing, where the registry %s', async (_, { arrange, code }) => {
    arrange(registry, honest);
    expect(codes(code)).toContain(await failed({ containerImage: 'team/app:1' }));
  });

  it.each(leadingRegistries('').map(({ what }, index) => [what, index] as const))(
    'goes nowhere and costs nothing where the registry %s that may not be contacted',
    async (_, index) => {
      leadingRegistries(canary.url)[index]!.arrange(registry, honest);
      expect(await failed({ containerImage: 'team/app:1' })).toBe('TARGET_NOT_ALLOWED');
    },
  );

  /** The field for which it is refused, or the code with which its scan failed. */
  const whyNot = async (image: Buffer): Promise<string> => {
    const received = await upload(tenant, image, 'image.tar');
    if (received.status !== 201) {
      expectInvalid(received, 'file');
      return 'file';
    }
    const uploadId = received.body.upload.id;
    const started = await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'container', uploadId });
    if (started.status !== 201) {
      expectInvalid(started, 'uploadId');
      return 'uploadId';
    }
    return (await over(service, tenant, started.body.scan)).scan.error.code;
  };

  const attacks = hostileImages('/assay-outside').filter(({ limits }) => limits === undefined);
  it.each(attacks.map((each) => [each.what, each] as const))(
    'is refused as an upload, at once, or fails with a reason of its own, and costs nothing, where the archive ' +
      'holds %s',
    async (_, { bytes, code }) => {
      const before = await remaining(tenant);
      expect(['file', 'uploadId', ...codes(code)]).toContain(await whyNot(bytes()));
      expect(await remaining(tenant)).toBe(before);
    },
  );

  it('stops when it is canceled while it is pulled: nothing is left, and everything comes back', async () => {
    const before = await remaining(tenant);
    const asked = new Promise<IncomingMessage>((resolve) =>
      registry.override(`/v2/team/app/blobs/${[...honest.blobs.keys()].at(-1)!}`, (request) => resolve(request)),
    );
    const scan = await startScan(tenant, project, { sourceType: 'container', containerImage: 'team/app:1' });
    const hungUp = once((await asked).socket, 'close');
    expect(await tenant.delete(`/api/v1/scans/${scan.id}`)).toMatchObject({
      status: 200,
      body: { scan: { id: scan.id, status: 'canceled' } },
    });
    await hungUp;
    const { scan: ended, session } = await over(service, tenant, scan);
    expect(ended).toMatchObject({ status: 'canceled', summary: { total: 0 } });
    expect(session).toMatchObject({ status: 'partial', progress: { completed: 0, running: 0, pending: 0 } });
    expect(await remaining(tenant)).toBe(before);
  });

  it('leaves nothing of any image where it was staged, and nothing beside it', async () => {
    const data = join(dirname(service.root), 'data');
    // the copy goes just after the session's end
    while (readdirSync(join(data, 'staging')).length > 0) await new Promise(setImmediate);
    expect(readdirSync(dirname(service.root)).sort()).toEqual(['data', 'targets']);
    expect(readdirSync(data, { recursive: true }).filter((path) => /canary|escaped/.test(String(path)))).toEqual([]);
  });
});
