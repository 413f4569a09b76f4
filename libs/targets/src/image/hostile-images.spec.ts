import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardedRegistryFetch } from '../../../../test/support/registry/guarded-registry-fetch';
import { hostileImages, hostileRegistries, leadingRegistries } from '../../../../test/support/registry/hostile-images';
import { buildImage } from '../../../../test/support/registry/image-builder';
import { type RegistryServer, startRegistry } from '../../../../test/support/registry/registry-server';
import { loadImageArchive } from './load-image-archive';
import { pullImage } from './pull-image';

const base = mkdtempSync(join(tmpdir(), 'assay-hostile-images-'));
const canary = join(base, 'canary.txt');
const destination = join(base, 'staging/image');

/** Two folders up from every destination lies what the images that climb out would write. */
function expectNothingTouched(): void {
  expect(existsSync(destination)).toBe(false);
  expect(readdirSync(base).sort()).toEqual(['canary.txt', 'image.tar', 'staging']);
  expect(readdirSync(join(base, 'staging'))).toEqual([]);
  expect(readFileSync(canary, 'utf8')).toBe('untouched');
}

beforeEach(() => {
  mkdirSync(join(base, 'staging'));
  writeFileSync(canary, 'untouched');
  writeFileSync(join(base, 'image.tar'), '');
});
afterEach(() => rmSync(join(base, 'staging'), { recursive: true, force: true }));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a hostile image in an archive', () => {
  const corpus = hostileImages(canary);
  it.each(corpus.map((image) => [image.what, image.code, image] as const))(
    '%s is refused as %s, and nothing of it is left anywhere',
    async (_, code, { bytes, limits = {} }) => {
      writeFileSync(join(base, 'image.tar'), bytes());
      await expect(loadImageArchive({ file: join(base, 'image.tar'), destination, limits })).rejects.toMatchObject({
        name: expect.stringMatching(/^(Image|Archive)Refused$/),
        code,
      });
      expectNothingTouched();
    },
  );
});

describe('a hostile registry', () => {
  const honest = buildImage({ layers: [[{ name: 'a', content: 'a'.repeat(1_000) }], [{ name: 'b', content: 'b' }]] });
  let registry: RegistryServer;
  let forbidden: Server;
  let contacts = 0;
  let address = '';
  beforeAll(async () => {
    forbidden = createServer((socket) => {
      contacts += 1;
      socket.destroy();
    });
    await once(forbidden.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(forbidden.address() as AddressInfo).port}/`;
  });
  afterAll(() => once(forbidden.close(), 'close'));
  beforeEach(async () => {
    registry = await startRegistry();
    registry.push('team/app', honest, '1');
  });
  afterEach(() => registry.close());

  const pull = (limits = {}) =>
    pullImage({
      reference: 'team/app:1',
      registry: registry.url,
      fetch: guardedRegistryFetch(registry.url),
      destination,
      limits,
    });

  it.each(hostileRegistries('http://127.0.0.1/').map((each) => [each.what, each.code, each] as const))(
    'that %s is refused with %s, and nothing is left',
    async (_, code, { arrange, limits }) => {
      arrange(registry, honest);
      await expect(pull(limits)).rejects.toMatchObject({
        name: expect.stringMatching(/^(Image|Archive)Refused$/),
        code,
      });
      expectNothingTouched();
    },
  );

  it.each(leadingRegistries('FORBIDDEN').map(({ what }, index) => [what, index] as const))(
    'that %s to a forbidden address does not get us there',
    async (_, index) => {
      leadingRegistries(address)[index]!.arrange(registry, honest);
      await expect(pull()).rejects.toMatchObject({ name: 'TargetNotAllowed' });
      expect(contacts).toBe(0);
      expectNothingTouched();
    },
  );

  it('gets no password in the clear for a registry that is encrypted', async () => {
    const asked: { url: string; authorization: string | undefined }[] = [];
    const answers: Record<string, string> = {
      '/v2/team/app/manifests/1': 'Bearer realm="http://tokens.example/token"',
    };
    const reference = 'secure.example/team/app:1';
    await expect(
      pullImage({
        reference,
        registry: 'https://secure.example',
        destination,
        credentials: { username: 'ann', password: 'geheim' },
        fetch: async ({ url, headers }) => {
          asked.push({ url, authorization: headers['authorization'] });
          return {
            status: 401,
            headers: { 'www-authenticate': answers[new URL(url).pathname] },
            body: (async function* () {})(),
            discard: () => undefined,
          };
        },
      }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: expect.stringContaining('without encryption') });
    expect(asked).toEqual([{ url: 'https://secure.example/v2/team/app/manifests/1', authorization: undefined }]);
    expectNothingTouched();
  });
});
