import type { EventStore } from '@assay/event-store';
import { type CredentialStores, loadCredential } from '@assay/integrations';
import type { Clock, CodeHost } from '@assay/kernel';
import { type DeliveryOutcome, retryAfter } from '@assay/notifications';
import type { TargetSources } from '@assay/scanning';
import { type GuardedResponse, TargetNotAllowed, TargetUnreachable, guardedFetch } from '@assay/targets';
import { isLimited, outcomeOf } from './host-answer';
import type { HostLimits } from './host-limits';

/** The most bytes of an answer. A page of comments may have 50 of 256 KB each; other answers are small. */
const MOST_READ = 16 * 1024 * 1024;
/** Does not limit the bytes: a longer answer is read in part, and its status shows that the request was accepted. */
const LIMITS = { bytes: Number.MAX_SAFE_INTEGER, redirects: 0, time: 15_000 };
/** The success statuses in the hosts' API descriptions: a proxy may answer with others. */
const TAKEN = { GET: 200, POST: 201, PUT: 200, PATCH: 200 } as const;

interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** The path below the root of the API, such as `/repos/ada/shop/statuses/…`. */
  readonly path: string;
  readonly body?: object;
  /** Statuses that the caller handles, besides 2xx. */
  readonly expected?: readonly number[];
}

interface HostAnswer {
  readonly status: number;
  readonly text: string;
  /** Whether the text is complete; false if the answer was longer than the limit. */
  readonly isWhole: boolean;
}

/** The API of a code host, with an organization's access token. */
export interface HostApi {
  readonly host: CodeHost;
  /** @throws DeliveryEnded if the answer is neither as in the host's API nor expected; TargetUnreachable */
  call(request: HostRequest): Promise<HostAnswer>;
}

/** Ends a delivery with this outcome; there is nothing left to do. */
export class DeliveryEnded extends Error {
  constructor(readonly outcome: DeliveryOutcome) {
    super(outcome.kind);
    this.name = 'DeliveryEnded';
  }
}

/** The access to code hosts: their addresses and the credentials. */
export interface HostAccess {
  readonly sources: Pick<TargetSources, 'guard' | 'addresses'>;
  readonly stores: CredentialStores & { readonly events: EventStore };
  readonly clock: Clock;
  /** The limits, shared by all channels of a process. */
  readonly limits: HostLimits;
}

/** @throws DeliveryEnded if there is no address or token; SecretUnreadable, InfrastructureError */
export async function openHostApi(
  { sources: { guard, addresses }, stores, clock, limits }: HostAccess,
  {
    host,
    organizationId,
    what,
    signal,
  }: {
    readonly host: CodeHost;
    readonly organizationId: string;
    /** The name of the delivered thing, for reasons: `status`. */
    readonly what: string;
    readonly signal: AbortSignal;
  },
): Promise<HostApi> {
  const base = addresses[host];
  if (base === undefined) return skip(`this service has no address of ${host}`);
  const token = await loadCredential(stores, { organizationId, integration: host, credential: 'accessToken' });
  if (token === undefined) return skip(`no access token is set (POST /api/settings/integrations/${host})`);
  const headers = { 'content-type': 'application/json', ...SHAPES[host].headers(token) };
  return {
    host,
    async call({ method, path, body, expected = [] }) {
      const wait = limits.waitFor(base, token, clock.now());
      if (wait !== undefined) return retry('the host limits requests with this access token', wait);
      const url = `${apiOf(host, base)}${path}`;
      const sent = body !== undefined && { body: JSON.stringify(body) };
      const answer = await guardedFetch({ url, method, headers, ...sent, guard, limits: LIMITS, signal });
      const { text, isWhole } = await beginningOf(answer);
      const { status } = answer;
      const [said, now] = [{ status, headers: answer.headers, text }, clock.now()];
      const after = retryAfter(answer.headers, now);
      if (after !== undefined || isLimited(said, now)) limits.limited(base, token, now, after);
      const outcome = outcomeOf(said, what, now);
      if (outcome.kind === 'failed' && expected.includes(status)) return { status, text, isWhole };
      if (outcome.kind !== 'delivered') throw new DeliveryEnded(outcome);
      if (status < 300 && status !== TAKEN[method])
        return retry(`the host answered ${status}, where its API says ${TAKEN[method]}`);
      if (!isWhole && method === 'GET') return failed(`the host answered with more than ${MOST_READ} bytes`);
      return { status, text, isWhole };
    },
  };
}

/** @throws DeliveryEnded */
export function skip(reason: string): never {
  throw new DeliveryEnded({ kind: 'skipped', reason });
}

function retry(reason: string, after?: number): never {
  throw new DeliveryEnded({ kind: 'retry', reason, after });
}

function failed(reason: string): never {
  throw new DeliveryEnded({ kind: 'failed', reason });
}

async function beginningOf(answer: GuardedResponse): Promise<Pick<HostAnswer, 'text' | 'isWhole'>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > MOST_READ) {
      answer.discard();
      return { text: Buffer.concat(parts).toString(), isWhole: false };
    }
    parts.push(part);
  }
  return { text: Buffer.concat(parts).toString(), isWhole: true };
}

const UNDESCRIBED = 'the host answered with what its API does not describe';

/** @throws DeliveryEnded if the text is not JSON, such as the page of a proxy */
export function jsonIn({ text }: Pick<HostAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return retry(UNDESCRIBED);
    throw error;
  }
}

/** The id of the created object. @throws DeliveryEnded if the answer lacks it */
export function idIn(answer: Pick<HostAnswer, 'text'>): number {
  const id = (jsonIn(answer) as { readonly id?: unknown } | null)?.id;
  return Number.isSafeInteger(id) ? (id as number) : retry(UNDESCRIBED);
}

/** @throws DeliveryEnded if the answer is not a list */
export function listIn<Each>(answer: Pick<HostAnswer, 'text'>): readonly Each[] {
  const list = jsonIn(answer);
  return Array.isArray(list) ? (list as Each[]) : retry(UNDESCRIBED);
}

/** Turns the errors that end a delivery into its outcome. An unexpected error is thrown, and the delivery repeated. */
export async function outcomeIn(host: CodeHost, work: () => Promise<DeliveryOutcome>): Promise<DeliveryOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeliveryEnded) return error.outcome;
    if (error instanceof TargetUnreachable)
      return { kind: 'retry', reason: `${host} cannot be reached (${error.reason})` };
    if (!(error instanceof TargetNotAllowed)) throw error;
    return {
      kind: 'failed',
      reason: `this service may not contact ${host}: ASSAY_ALLOWED_TARGETS names what it may`,
    };
  }
}

interface ApiShape {
  headers(token: string): Readonly<Record<string, string>>;
  /** The address of the API. `root` is that of the host, without a slash at its end. */
  address(root: string): string;
  /** The path of a repository below the address. */
  repository(name: string): string;
}

const SHAPES: Readonly<Record<CodeHost, ApiShape>> = {
  hosta: {
    headers: (token) => ({ accept: 'application/vnd.github+json', authorization: `Bearer ${token}` }),
    // The public service has it at a host name of its own, a self-hosted one below its address.
    address: (root) => (new URL(root).hostname === 'github.com' ? 'https://api.github.com' : `${root}/api/v3`),
    repository: (repository) => {
      const [owner = '', name = ''] = repository.split('/').map(encodeURIComponent);
      return `/repos/${owner}/${name}`;
    },
  },
  hostb: {
    headers: (token) => ({ 'private-token': token }),
    address: (root) => `${root}/api/v4`,
    repository: (repository) => `/projects/${encodeURIComponent(repository)}`,
  },
};

/**
 * The root of a host's API.
 * @param base the address of the host
 */
export const apiOf = (host: CodeHost, base: string): string => SHAPES[host].address(base.replace(/\/+$/, ''));

/** The repository's path in the API. */
export const repositoryPath = (host: CodeHost, repository: string): string => SHAPES[host].repository(repository);
