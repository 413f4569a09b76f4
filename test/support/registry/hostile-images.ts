import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ArchiveFault } from '@assay/archives';
import type { ImageFault } from '../../../libs/targets/src/image/image-refused';
import type { ImageLimits } from '../../../libs/targets/src/image/image-limits';
import { type TarLine, tar, tarGz, withPax } from '../archives/tar-writer';
import {
  type BuiltImage,
  type ImagePlan,
  buildImage,
  buildIndex,
  dockerArchive,
  ociArchive,
  sha256,
} from './image-builder';
import type { RegistryServer } from './registry-server';

/** An image in an archive that attacks, and the refusal that it meets. */
export interface HostileImage {
  readonly what: string;
  readonly code: ImageFault | ArchiveFault;
  readonly bytes: () => Buffer;
  readonly limits?: Partial<ImageLimits>;
}

/** A registry that attacks. It has `team/app:1` from `honest`. */
export interface HostileRegistry {
  readonly what: string;
  readonly code: ImageFault | ArchiveFault;
  readonly arrange: (registry: RegistryServer, honest: BuiltImage) => void;
  readonly limits?: Partial<ImageLimits>;
}

const MEGABYTE = 1024 * 1024;
const ZSTD = Buffer.concat([Buffer.from('28b52ffd', 'hex'), Buffer.alloc(100)]);
const layout = (plan: ImagePlan) => tar(...ociArchive([buildImage(plan)]));
const ofEntries = (...entries: (TarLine | Buffer)[]) =>
  layout({ layers: [[{ name: 'etc/passwd', content: 'root' }], entries] });
const file = { name: 'a', content: 'a' };
const honest = buildImage({ layers: [[file], [{ name: 'b', content: 'b' }]] });

/** @param outside the absolute path of a file that no image may touch */
export const hostileImages = (outside: string): readonly HostileImage[] => [
  {
    what: 'a layer that climbs out',
    code: 'PARENT_PATH',
    bytes: () => ofEntries({ name: '../../canary.txt', content: 'x' }),
  },
  {
    what: 'a layer that climbs out from within',
    code: 'PARENT_PATH',
    bytes: () => ofEntries({ name: 'etc/../../../canary.txt', content: 'x' }),
  },
  {
    what: 'a layer with a NUL in a name',
    code: 'NUL_IN_NAME',
    bytes: () => ofEntries(withPax({ path: 'a\0b' }, file)),
  },
  {
    what: 'a layer that is too deep',
    code: 'TOO_DEEP',
    bytes: () => ofEntries(withPax({ path: `${'d/'.repeat(70)}a` }, file)),
  },
  {
    what: 'a layer with a name that is too long',
    code: 'NAME_TOO_LONG',
    bytes: () => ofEntries(withPax({ path: 'n'.repeat(256) }, file)),
  },
  { what: 'a layer with a file of holes', code: 'SPARSE_FILE', bytes: () => ofEntries({ ...file, type: 'S' }) },
  {
    what: 'a layer with a link that has content',
    code: 'CORRUPT',
    bytes: () => ofEntries({ name: 'x', type: '2', link: outside, content: 'x' }),
  },
  { what: 'a whiteout of the folder above', code: 'INVALID_WHITEOUT', bytes: () => ofEntries({ name: 'etc/.wh...' }) },
  { what: 'a whiteout of the folder itself', code: 'INVALID_WHITEOUT', bytes: () => ofEntries({ name: 'etc/.wh..' }) },
  { what: 'a whiteout of nothing', code: 'INVALID_WHITEOUT', bytes: () => ofEntries({ name: '.wh.' }) },
  {
    what: 'a file below a whiteout',
    code: 'INVALID_WHITEOUT',
    bytes: () => ofEntries({ name: '.wh.etc/passwd', content: 'x' }),
  },
  { what: 'a whiteout that climbs out', code: 'PARENT_PATH', bytes: () => ofEntries({ name: '../../.wh.canary.txt' }) },
  {
    what: 'a bomb in a layer',
    code: 'RATIO_TOO_HIGH',
    bytes: () => ofEntries({ name: 'zeros', content: Buffer.alloc(12 * MEGABYTE) }),
  },
  {
    what: 'a bomb around all layers',
    code: 'RATIO_TOO_HIGH',
    bytes: () =>
      tarGz(...dockerArchive(buildImage({ layers: [[{ name: 'zeros', content: Buffer.alloc(12 * MEGABYTE) }]] }))),
  },
  {
    what: 'layers that unpack to more than is allowed',
    code: 'TOO_MANY_BYTES',
    bytes: () => layout({ layers: [1, 2, 3].map((name) => [{ name: `${name}`, content: randomBytes(3_000) }]) }),
    limits: { bytes: 8_000 },
  },
  {
    what: 'layers with more entries than are allowed',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => layout({ layers: [1, 2].map(() => Array.from({ length: 6 }, (_, index) => ({ name: `${index}` }))) }),
    limits: { entries: 10 },
  },
  {
    what: 'layers with folders that nobody named',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => layout({ layers: [[{ name: `${'d/'.repeat(40)}a` }]] }),
    limits: { entries: 20 },
  },
  {
    what: 'layers with names longer than is allowed altogether',
    code: 'NAMES_TOO_LONG',
    bytes: () =>
      layout({
        layers: [1, 2].map((layer) =>
          Array.from({ length: 30 }, (_, index) => ({ name: `${layer}/${index}`, type: '2', link: 'l'.repeat(90) })),
        ),
      }),
    limits: { nameBytesTotal: 5_000 },
  },
  {
    what: 'more layers than are allowed',
    code: 'TOO_MANY_LAYERS',
    bytes: () => layout({ layers: Array.from({ length: 128 }, () => [file]) }),
  },
  {
    what: 'a layer larger than is allowed',
    code: 'LAYER_TOO_LARGE',
    bytes: () => layout({ layers: [[{ name: 'a', content: randomBytes(5_000) }]] }),
    limits: { layerBytes: 4_000 },
  },
  {
    what: 'layers larger than is allowed together',
    code: 'IMAGE_TOO_LARGE',
    bytes: () => layout({ layers: [1, 2, 3].map((name) => [{ name: `${name}`, content: randomBytes(5_000) }]) }),
    limits: { packedBytes: 14_000 },
  },
  { what: 'a layer in zstd', code: 'UNSUPPORTED_COMPRESSION', bytes: () => layout({ layers: [ZSTD] }) },
  {
    what: 'a layer in zstd that says so',
    code: 'UNSUPPORTED_COMPRESSION',
    bytes: () =>
      layout({
        layers: [ZSTD],
        spoilManifest: (manifest) => (
          (manifest['layers'][0].mediaType = 'application/vnd.oci.image.layer.v1.tar+zstd'), manifest
        ),
      }),
  },
  {
    what: 'a layer that lies elsewhere',
    code: 'FOREIGN_LAYER',
    bytes: () =>
      layout({
        layers: [[file]],
        spoilManifest: (manifest) => (
          Object.assign(manifest['layers'][0], {
            mediaType: 'application/vnd.docker.image.rootfs.foreign.diff.tar.gzip',
            urls: ['http://169.254.169.254/'],
          }),
          manifest
        ),
      }),
  },
  {
    what: 'a layer that is no tar',
    code: 'CORRUPT',
    bytes: () => layout({ layers: [gzipSync(Buffer.alloc(2_000, 'x'))] }),
  },
  {
    what: 'a layer that was cut off',
    code: 'TRUNCATED',
    bytes: () => layout({ layers: [gzipSync(tar({ name: 'a', content: 'a'.repeat(1_000) }).subarray(0, 800))] }),
  },
  { what: 'a layer with bytes after its end', code: 'CORRUPT', bytes: () => tar(...ociArchive([padded('x')])) },
  { what: 'a layer that was exchanged', code: 'DIGEST_MISMATCH', bytes: () => exchanged(honest, 1) },
  {
    what: 'a layer that was exchanged in what pads it',
    code: 'DIGEST_MISMATCH',
    bytes: () =>
      tar(
        ...ociArchive([padded(0)]).map((entry) =>
          entry.content!.length > MEGABYTE
            ? { ...entry, content: padded('\0'.repeat(64 * 1024) + 'x').layers[0]! }
            : entry,
        ),
      ),
  },
  { what: 'a configuration that was exchanged', code: 'DIGEST_MISMATCH', bytes: () => exchanged(honest, 'config') },
  { what: 'a manifest that was exchanged', code: 'DIGEST_MISMATCH', bytes: () => exchanged(honest, 'manifest') },
  {
    what: 'a layer that is not what the configuration says',
    code: 'DIGEST_MISMATCH',
    bytes: () =>
      layout({ layers: [[file]], spoilConfig: (config) => ((config['rootfs'].diff_ids = [sha256('other')]), config) }),
  },
  {
    what: 'a layer of docker save that was exchanged',
    code: 'DIGEST_MISMATCH',
    bytes: () =>
      tar(
        ...dockerArchive(honest).map((entry) =>
          String(entry.name).endsWith('layer.tar') ? { ...entry, content: tar({ name: 'c', content: 'c' }) } : entry,
        ),
      ),
  },
  {
    what: 'a configuration of docker save that was exchanged',
    code: 'DIGEST_MISMATCH',
    bytes: () =>
      tar(
        ...dockerArchive(honest).map((entry) =>
          /^\w{64}\.json$/.test(String(entry.name)) ? { ...entry, content: '{"rootfs":{"diff_ids":[]}}' } : entry,
        ),
      ),
  },
  {
    what: 'a layer that is not there',
    code: 'MISSING_BLOB',
    bytes: () =>
      tar(...ociArchive([honest]).filter(({ name }) => !String(name).endsWith(sha256(honest.layers[0]!).slice(7)))),
  },
  {
    what: 'a layer of docker save that is a link',
    code: 'MISSING_BLOB',
    bytes: () =>
      tar(
        ...dockerArchive(honest).map((entry) =>
          String(entry.name).endsWith('layer.tar') ? { name: entry.name, type: '2', link: outside } : entry,
        ),
      ),
  },
  {
    what: 'a manifest that reads a file elsewhere',
    code: 'PARENT_PATH',
    bytes: () => tar({ name: 'manifest.json', content: '[{"Config":"../../../canary.txt","Layers":[]}]' }),
  },
  {
    what: 'a manifest that reads a file by its absolute path',
    code: 'ABSOLUTE_PATH',
    bytes: () => tar({ name: 'manifest.json', content: JSON.stringify([{ Config: outside, Layers: [] }]) }),
  },
  {
    what: 'a manifest that names a layer by its absolute path',
    code: 'ABSOLUTE_PATH',
    bytes: () =>
      tar(
        ...dockerArchive(honest).map((entry) =>
          entry.name === 'manifest.json'
            ? {
                ...entry,
                content: String(entry.content).replace(/"Layers":\["[^"]+"/, `"Layers":[${JSON.stringify(outside)}`),
              }
            : entry,
        ),
      ),
  },
  {
    what: 'a digest that is a path',
    code: 'UNSUPPORTED_DIGEST',
    bytes: () =>
      layout({
        layers: [[file]],
        spoilManifest: (manifest) => ((manifest['config'].digest = 'sha256:../../../../canary.txt'), manifest),
      }),
  },
  {
    what: 'a digest of an algorithm that proves nothing',
    code: 'UNSUPPORTED_DIGEST',
    bytes: () =>
      layout({
        layers: [[file]],
        spoilManifest: (manifest) => ((manifest['config'].digest = `md5:${'a'.repeat(32)}`), manifest),
      }),
  },
  {
    what: 'a manifest that is two things',
    code: 'INVALID_MANIFEST',
    bytes: () => layout({ layers: [[file]], spoilManifest: (manifest) => ({ ...manifest, manifests: [] }) }),
  },
  {
    what: 'a manifest without sizes',
    code: 'INVALID_MANIFEST',
    bytes: () =>
      layout({ layers: [[file]], spoilManifest: (manifest) => (delete manifest['layers'][0].size, manifest) }),
  },
  {
    what: 'a manifest with a negative size',
    code: 'INVALID_MANIFEST',
    bytes: () =>
      layout({ layers: [[file]], spoilManifest: (manifest) => ((manifest['layers'][0].size = -1), manifest) }),
  },
  {
    what: 'a manifest of the first version',
    code: 'UNSUPPORTED_MANIFEST',
    bytes: () => layout({ spoilManifest: () => ({ schemaVersion: 1, fsLayers: [] }) }),
  },
  { what: 'a configuration that is no object', code: 'INVALID_CONFIG', bytes: () => layout({ spoilConfig: () => [] }) },
  {
    what: 'a configuration without layers',
    code: 'INVALID_CONFIG',
    bytes: () => layout({ layers: [[file]], spoilConfig: (config) => (delete config['rootfs'], config) }),
  },
  {
    what: 'a configuration with fewer layers than the manifest',
    code: 'INVALID_CONFIG',
    bytes: () => layout({ layers: [[file]], spoilConfig: (config) => ((config['rootfs'].diff_ids = []), config) }),
  },
  {
    what: 'several images',
    code: 'SEVERAL_IMAGES',
    bytes: () => tar(...ociArchive([honest, buildImage({ layers: [[{ name: 'c' }]] })])),
  },
  {
    what: 'an index of an image that is not there',
    code: 'MISSING_BLOB',
    bytes: () =>
      tar(
        ...ociArchive(
          [honest],
          Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [{ digest: sha256('none'), size: 4 }] })),
        ),
      ),
  },
  { what: 'indexes within indexes within indexes', code: 'INVALID_MANIFEST', bytes: nestedIndexes },
  { what: 'an archive without an image', code: 'NOT_AN_IMAGE', bytes: () => tar(file) },
  { what: 'an empty list of images', code: 'NOT_AN_IMAGE', bytes: () => tar({ name: 'manifest.json', content: '[]' }) },
  {
    what: 'a manifest that is no JSON',
    code: 'INVALID_MANIFEST',
    bytes: () => tar({ name: 'manifest.json', content: '[{' }),
  },
  {
    what: 'an archive around it that climbs out',
    code: 'PARENT_PATH',
    bytes: () => tar(...ociArchive([honest]), { name: '../../canary.txt', content: 'x' }),
  },
  {
    what: 'an archive around it with too many entries',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => tar(...Array.from({ length: 1_600 }, (_, index) => ({ name: `${index}` }))),
  },
];

/** An image whose layer continues after its gzip. */
export const padded = (fill: string | number): BuiltImage => {
  const layer = Buffer.concat([gzipSync(tar(file)), Buffer.alloc(2 * MEGABYTE, fill)]);
  return buildImage({
    layers: [layer],
    spoilConfig: (config) => ((config['rootfs'].diff_ids = [sha256(tar(file))]), config),
  });
};

/** An OCI layout in which one blob has other bytes than its name says. */
function exchanged(image: BuiltImage, which: number | 'config' | 'manifest'): Buffer {
  const digest = which === 'manifest' ? image.digest : sha256(which === 'config' ? image.config : image.layers[which]!);
  return tar(
    ...ociArchive([image]).map((entry) =>
      String(entry.name).endsWith(digest.slice(7))
        ? { ...entry, content: flipped(Buffer.from(entry.content!)) }
        : entry,
    ),
  );
}

/** Changes one byte. The length stays, and a JSON document is as readable as before. */
function flipped(bytes: Buffer): Buffer {
  const text = bytes.lastIndexOf('amd64');
  // in a gzip: its time, which nothing else checks
  const at = bytes[0] !== 0x7b ? 4 : text === -1 ? bytes.lastIndexOf('sha256:') + 10 : text;
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  return bytes;
}

function nestedIndexes(): Buffer {
  const blobs: TarLine[] = [];
  let inner = { digest: honest.digest, manifest: honest.manifest };
  for (let depth = 0; depth < 4; depth += 1) {
    blobs.push({ name: `blobs/sha256/${inner.digest.slice(7)}`, content: inner.manifest });
    inner = buildIndex([{ image: { ...honest, ...inner } }]);
  }
  return tar({ name: 'index.json', content: inner.manifest }, ...blobs);
}

const send =
  (body: Buffer | string, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, headers).end(body);
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(code, headers).end();
const MANIFEST = '/v2/team/app/manifests/1';
const layerPath = (image: BuiltImage) => `/v2/team/app/blobs/${sha256(image.layers[0]!)}`;

/** Sends until the other side has had enough. */
function endless(_: unknown, response: ServerResponse): void {
  response.writeHead(200);
  const piece = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

/** @param forbidden an address that nothing may contact */
export const hostileRegistries = (forbidden: string): readonly HostileRegistry[] => [
  {
    what: 'gives other bytes than the digest of a layer',
    code: 'DIGEST_MISMATCH',
    arrange: (registry, image) => registry.override(layerPath(image), send(flipped(Buffer.from(image.layers[0]!)))),
  },
  {
    what: 'gives fewer bytes than a layer has',
    code: 'SIZE_MISMATCH',
    arrange: (registry, image) => registry.override(layerPath(image), send(image.layers[0]!.subarray(0, 40))),
  },
  {
    what: 'gives bytes after the end of a layer',
    code: 'SIZE_MISMATCH',
    arrange: (registry, image) =>
      registry.override(layerPath(image), send(Buffer.concat([image.layers[0]!, Buffer.alloc(9)]))),
  },
  {
    what: 'gives a layer without end',
    code: 'SIZE_MISMATCH',
    arrange: (registry, image) => registry.override(layerPath(image), endless),
  },
  {
    what: 'gives a manifest without end',
    code: 'INVALID_MANIFEST',
    arrange: (registry) => registry.override(MANIFEST, endless),
  },
  {
    what: 'gives a configuration without end',
    code: 'SIZE_MISMATCH',
    arrange: (registry, image) => registry.override(`/v2/team/app/blobs/${sha256(image.config)}`, endless),
  },
  {
    what: 'encodes a layer once more',
    code: 'SIZE_MISMATCH',
    arrange: (registry, image) =>
      registry.override(layerPath(image), send(gzipSync(Buffer.alloc(12 * MEGABYTE)), { 'content-encoding': 'gzip' })),
  },
  {
    what: 'announces another digest than it gives',
    code: 'DIGEST_MISMATCH',
    arrange: (registry, image) =>
      registry.override(MANIFEST, send(image.manifest, { 'docker-content-digest': sha256('other') })),
  },
  {
    what: 'exchanges the manifest that its index names',
    code: 'DIGEST_MISMATCH',
    arrange: (registry, image) => {
      registry.pushManifest('team/app', '1', buildIndex([{ image, platform: { os: 'linux', architecture: 'amd64' } }]));
      registry.override(
        `/v2/team/app/manifests/${image.digest}`,
        send(buildImage({ layers: [[{ name: 'evil' }]] }).manifest),
      );
    },
  },
  {
    what: 'gives indexes within indexes within indexes',
    code: 'INVALID_MANIFEST',
    arrange: (registry) => {
      const own = { digest: '', mediaType: 'application/vnd.oci.image.index.v1+json', manifest: Buffer.from('{}') };
      for (let depth = 0; depth < 4; depth += 1) {
        const index = buildIndex([
          {
            image: { ...honest, ...own, digest: own.digest || honest.digest },
            platform: { os: 'linux', architecture: 'amd64' },
          },
        ]);
        registry.pushManifest('team/app', index.digest, index);
        registry.pushManifest('team/app', '1', index);
        Object.assign(own, { digest: index.digest, manifest: index.manifest });
      }
    },
  },
  {
    what: 'answers with a page',
    code: 'INVALID_MANIFEST',
    arrange: (registry) => registry.override(MANIFEST, send('<html>Sign in</html>', { 'content-type': 'text/html' })),
  },
  { what: 'has no such tag', code: 'NOT_FOUND', arrange: (registry) => registry.override(MANIFEST, status(404)) },
  {
    what: 'has lost a layer',
    code: 'NOT_FOUND',
    arrange: (registry, image) => registry.override(layerPath(image), status(404)),
  },
  {
    what: 'has had too many requests',
    code: 'RATE_LIMITED',
    arrange: (registry) => registry.override(MANIFEST, status(429)),
  },
  { what: 'fails', code: 'REGISTRY_FAILED', arrange: (registry) => registry.override(MANIFEST, status(502)) },
  {
    what: 'wants to be asked in another way',
    code: 'INVALID_ANSWER',
    arrange: (registry) => registry.override(MANIFEST, status(418)),
  },
  {
    what: 'lets nobody in and does not say how',
    code: 'UNAUTHORIZED',
    arrange: (registry) => registry.override(MANIFEST, status(401)),
  },
  {
    what: 'takes no token',
    code: 'UNAUTHORIZED',
    arrange: (registry) =>
      registry.override(MANIFEST, (request, response) =>
        status(401, { 'www-authenticate': `Bearer realm="http://${request.headers.host}/token"` })(request, response),
      ),
  },
  {
    what: 'sends for tokens to no address',
    code: 'INVALID_ANSWER',
    arrange: (registry) =>
      registry.override(MANIFEST, status(401, { 'www-authenticate': 'Bearer realm="file:///etc/passwd"' })),
  },
  {
    what: 'gives a token that is none',
    code: 'INVALID_ANSWER',
    arrange: (registry) => {
      registry.override(MANIFEST, (request, response) =>
        status(401, { 'www-authenticate': `Bearer realm="http://${request.headers.host}/token"` })(request, response),
      );
      registry.override('/token', send('{"token":"a\\r\\nX-Evil: 1"}'));
    },
  },
  {
    what: 'gives a token without end',
    code: 'INVALID_MANIFEST',
    arrange: (registry) => {
      registry.override(MANIFEST, (request, response) =>
        status(401, { 'www-authenticate': `Bearer realm="http://${request.headers.host}/token"` })(request, response),
      );
      registry.override('/token', endless);
    },
  },
  {
    what: 'gives a layer that climbs out',
    code: 'PARENT_PATH',
    arrange: (registry) =>
      registry.push('team/app', buildImage({ layers: [[{ name: '../../canary.txt', content: 'x' }]] }), '1'),
  },
  {
    what: 'names a layer of terabytes',
    code: 'LAYER_TOO_LARGE',
    arrange: (registry) =>
      registry.push(
        'team/app',
        buildImage({ layers: [[file]], spoilManifest: (manifest) => ((manifest['layers'][0].size = 5e12), manifest) }),
        '1',
      ),
  },
  {
    what: 'names a configuration of gigabytes',
    code: 'INVALID_CONFIG',
    arrange: (registry) =>
      registry.push(
        'team/app',
        buildImage({ layers: [[file]], spoilManifest: (manifest) => ((manifest['config'].size = 5e9), manifest) }),
        '1',
      ),
  },
  {
    what: 'names a digest that is a path',
    code: 'UNSUPPORTED_DIGEST',
    arrange: (registry) =>
      registry.push(
        'team/app',
        buildImage({
          layers: [[file]],
          spoilManifest: (manifest) => (
            (manifest['layers'][0].digest = `../../../${new URL(forbidden).host}`), manifest
          ),
        }),
        '1',
      ),
  },
];

/** Registries that lead to an address that the guard does not let through, each by another way. */
export const leadingRegistries = (forbidden: string): readonly Pick<HostileRegistry, 'what' | 'arrange'>[] => [
  {
    what: 'redirects for the manifest',
    arrange: (registry) => registry.override(MANIFEST, status(302, { location: forbidden })),
  },
  {
    what: 'redirects for a layer',
    arrange: (registry, image) => registry.override(layerPath(image), status(307, { location: forbidden })),
  },
  {
    what: 'sends for a token',
    arrange: (registry) =>
      registry.override(MANIFEST, status(401, { 'www-authenticate': `Bearer realm="${forbidden}"` })),
  },
];
