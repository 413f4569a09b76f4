import type { EventStore } from '@assay/event-store';
import { type CredentialStores, loadCredential } from '@assay/integrations';
import type { Clock } from '@assay/kernel';
import type { DeliveryOutcome } from '@assay/notifications';
import type { TargetSources } from '@assay/scanning';
import { TargetNotAllowed, TargetUnreachable, guardedFetch } from '@assay/targets';
import type { CodeHost } from '../domain/code-host';
import { outcomeOf } from './host-answer';

/** A page of comments may have 50 of 256 KB each; other answers are small. */
const LIMITS = { bytes: 16 * 1024 * 1024, redirects: 0, time: 15_000 };

interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below the root of the API, such as `/repos/ada/shop/statuses/…`. */
  readonly path: string;
  readonly body?: object;
  /** Answers that mean something to the caller, beside 2xx. */
  readonly expected?: readonly number[];
}

interface HostAnswer {
  readonly status: number;
  readonly text: string;
}

/** The API of a code host, with an organization's access token. */
export interface HostApi {
  readonly host: CodeHost;
  /** @throws DeliveryEnded unless the answer is 2xx or expected; TargetUnreachable, TargetTooLarge */
  call(request: HostRequest): Promise<HostAnswer>;
}

/** Nothing more is to be done about what is delivered, and this is how it ended. */
export class DeliveryEnded extends Error {
  constructor(readonly outcome: DeliveryOutcome) {
    super(outcome.kind);
    this.name = 'DeliveryEnded';
  }
}

/** Where code hosts are, and what they are called with. */
export interface HostAccess {
  readonly sources: Pick<TargetSources, 'guard' | 'addresses'>;
  readonly stores: CredentialStores & { readonly events: EventStore };
  readonly clock: Clock;
}

/** @throws DeliveryEnded where there is no address or token; SecretUnreadable, InfrastructureError */
export async function openHostApi(
  { sources: { guard, addresses }, stores, clock }: HostAccess,
  {
    host,
    organizationId,
    what,
    signal,
  }: {
    readonly host: CodeHost;
    readonly organizationId: string;
    /** What is told, for reasons: `status`. */
    readonly what: string;
    readonly signal: AbortSignal;
  },
): Promise<HostApi> {
  const base = addresses[host];
  if (base === undefined) return skip(`this service has no address of ${host}`);
  const token = await loadCredential(stores, { organizationId, integration: host, credential: 'accessToken' });
  if (token === undefined) return skip(`no access token is set (POST /api/settings/integrations/${host})`);
  const headers = { 'content-type': 'application/json', ...headersOf(host, token) };
  return {
    host,
    async call({ method, path, body, expected = [] }) {
      const url = `${apiOf(host, base)}${path}`;
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await guardedFetch({ url, method, headers, ...sent, guard, limits: LIMITS, signal });
      const parts: Buffer[] = [];
      for await (const part of answer.body) parts.push(part);
      const text = Buffer.concat(parts).toString();
      const { status } = answer;
      const outcome = outcomeOf({ status, headers: answer.headers, text }, what, clock.now());
      if (outcome.kind === 'delivered' || (outcome.kind === 'failed' && expected.includes(status)))
        return { status, text };
      throw new DeliveryEnded(outcome);
    },
  };
}

/** @throws DeliveryEnded */
export function skip(reason: string): never {
  throw new DeliveryEnded({ kind: 'skipped', reason });
}

/** How a delivery ends by whatever ends it. What is unexpected is thrown, and attempted again. */
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

const headersOf = (host: CodeHost, token: string): Readonly<Record<string, string>> =>
  host === 'hosta'
    ? { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` }
    : { 'private-token': token };

/**
 * The public hosta has its API at a name of its own, one that somebody hosts has it below its address.
 * @param base the address of the host
 */
export function apiOf(host: CodeHost, base: string): string {
  const root = base.replace(/\/+$/, '');
  if (host === 'hostb') return `${root}/api/v4`;
  return new URL(base).hostname === 'github.com' ? 'https://api.github.com' : `${root}/api/v3`;
}

/** The repository as the path of an API names it. */
export const repositoryPath = (host: CodeHost, repository: string): string => {
  if (host === 'hostb') return `/projects/${encodeURIComponent(repository)}`;
  const [owner = '', name = ''] = repository.split('/').map(encodeURIComponent);
  return `/repos/${owner}/${name}`;
};
