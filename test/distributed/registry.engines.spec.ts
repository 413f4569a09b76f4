import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pullImage } from '@assay/targets';
import { type DockerRegistry, startDockerRegistry } from '../support/engines/docker-registry';
import { guardedRegistryFetch } from '../support/registry/guarded-registry-fetch';
import { buildImage, buildIndex } from '../support/registry/image-builder';
import { pushImage, pushManifest } from '../support/registry/push-image';
import { type TokenServer, startTokenServer } from '../support/registry/token-server';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { type Scanned, projectOf, scanned } from '../support/scanned';

const FLAWED = [
  [
    { name: 'etc/passwd', content: 'root:x:0:0::/root:/bin/sh\n' },
    { name: 'opt/helper', mode: 0o4755, content: 'elf' },
  ],
  [{ name: 'root/.aws/credentials', content: '[default]\naws_secret_access_key = FAKE\n' }],
  [{ name: 'root/.aws/.wh.credentials' }],
];
const FLAWLESS = [
  [{ name: 'etc/passwd', content: 'root:x:0:0::/root:/bin/sh\n' }],
  [{ name: 'app/main.py', content: 'print(1)\n' }],
];
const SOUND = { User: '10001', Healthcheck: { Test: ['CMD', 'true'] } };
const FOUND = ['opt/helper image-filesystem', 'root/.aws/credentials (removed by layer 3) image-filesystem'];

/** Has the hash of the password `open-sesame`. */
const HTPASSWD = 'ada:$2b$05$9L4F1t53VpKaWcLABeFBqupVtmzKXtZgieYGsECtm3cv8b1rlrJYy\n';
const ADA = `Basic ${Buffer.from('ada:open-sesame').toString('base64')}`;

/** A service whose images come from this registry. */
async function withService(
  registry: DockerRegistry,
  work: (scan: (containerImage: string) => Promise<Scanned>, service: RunningService, tenant: Tenant) => Promise<void>,
  ...others: readonly string[]
): Promise<void> {
  const service = await runningService({
    settings: {
      ASSAY_CONTAINER_URL: registry.url,
      ASSAY_ALLOWED_TARGETS: [registry.url, ...others].map((url) => new URL(url).host).join(','),
    },
  });
  try {
    const tenant = await service.tenant('business');
    const project = await projectOf(tenant);
    await work(
      (containerImage) => scanned(service, tenant, project, { sourceType: 'container', containerImage }),
      service,
      tenant,
    );
  } finally {
    await service.close();
  }
}
const listed = ({ findings }: Scanned): string[] => findings.map(({ file, tool }) => `${file} ${tool}`).sort();

describe('a real registry', () => {
  let registry: DockerRegistry;
  beforeAll(async () => {
    registry = await startDockerRegistry();
  }, 120_000);
  afterAll(() => registry.stop());

  it.each(['oci', 'docker'] as const)(
    'gives the images that were pushed to it, with what they have (%s)',
    async (format) => {
      const target = { registry: registry.url, repository: `team/${format}` };
      const [flawed, flawless, arm] = [
        buildImage({ layers: FLAWED, config: SOUND, format }),
        buildImage({ layers: FLAWLESS, config: SOUND, format }),
        buildImage({ layers: FLAWLESS, config: SOUND, format, architecture: 'arm64' }),
      ];
      await pushImage(target, flawed, '1');
      await pushImage(target, flawless, '2');
      await pushImage(target, arm);
      await pushManifest(
        target,
        'all',
        buildIndex(
          [
            { image: arm, platform: { os: 'linux', architecture: 'arm64' } },
            { image: flawed, platform: { os: 'linux', architecture: 'amd64' } },
          ],
          format,
        ),
      );
      await withService(registry, async (scan) => {
        for (const version of [':1', ':all', `@${flawed.digest}`]) {
          const done = await scan(`team/${format}${version}`);
          expect(done.scan).toMatchObject({ status: 'completed' });
          expect(listed(done)).toEqual(FOUND);
          expect(done.session.targetSummary.image.digest).toBe(flawed.digest);
        }
        expect((await scan(`team/${format}:2`)).scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
        expect(await scan(`team/${format}:3`)).toMatchObject({
          scan: { status: 'failed', error: { code: 'IMAGE_NOT_FOUND' } },
          cost: 0,
        });
      });
    },
  );
});

describe('a real registry that wants tokens', () => {
  let tokens: TokenServer;
  let registry: DockerRegistry;
  beforeAll(async () => {
    tokens = await startTokenServer();
    registry = await startDockerRegistry({ token: tokens });
  }, 120_000);
  afterAll(async () => {
    await registry.stop();
    await tokens.close();
  });

  it('gives an image for a token that was asked for pulling it and nothing else', async () => {
    await pushImage(
      { registry: registry.url, repository: 'team/shop', authorization: `Bearer ${tokens.pushToken('team/shop')}` },
      buildImage({ layers: FLAWED, config: SOUND }),
      '1',
    );
    await withService(registry, async (scan) => expect(listed(await scan('team/shop:1'))).toEqual(FOUND), tokens.realm);
    expect(new Set(tokens.scopes)).toEqual(new Set(['repository:team/shop:pull']));
  });

  it('is not sent for a token where the guard does not let anybody', async () => {
    const before = tokens.scopes.length;
    await withService(registry, async (scan) =>
      expect(await scan('team/shop:1')).toMatchObject({
        scan: { status: 'failed', error: { code: 'TARGET_NOT_ALLOWED' } },
        cost: 0,
      }),
    );
    expect(tokens.scopes).toHaveLength(before);
  });
});

describe('a real registry that wants a password', () => {
  let registry: DockerRegistry;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-private-image-'));
    registry = await startDockerRegistry({ htpasswd: HTPASSWD });
    await pushImage(
      { registry: registry.url, repository: 'team/shop', authorization: ADA },
      buildImage({ layers: FLAWED, config: SOUND }),
      '1',
    );
  }, 120_000);
  afterAll(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const pull = (password: string) =>
    pullImage({
      reference: 'team/shop:1',
      registry: registry.url,
      fetch: guardedRegistryFetch(registry.url),
      credentials: { username: 'ada', password },
      destination: join(folder, password),
    });

  it('fails a scan that has none, with a reason and a full refund', async () =>
    withService(registry, async (scan) =>
      expect(await scan('team/shop:1')).toMatchObject({
        scan: { status: 'failed', error: { code: 'CREDENTIAL_NEEDED' } },
        cost: 0,
      }),
    ));

  it('gives the image to whoever has it, and to nobody with another', async () => {
    const { root } = await pull('open-sesame');
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toContain('root:x');
    await expect(pull('open-barley')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(existsSync(join(folder, 'open-barley'))).toBe(false);
  });
});
