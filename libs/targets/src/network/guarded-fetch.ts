import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { meteredBody } from './body';
import { type Deadline, openDeadline } from './deadline';
import { TargetUnreachable } from './errors';
import type { TargetGuard } from './guard';
import { createGuardedAgent } from './guarded-agent';
import { undici } from './undici';
import { unreachable } from './unreachable';

export interface FetchLimits {
  /** Bytes of the body. The limit applies to the bytes on the wire and to the decoded ones. */
  readonly bytes: number;
  readonly redirects: number;
  /** Milliseconds for everything: name resolution, connections, redirects, and the whole body. */
  readonly time: number;
}

export interface GuardedFetchOptions {
  readonly url: string;
  readonly guard: TargetGuard;
  readonly limits: FetchLimits;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Headers with lower-case names. Those with credentials are sent only to the origin of `url`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Decides whether to follow a redirect. A redirect that is not followed becomes the answer. Default: all are
   * followed. The guard refuses first.
   */
  readonly mayFollow?: (next: URL) => boolean;
  /** The body to send. A request that sends something follows no redirect: the redirect is the answer. */
  readonly body?: string | Buffer;
  /** Only status and headers are read: the body may be of any length and encoding. The caller must discard it. */
  readonly headOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface GuardedResponse {
  /** The URL after all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The answers that redirected, in order. */
  readonly redirects: readonly {
    readonly url: string;
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
  }[];
  /**
   * The decoded body (gzip, deflate, br) as a stream. Read it once; the reader may stop early. It throws
   * TargetTooLarge, TargetUnreachable, the signal's reason. The connection is released when the stream ends, at
   * `discard()`, or when the time is over.
   */
  readonly body: AsyncIterable<Buffer>;
  discard(): void;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'private-token',
  'x-api-key',
]);

/**
 * Fetches a URL of a target. The guard checks every step.
 * @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge (if the announced length is too large), the signal's
 *   reason
 */
export async function guardedFetch(options: GuardedFetchOptions): Promise<GuardedResponse> {
  const deadline = openDeadline(options.limits.time, options.signal);
  const agent = createGuardedAgent(options.guard, deadline.signal);
  const release = () => {
    deadline.close();
    void agent.destroy();
  };
  deadline.signal.addEventListener('abort', () => void agent.destroy(), { once: true });
  try {
    return await follow(options, agent, deadline, release);
  } catch (error) {
    release();
    throw unreachable(error, options.url, deadline, options.signal);
  }
}

async function follow(
  options: GuardedFetchOptions,
  agent: Agent,
  deadline: Deadline,
  release: () => void,
): Promise<GuardedResponse> {
  const { guard, limits, method = 'GET' } = options;
  const redirects: GuardedResponse['redirects'][number][] = [];
  let headers: Readonly<Record<string, string>> = {
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'assay',
    ...options.headers,
  };
  for (let url = guard.admitUrl(options.url); ; ) {
    const answer = await undici().request(url, {
      dispatcher: agent,
      method,
      headers: { ...headers },
      ...(options.body !== undefined && { body: options.body }),
      signal: deadline.signal,
      headersTimeout: limits.time,
      bodyTimeout: limits.time,
    });
    const location =
      options.body === undefined && REDIRECTS.has(answer.statusCode) ? answer.headers['location'] : undefined;
    if (typeof location !== 'string') return respond(options, url, answer, redirects, deadline, release);
    const next = nextUrl(options, answer, location, url);
    if (next === undefined) return respond(options, url, answer, redirects, deadline, release);
    drop(answer);
    redirects.push({ url: url.href, status: answer.statusCode, headers: answer.headers });
    if (redirects.length > limits.redirects)
      throw new TargetUnreachable(options.url, 'redirects', `it redirects more than ${limits.redirects} times`);
    if (next.origin !== url.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));
    url = next;
  }
}

/** The URL of the redirect; undefined if the caller does not follow it. */
function nextUrl(
  { guard, mayFollow }: GuardedFetchOptions,
  answer: Dispatcher.ResponseData,
  location: string,
  base: URL,
): URL | undefined {
  try {
    const next = guard.admitUrl(resolveLocation(location, base));
    return (mayFollow?.(next) ?? true) ? next : undefined;
  } catch (error) {
    drop(answer);
    throw error;
  }
}

/** A redirect to a whole URL is passed on as written, so that the guard can see a disguise. */
function resolveLocation(location: string, base: URL): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(location)) return location;
  if (!URL.canParse(location, base.href))
    throw new TargetUnreachable(base.href, 'redirects', 'it redirects to what is not a URL');
  return new URL(location, base).href;
}

function respond(
  { method, limits, headOnly = false, signal }: GuardedFetchOptions,
  url: URL,
  answer: Dispatcher.ResponseData,
  redirects: GuardedResponse['redirects'],
  deadline: Deadline,
  release: () => void,
): GuardedResponse {
  const body = meteredBody(answer, {
    bytes: limits.bytes,
    empty: method === 'HEAD' || headOnly,
    translate: (error) => unreachable(error, url.href, deadline, signal),
    release,
  });
  const discard = () => {
    drop(answer);
    release();
  };
  return { url: url.href, status: answer.statusCode, headers: answer.headers, redirects, body, discard };
}

/** Drops the body and its connection: a redirect's body may be endless. */
function drop({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy(); // the expected error says that the body was not read to its end
}
