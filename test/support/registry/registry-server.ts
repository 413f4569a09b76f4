import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BuiltImage } from './image-builder';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry on this machine, limited to pulling, that gives false answers if a test sets them. */
export interface RegistryServer {
  readonly url: string;
  /** Serves an image by its digest, and by the tag if there is one. */
  push(repository: string, image: BuiltImage, tag?: string): void;
  /** Serves a manifest as it is. */
  pushManifest(
    repository: string,
    version: string,
    manifest: { readonly mediaType: string; readonly manifest: Buffer },
  ): void;
  /** Answers a path with a handler, for false answers. */
  override(path: string, handler: Handler): void;
  /** Removes all images and handlers. */
  reset(): void;
  /** The requests, with their Authorization headers. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

export interface RegistryServerOptions {
  /** The kind of authentication. */
  readonly auth?: 'none' | 'bearer' | 'basic';
  /** The user who may get a token, or access; by default anybody may get a token. */
  readonly user?: { readonly username: string; readonly password: string };
  /** Requests after which a token is no longer accepted. */
  readonly tokenLasts?: number;
}

export async function startRegistry({
  auth = 'none',
  user,
  tokenLasts = Infinity,
}: RegistryServerOptions = {}): Promise<RegistryServer> {
  const documents = new Map<string, { readonly mediaType: string; readonly bytes: Buffer }>();
  const overrides = new Map<string, Handler>();
  const requests: { path: string; authorization: string | undefined }[] = [];
  const basic = user && `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
  const tokens = new Map<string, number>();

  const isAdmitted = (authorization: string | undefined): boolean => {
    if (auth === 'none') return true;
    if (auth === 'basic') return authorization === basic;
    const left = tokens.get(authorization?.replace('Bearer ', '') ?? '') ?? 0;
    if (left > 0) tokens.set(authorization!.replace('Bearer ', ''), left - 1);
    return left > 0;
  };
  const giveToken = (authorization: string | undefined, query: URLSearchParams, response: ServerResponse): void => {
    if (basic !== undefined && authorization !== basic) return void response.writeHead(401).end();
    const token = `token-${tokens.size}-${query.get('scope')}-${query.get('service')}`;
    tokens.set(token, tokenLasts);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }));
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://registry');
    const { authorization } = request.headers;
    requests.push({ path: pathname, authorization });
    const override = overrides.get(pathname);
    if (override) return override(request, response);
    if (pathname === '/token') return giveToken(authorization, searchParams, response);
    if (!isAdmitted(authorization)) {
      const challenge =
        auth === 'bearer'
          ? 'Bearer ' +
            `realm="http://${request.headers.host}/token",service="test-registry",scope="repository:everything:*"`
          : 'Basic realm="test"';
      return void response.writeHead(401, { 'www-authenticate': challenge }).end('{"errors":[]}');
    }
    const document = documents.get(pathname);
    if (!document) return void response.writeHead(404).end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
    response
      .writeHead(200, { 'content-type': document.mediaType, 'content-length': document.bytes.length })
      .end(document.bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const pushManifest: RegistryServer['pushManifest'] = (repository, version, { mediaType, manifest }) =>
    documents.set(`/v2/${repository}/manifests/${version}`, { mediaType, bytes: manifest });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    pushManifest,
    push(repository, image, tag) {
      for (const version of [image.digest, ...(tag === undefined ? [] : [tag])])
        pushManifest(repository, version, image);
      for (const [digest, bytes] of image.blobs)
        documents.set(`/v2/${repository}/blobs/${digest}`, { mediaType: 'application/octet-stream', bytes });
    },
    override: (path, handler) => overrides.set(path, handler),
    reset() {
      documents.clear();
      overrides.clear();
      requests.length = 0;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
