import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tarGz } from '../archives/tar-writer';

export interface Publication {
  readonly files?: Readonly<Record<string, string>>;
  /** A packed tarball, instead of files. */
  readonly tarball?: Buffer;
  readonly publishedAt?: string;
  /** Additional or other values of the manifest. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Other values of `dist`. */
  readonly dist?: Readonly<Record<string, unknown>>;
}

/** An npm-compatible registry on loopback. */
export interface PackageRegistry {
  readonly url: string;
  readonly port: number;
  /** The requests, in order. */
  readonly requests: { readonly path: string; readonly accept: string | undefined }[];
  publish(
    name: string,
    versions: Readonly<Record<string, Publication>>,
    more?: Readonly<Record<string, unknown>>,
  ): void;
  /** Lets a handler answer in place of the registry: the handler returns whether it did. */
  intercept(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  close(): Promise<void>;
}

export async function openPackageRegistry(): Promise<PackageRegistry> {
  const packuments = new Map<string, unknown>();
  const tarballs = new Map<string, Buffer>();
  const requests: { path: string; accept: string | undefined }[] = [];
  let intercepted: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, accept: request.headers.accept });
    if (intercepted(request, response)) return;
    const path = decodeURIComponent(request.url!.slice(1));
    if (packuments.has(path))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packuments.get(path)));
    else if (tarballs.has(path))
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarballs.get(path));
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://registry.example:${port}`;
  return {
    url,
    port,
    requests,
    publish(name, versions, more = {}) {
      const manifests = Object.entries(versions).map(([version, { files = {}, tarball, manifest, dist }]) => {
        const packed =
          tarball ??
          tarGz(
            ...Object.entries({ 'package.json': JSON.stringify({ name, version }), ...files }).map(
              ([path, content]) => ({ name: `package/${path}`, content }),
            ),
          );
        const path = `${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
        tarballs.set(path, packed);
        return [
          version,
          {
            name,
            version,
            ...manifest,
            dist: {
              tarball: `${url}/${path}`,
              integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
              shasum: createHash('sha1').update(packed).digest('hex'),
              ...dist,
            },
          },
        ];
      });
      const times = Object.entries(versions).flatMap(([version, { publishedAt }]) =>
        publishedAt === undefined ? [] : [[version, publishedAt]],
      );
      packuments.set(name, {
        name,
        'dist-tags': { latest: Object.keys(versions).at(-1) },
        versions: Object.fromEntries(manifests),
        time: Object.fromEntries(times),
        ...more,
      });
    },
    intercept: (handler) => (intercepted = handler),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
