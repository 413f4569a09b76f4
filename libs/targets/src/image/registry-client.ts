import { ImageRefused } from './image-refused';
import { type Descriptor, MANIFEST_TYPES } from './manifest';
import type { ImageReference } from './reference';
import { type AuthorizationOptions, type RegistryCredentials, authorize } from './registry-authorization';
import { digestOf, readDocument, requireDigest, verifyBytes } from './verify-digest';

/**
 * Fetches from a registry: `guardedFetch` with its guard and limits. It follows redirects, because blobs are often in a
 * store elsewhere, and drops the Authorization header when a redirect leads to another origin. The body is the bytes as
 * they were sent.
 */
export type RegistryFetch = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}) => Promise<RegistryAnswer>;

interface RegistryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Buffer>;
  /** Releases a body that nobody reads. */
  discard(): void;
}

interface RegistryClientOptions {
  readonly reference: ImageReference;
  readonly fetch: RegistryFetch;
  /** Credentials for the registry of the reference. */
  readonly credentials?: RegistryCredentials;
  readonly signal?: AbortSignal;
}

export interface RegistryClient {
  /** @param version a tag, or a digest that is then verified. @throws ImageRefused, what `fetch` throws */
  manifest(version: string): Promise<{ readonly digest: string; readonly bytes: Buffer }>;
  /** The bytes are verified while they are read. @throws ImageRefused, what `fetch` throws */
  blob(descriptor: Descriptor): AsyncIterable<Buffer>;
}

export function createRegistryClient({ reference, fetch, credentials, signal }: RegistryClientOptions): RegistryClient {
  const { registry, repository } = reference;
  const options: AuthorizationOptions = {
    registry,
    repository,
    fetch,
    ...(credentials && { credentials }),
    ...(signal && { signal }),
  };
  let authorization: string | undefined;

  /** Sends the last authorization that worked. If that token has expired, it gets a new one, once. */
  const get = async (path: string, accept: string): Promise<RegistryAnswer> => {
    const ask = () =>
      fetch({
        url: `${registry}/v2/${repository}/${path}`,
        headers: { accept, 'accept-encoding': 'identity', ...(authorization && { authorization }) },
        ...(signal && { signal }),
      });
    const first = await ask();
    if (first.status !== 401) return first;
    first.discard();
    authorization = await authorize(String(first.headers['www-authenticate'] ?? ''), options);
    return await ask();
  };

  const body = async (path: string, accept: string, what: string): Promise<RegistryAnswer> => {
    const answer = await get(path, accept);
    if (answer.status === 200) return answer;
    answer.discard();
    throw new ImageRefused(faultOf(answer.status), what, {
      detail: `status ${answer.status} of ${new URL(registry).host}`,
    });
  };

  return {
    async manifest(version) {
      const what = `${repository}:${version}`;
      const answer = await body(`manifests/${version}`, MANIFEST_TYPES.join(', '), what);
      const bytes = await readDocument(
        version.includes(':') ? verifyBytes(answer.body, { digest: version }) : answer.body,
        what,
      );
      const digest = version.includes(':') ? version : digestOf(bytes);
      const announced = answer.headers['docker-content-digest'];
      if (typeof announced === 'string' && announced.startsWith('sha256:') && announced !== digest)
        throw new ImageRefused('DIGEST_MISMATCH', what, { detail: `the registry announced ${announced.slice(0, 80)}` });
      return { digest, bytes };
    },
    async *blob({ digest, size }) {
      requireDigest(digest); // checked before it becomes part of an address
      yield* verifyBytes((await body(`blobs/${digest}`, '*/*', digest)).body, { digest, size });
    },
  };
}

function faultOf(status: number): ConstructorParameters<typeof ImageRefused>[0] {
  switch (status) {
    case 401:
    case 403:
      return 'UNAUTHORIZED';
    case 404:
      return 'NOT_FOUND';
    case 429:
      return 'RATE_LIMITED';
    default:
      return status >= 500 ? 'REGISTRY_FAILED' : 'INVALID_ANSWER';
  }
}
