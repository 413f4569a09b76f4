import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, buildIndex, sha256 } from '../../../../test/support/registry/image-builder';
import { guardedRegistryFetch } from '../../../../test/support/registry/guarded-registry-fetch';
import {
  type RegistryServer,
  type RegistryServerOptions,
  startRegistry,
} from '../../../../test/support/registry/registry-server';
import { type PullImageOptions, pullImage } from './pull-image';

const image = buildImage({
  layers: [[{ name: 'etc/os-release', content: 'ID=test' }], [{ name: 'app.js', content: 'x' }]],
});

describe('pulling an image', () => {
  let base: string;
  let destination: string;
  let registry: RegistryServer;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'assay-pull-'));
    destination = join(base, 'image');
  });
  afterEach(async () => {
    await registry.close();
    rmSync(base, { recursive: true, force: true });
  });

  const start = async (options?: RegistryServerOptions) => {
    registry = await startRegistry(options);
    registry.push('team/app', image, '1.0');
  };
  const pull = (options: Partial<PullImageOptions> = {}) =>
    pullImage({
      reference: 'team/app:1.0',
      registry: registry.url,
      fetch: guardedRegistryFetch(registry.url),
      destination,
      ...options,
    });

  it('gives its files, its facts and its digest', async () => {
    await start();
    const pulled = await pull();
    expect(pulled).toMatchObject({
      digest: image.digest,
      names: ['team/app:1.0'],
      layers: image.layers.map((layer) => ({ size: layer.length })),
    });
    expect(readFileSync(join(pulled.root, 'etc/os-release'), 'utf8')).toBe('ID=test');
    expect(readdirSync(destination)).toEqual(['root']);
  });

  it('asks for no layer where only its configuration is wanted', async () => {
    await start();
    expect(await pull({ withLayers: false })).toMatchObject({
      digest: image.digest,
      config: { architecture: 'amd64' },
      entries: [],
      bytes: 0,
      layers: image.layers.map((layer) => ({ size: layer.length })),
    });
    expect(registry.requests.map(({ path }) => path)).toEqual([
      '/v2/team/app/manifests/1.0',
      `/v2/team/app/blobs/${sha256(image.config)}`,
    ]);
  });

  it('takes what a digest names, and checks it', async () => {
    await start();
    expect(await pull({ reference: `team/app@${image.digest}` })).toMatchObject({ digest: image.digest });
  });

  it.each(['oci', 'docker'] as const)('takes the image of the platform from a list of them (%s)', async (format) => {
    await start();
    const arm = buildImage({ layers: [[{ name: 'arm' }]], architecture: 'arm64', format });
    const amd = buildImage({ layers: [[{ name: 'amd' }]], format });
    for (const each of [arm, amd]) registry.push('team/app', each);
    const index = buildIndex(
      [
        { image: arm, platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
        { image: amd, platform: { os: 'linux', architecture: 'amd64' } },
        { image, platform: { os: 'unknown', architecture: 'unknown' } },
      ],
      format,
    );
    registry.pushManifest('team/app', 'all', index);
    expect(await pull({ reference: 'team/app:all' })).toMatchObject({ digest: amd.digest });
    rmSync(destination, { recursive: true });
    expect(await pull({ reference: 'team/app:all', platform: 'linux/arm64/v8' })).toMatchObject({ digest: arm.digest });
    await expect(
      pull({ reference: 'team/app:all', platform: 'windows/amd64', destination: `${destination}2` }),
    ).rejects.toMatchObject({
      code: 'PLATFORM_NOT_FOUND',
      message: expect.stringContaining('linux/arm64/v8, linux/amd64'),
    });
  });

  const user = { username: 'ann', password: 'geheim' };
  it('fetches a token for reading this repository and no more, whatever the registry proposes', async () => {
    await start({ auth: 'bearer' });
    await pull();
    expect(registry.requests.find(({ path }) => path === '/token')).toMatchObject({ authorization: undefined });
    expect(registry.requests.at(-1)!.authorization).toBe('Bearer token-0-repository:team/app:pull-test-registry');
  });

  it('shows its credentials for the token alone', async () => {
    await start({ auth: 'bearer', user });
    await pull({ credentials: user });
    const shown = registry.requests
      .filter(({ authorization }) => authorization?.startsWith('Basic'))
      .map(({ path }) => path);
    expect(shown).toEqual(['/token']);
  });

  it('fetches another token when one expires on the way', async () => {
    await start({ auth: 'bearer', tokenLasts: 2 });
    await pull();
    expect(registry.requests.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  it('shows its credentials to a registry that asks for them, and only then', async () => {
    await start({ auth: 'basic', user });
    await pull({ credentials: user });
    expect(registry.requests[0]!.authorization).toBeUndefined();
  });

  it.each<[string, RegistryServerOptions, typeof user | undefined]>([
    ['without credentials', { auth: 'basic', user }, undefined],
    ['with the wrong ones', { auth: 'basic', user }, { ...user, password: 'x' }],
    ['without credentials for a token', { auth: 'bearer', user }, undefined],
    ['with the wrong ones for a token', { auth: 'bearer', user }, { ...user, password: 'x' }],
  ])('is refused %s, and no password is in the message', async (_, options, credentials) => {
    await start(options);
    const refusal: unknown = await pull({ ...(credentials && { credentials }) }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'ImageRefused', code: 'UNAUTHORIZED' });
    expect(String(refusal)).not.toContain('geheim');
    expect(existsSync(destination)).toBe(false);
  });

  it('follows the registry to the store that has the blobs, and does not show that one the token', async () => {
    await start({ auth: 'bearer' });
    const store = {
      authorizations: [] as unknown[],
      server: createServer((request, response) => {
        store.authorizations.push(request.headers.authorization);
        response.end(image.blobs.get(request.url!.slice(1)));
      }),
    };
    await once(store.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = store.server.address() as AddressInfo;
    for (const digest of image.blobs.keys())
      registry.override(
        `/v2/team/app/blobs/${digest}`,
        (_, response) => void response.writeHead(307, { location: `http://127.0.0.1:${port}/${digest}` }).end(),
      );
    await pull({ fetch: guardedRegistryFetch(registry.url, `http://127.0.0.1:${port}`) });
    expect(store.authorizations).toEqual([undefined, undefined, undefined]);
    store.server.close();
  });

  it('stops when it is canceled in the middle of a layer, and leaves nothing', async () => {
    await start();
    const controller = new AbortController();
    registry.override(`/v2/team/app/blobs/${[...image.blobs.keys()].at(-1)}`, (_, response) => {
      response.writeHead(200).write(Buffer.from([0x1f]));
      controller.abort();
    });
    await expect(pull({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(destination)).toBe(false);
  });
});
