import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The answer of a site at an address: a page, or a handler of the request. */
export type SiteAnswer =
  | { readonly status?: number; readonly headers?: OutgoingHttpHeaders; readonly body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on this machine. */
export interface TestSite {
  readonly port: number;
  /** The answers by path; every other path is not found. */
  readonly answers: Map<string, SiteAnswer>;
  /** `GET /path` of each request, in order. */
  readonly requests: string[];
  /** The number of requests for the path. */
  asked(request: string): number;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly tls?: {
    readonly key: string;
    readonly cert: string;
    readonly minVersion?: 'TLSv1';
    readonly maxVersion?: 'TLSv1.1';
    readonly ciphers?: string;
  };
}

export async function openSite(
  answers: Readonly<Record<string, SiteAnswer>> = {},
  { tls }: SiteOptions = {},
): Promise<TestSite> {
  const known = new Map(Object.entries(answers));
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = known.get(request.url ?? '') ?? {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'not here',
    };
    if (typeof answer === 'function') return answer(request, response);
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...answer.headers })
      .end(request.method === 'HEAD' ? undefined : answer.body);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    answers: known,
    requests,
    asked: (wanted) => requests.filter((request) => request === wanted).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
