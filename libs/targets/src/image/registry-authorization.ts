import { ImageRefused } from './image-refused';
import { objectOr, parseJsonObject, textOf } from './json-document';
import { readDocument } from './verify-digest';
import type { RegistryFetch } from './registry-client';

export interface RegistryCredentials {
  readonly username: string;
  readonly password: string;
}

export interface AuthorizationOptions {
  readonly registry: string;
  readonly repository: string;
  readonly fetch: RegistryFetch;
  readonly credentials?: RegistryCredentials;
  readonly signal?: AbortSignal;
}

/**
 * Answers a registry's challenge. Depending on it, the answer is a token from the address that the challenge names, or
 * the credentials themselves. The token is requested only for reading this repository, whatever the challenge says.
 * @returns the value of an Authorization header
 * @throws ImageRefused UNAUTHORIZED, INVALID_ANSWER, what `fetch` throws
 */
export async function authorize(challenge: string, options: AuthorizationOptions): Promise<string> {
  const { registry, repository, credentials } = options;
  const scheme = /^\s*(\w+)/.exec(challenge)?.[1]?.toLowerCase();
  const fields = Object.fromEntries(
    [...challenge.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!.toLowerCase(), value!]),
  );
  if (scheme === 'bearer' && fields['realm'] !== undefined)
    return `Bearer ${await fetchToken(realmOf(fields['realm'], options), fields['service'], options)}`;
  if (scheme === 'basic' && credentials) return basic(requireSafe(new URL(registry), options));
  throw new ImageRefused('UNAUTHORIZED', repository);
}

function realmOf(realm: string, options: AuthorizationOptions): URL {
  const url = URL.canParse(realm) ? new URL(realm) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new ImageRefused('INVALID_ANSWER', options.repository, { detail: 'it names no address for tokens' });
  if (options.credentials) requireSafe(url, options);
  return url;
}

/** If the registry itself uses https, its credentials must not be sent to a plain http address. */
function requireSafe(url: URL, { registry, repository, credentials }: AuthorizationOptions): RegistryCredentials {
  if (url.protocol !== 'https:' && new URL(registry).protocol === 'https:')
    throw new ImageRefused('UNAUTHORIZED', repository, {
      detail: 'the registry wants the password sent without encryption',
    });
  return credentials!;
}

async function fetchToken(
  realm: URL,
  service: string | undefined,
  { repository, fetch, credentials, signal }: AuthorizationOptions,
): Promise<string> {
  if (service !== undefined) realm.searchParams.set('service', service);
  realm.searchParams.set('scope', `repository:${repository}:pull`);
  const answer = await fetch({
    url: realm.href,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(credentials && { authorization: basic(credentials) }),
    },
    ...(signal && { signal }),
  });
  if (answer.status !== 200) {
    answer.discard();
    throw new ImageRefused(
      answer.status === 429 ? 'RATE_LIMITED' : answer.status >= 500 ? 'REGISTRY_FAILED' : 'UNAUTHORIZED',
      repository,
      { detail: `status ${answer.status} for a token` },
    );
  }
  const { token, access_token } = objectOr(
    parseJsonObject(await readDocument(answer.body, repository), 'INVALID_ANSWER', repository),
  );
  const value = textOf(token) ?? textOf(access_token);
  if (value === undefined || !/^[\x21-\x7e]+$/.test(value))
    throw new ImageRefused('INVALID_ANSWER', repository, { detail: 'it gives no token' });
  return value;
}

const basic = ({ username, password }: RegistryCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
