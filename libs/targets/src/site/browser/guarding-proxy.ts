import { open } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Duplex, pipeline as connectStreams } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Agent } from 'undici';
import { plainText } from '@assay/source-text';
import { type TargetGuard, TargetNotAllowed, createGuardedAgent, dialGuarded, undici } from '../../network';
import { PROXY_SOCKET } from './browser-job';
import { type Meter, createMeter } from './meter';
import { endToEndHeaders } from './proxy-headers';

export interface GuardingProxyOptions {
  readonly guard: TargetGuard;
  /** An existing folder that belongs to one browser. */
  readonly folder: string;
  /** The most bytes that may pass, in both directions together. */
  readonly bytes: number;
  /**
   * The name of a header on every answer that the proxy itself gives. Only our browser knows the name, so no site can
   * forge it.
   */
  readonly mark: string;
  /** Called once, when the bytes are used up. Nothing passes after that. */
  readonly onExhausted: () => void;
}

export interface GuardingProxy {
  /** Why the guard refused an endpoint (`host:port`, IPv6 in brackets). Nothing was sent to it. */
  readonly refusals: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Chromium opens at most 32 connections to a proxy. A compromised browser may try more. */
const MAX_CONNECTIONS = 64;
const MAX_REFUSALS = 1_000;

/**
 * Opens a forward proxy for one browser. The guard judges each request and each tunnel, and each goes to an address
 * that was checked. The proxy runs outside the browser's confinement, so a browser that a page has compromised cannot
 * change it.
 */
export async function openGuardingProxy({
  guard,
  folder,
  bytes,
  mark,
  onExhausted,
}: GuardingProxyOptions): Promise<GuardingProxy> {
  const closing = new AbortController();
  const agent = createGuardedAgent(guard, closing.signal);
  const refusals = new Map<string, string>();
  const connections = new Set<Duplex>();
  const meter = createMeter(bytes, () => {
    endAll();
    onExhausted();
  });
  const endAll = () => {
    closing.abort(new Error('the proxy is closed'));
    for (const connection of connections) connection.destroy();
  };
  const judge = (endpoint: URL): void => {
    closing.signal.throwIfAborted();
    guard.admitUrl(`${endpoint.origin}/`);
  };
  const server = createProxyServer({
    guard,
    agent,
    meter,
    judge,
    mark,
    refusals,
    connections,
    signal: closing.signal,
  });
  const release = await listen(server, folder);
  return {
    refusals,
    async close() {
      endAll();
      await agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await release();
    },
  };
}

/** `host:port`, the key of refusals. */
export const endpointOf = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)}`;

const readEndpoint = (text: string): URL | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;

interface Proxying extends Tunnelling {
  readonly agent: Agent;
  readonly mark: string;
  readonly refusals: Map<string, string>;
}

/** The server of the proxy: it forwards requests and opens tunnels. */
function createProxyServer({ agent, mark, refusals, ...tunnelling }: Proxying): Server {
  const { connections } = tunnelling;
  const server = createServer({ maxHeaderSize: 64 * 1024 });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (incoming, outgoing) => {
    const endpoint = readEndpoint(incoming.url ?? '');
    if (!endpoint) return void outgoing.writeHead(400, { [mark]: '1' }).end();
    forward(incoming, outgoing, endpoint, { ...tunnelling, agent }).catch((error: unknown) => {
      const { status, reason } = explain(error, endpoint, refusals);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(status, { [mark]: '1', 'content-type': 'text/plain' }).end(reason);
    });
  });
  server.on('connect', (incoming, client, head) => {
    client.on('error', () => undefined); // the tunnel ends when the client ends
    const endpoint = readEndpoint(`https://${incoming.url}/`);
    if (!endpoint) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    tunnel(client, head, endpoint, tunnelling).catch((error: unknown) => {
      const { status } = explain(error, endpoint, refusals);
      if (client.writable)
        client.end(`HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Bad Gateway'}\r\n${mark}: 1\r\n\r\n`);
    });
  });
  return server;
}

/** How the proxy answers after an error. A refusal of the guard is noted. */
function explain(
  error: unknown,
  endpoint: URL,
  refusals: Map<string, string>,
): { readonly status: 403 | 502; readonly reason: string } {
  const reason = plainText(error instanceof Error ? error.message : String(error), 300);
  if (!(error instanceof TargetNotAllowed)) return { status: 502, reason };
  if (refusals.size < MAX_REFUSALS) refusals.set(endpointOf(endpoint), reason);
  return { status: 403, reason };
}

interface Forwarding {
  readonly judge: (endpoint: URL) => void;
  readonly meter: Meter;
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
  { agent, judge, meter }: Forwarding & { readonly agent: Agent },
): Promise<void> {
  judge(url);
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody =
    incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined;
  const answer = await undici().request(url, {
    dispatcher: agent,
    method: incoming.method as 'GET',
    headers: endToEndHeaders(incoming.rawHeaders),
    body: hasBody ? connectStreams(incoming, meter.counting(), () => undefined) : null,
    responseHeaders: 'raw',
    signal: gone.signal,
  });
  // `raw` gives names and values alternately.
  outgoing.writeHead(answer.statusCode, endToEndHeaders(answer.headers as unknown as readonly string[]));
  await pipeline(answer.body, meter.counting(), outgoing);
}

interface Tunnelling extends Forwarding {
  readonly guard: TargetGuard;
  readonly connections: Set<Duplex>;
  readonly signal: AbortSignal;
}

async function tunnel(
  client: Duplex,
  head: Buffer,
  endpoint: URL,
  { guard, judge, meter, connections, signal }: Tunnelling,
): Promise<void> {
  judge(endpoint);
  const port = Number(endpoint.port || 443);
  const upstream = await dialGuarded(guard, { hostname: endpoint.hostname.replace(/^\[|\]$/g, ''), port }, signal);
  connections.add(upstream);
  upstream.on('error', () => undefined).once('close', () => connections.delete(upstream));
  if (client.destroyed) return void upstream.destroy();
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  upstream.write(head);
  // Errors of a tunnel need no handling here: the browser sees them at either end.
  await Promise.allSettled([
    pipeline(client, meter.counting(), upstream),
    pipeline(upstream, meter.counting(), client),
  ]);
}

/**
 * Listens on the socket file. A socket's path has at most 107 bytes, and a folder may be deep. So if the system has
 * /proc, the path goes through a descriptor of the folder.
 */
async function listen(server: Server, folder: string): Promise<() => Promise<void>> {
  const handle = process.platform === 'linux' ? await open(folder) : undefined;
  const path = handle ? `/proc/self/fd/${handle.fd}/${PROXY_SOCKET}` : join(folder, PROXY_SOCKET);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The browser is another user. No other process can enter the folder.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return async () => handle?.close();
}
