import { Connection } from '@temporalio/client';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporalCli } from '../../../scripts/engines/temporal-cli';
import { freePort } from './free-port';
import { onFreePort, type ServerProcess, startServer } from './server-process';

export interface TemporalServer extends ServerProcess {
  /** host:port */
  readonly address: string;
  readonly uiUrl?: string;
}

/** Tasks of the tenants of one queue take turns; without these the queue is first come, first served. */
const FAIRNESS = { 'matching.enableFairness': true, 'matching.useNewMatcher': true };

/**
 * Temporal's development server with the namespace `default`.
 *
 * @param options.folder keeps its data: stopped or killed, it can be started on the same folder and port again
 * @param options.uiPort where its UI listens, 0 for a free port; without it there is none
 * @param options.dynamicConfig settings beside those of fairness
 */
export async function startTemporalServer(
  options: {
    readonly folder?: string;
    readonly port?: number;
    readonly uiPort?: number;
    readonly dynamicConfig?: Readonly<Record<string, string | number | boolean>>;
  } = {},
): Promise<TemporalServer> {
  const program = await temporalCli();
  const { folder = await mkdtemp(join(tmpdir(), 'assay-temporal-')), port, uiPort, dynamicConfig = {} } = options;
  await mkdir(folder, { recursive: true });
  const own =
    options.folder === undefined ? () => rm(folder, { recursive: true, force: true }) : () => Promise.resolve();
  const start = async (port: number): Promise<TemporalServer> => {
    const ui = uiPort === 0 ? await freePort() : uiPort;
    const server = await startServer({
      name: 'the Temporal server',
      program,
      args: [
        'server',
        'start-dev',
        '--ip',
        '127.0.0.1',
        '--port',
        String(port),
        '--db-filename',
        join(folder, 'temporal.db'),
        '--log-level',
        'error',
        ...(ui === undefined ? ['--headless'] : ['--ui-port', String(ui)]),
        ...Object.entries({ ...FAIRNESS, ...dynamicConfig }).flatMap(([key, value]) => [
          '--dynamic-config-value',
          `${key}=${JSON.stringify(value)}`,
        ]),
      ],
      says: /^Server: /m,
      answers: () => describeNamespace(`127.0.0.1:${port}`),
    });
    return {
      ...server,
      address: `127.0.0.1:${port}`,
      ...(ui !== undefined && { uiUrl: `http://127.0.0.1:${ui}` }),
      stop: () => server.stop().then(own),
      kill: () => server.kill().then(own),
    };
  };
  try {
    return await (port === undefined ? onFreePort(start, freePort) : start(port));
  } catch (error) {
    await own();
    throw error;
  }
}

async function describeNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    await connection.withDeadline(Date.now() + 5_000, () =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
  } finally {
    await connection.close();
  }
}
