import { type Health, isServing } from '@assay/platform';
import type { Protection } from '@assay/sandbox';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics';
import { StartRefused } from '../start-refused';

interface AdminServer {
  /** Where it listens. */
  readonly url: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

interface AdminSources {
  readonly health: () => Promise<Health>;
  readonly metrics: Pick<Metrics, 'render'>;
  readonly log: Pick<Logger, 'error'>;
  /** The required protections that engines of this process do without. */
  readonly unprotected: readonly Protection[];
}

const routesOf = ({ health, metrics, unprotected }: AdminSources): Readonly<Record<string, () => Promise<Answer>>> => ({
  '/health/live': async () => json(200, { status: 'ok' }),
  '/health/ready': async () => {
    const answer = await health();
    return json(isServing(answer) ? 200 : 503, { ...answer, unconfined: unprotected });
  },
  '/metrics': async () => {
    const { contentType, body } = await metrics.render();
    return { status: 200, contentType, body };
  },
});

/**
 * `/health/live`, `/health/ready` and `/metrics` of one process, on a port of their own that clients of the API cannot
 * reach. It answers from the first moment of a start to the last of a stop.
 *
 * @throws StartRefused when it cannot listen
 */
export async function startAdminServer(
  { host, port }: { host: string; port: number },
  sources: AdminSources,
): Promise<AdminServer> {
  const { log } = sources;
  const routes = routesOf(sources);
  const answer = async ({ method, url = '' }: IncomingMessage): Promise<Answer> => {
    const route = routes[url.split('?')[0]!];
    if (!route) return json(404, { error: 'there is /health/live, /health/ready and /metrics' });
    if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'only GET' });
    try {
      return await route();
    } catch (error) {
      log.error({ err: error, url }, 'the admin port cannot answer');
      return json(500, { error: 'the log says why' });
    }
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void answer(request).then(({ status, contentType, body }) => {
      response
        .writeHead(status, {
          'content-type': contentType,
          'cache-control': 'no-store',
          ...(status === 503 && { 'retry-after': '5' }),
        })
        .end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartRefused(`cannot listen on ${host}:${port} (ASSAY_ADMIN_HOST, ASSAY_ADMIN_PORT): ${error.message}`),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
