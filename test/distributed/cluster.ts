import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/engines/free-port';
import type { EngineFaults } from '../faults/engine-faults';
import { ManagedProcess } from './managed-process';

/** Where the engines are. */
export interface EngineAddresses {
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
  /** host:port */
  readonly temporalAddress: string;
}

export interface ClusterOptions {
  readonly engines: EngineAddresses;
  /** For everything that lies on a disk. */
  readonly folder: string;
  /** Keeps the task queues of clusters on one Temporal apart. */
  readonly name: string;
  /** The directories that may be analysed. */
  readonly roots: string;
  readonly workers?: number;
  readonly engineFaults?: EngineFaults;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The service as it runs on several machines: an API, a projector and workers, each a process of its own. */
export interface Cluster {
  readonly url: string;
  /** The Full Access key that the API printed at its first start. */
  readonly key: string;
  readonly api: ManagedProcess;
  readonly projector: ManagedProcess;
  readonly workers: readonly ManagedProcess[];
  /** Where a worker stages. */
  stagingOf(worker: ManagedProcess): string;
  /** SIGTERM to all. @throws Error when one of them does not end well */
  stop(): Promise<void>;
  /** SIGKILL to all that still run: what a test that failed half way must do. */
  kill(): Promise<void>;
}

export async function startCluster({
  engines,
  folder,
  name,
  roots,
  workers: count = 2,
  engineFaults,
  environment = {},
}: ClusterOptions): Promise<Cluster> {
  const apiPort = await freePort();
  const dataOf = (node: string) => join(folder, node);
  const node = async (nodeName: string, role: string): Promise<ManagedProcess> => {
    const adminPort = await freePort();
    await mkdir(dataOf(nodeName), { recursive: true });
    return new ManagedProcess({
      name: nodeName,
      script: engineFaults ? 'test/distributed/faulty-service.ts' : 'apps/cli/src/main.ts',
      args: ['serve', '--roles', role],
      environment: {
        ASSAY_EVENT_STORE_URL: engines.eventStoreUrl,
        ASSAY_READ_MODEL_URL: engines.readModelUrl,
        ASSAY_ORCHESTRATOR: `temporal://${engines.temporalAddress}/default`,
        ASSAY_TASK_QUEUE: `assay-${name}`,
        ASSAY_DATA_DIR: dataOf(nodeName),
        ASSAY_DIRECTORY_ROOTS: `*=${roots}`,
        PORT: String(apiPort),
        ASSAY_ADMIN_PORT: String(adminPort),
        ASSAY_BOOTSTRAP_TIER: 'pro',
        ASSAY_ENGINE_SLOTS: '2',
        ASSAY_LOG_LEVEL: 'warn',
        // Short, so that a lost worker is noticed while a test waits; long enough for two slow processors.
        ASSAY_WORKER_LOSS_MS: '10000',
        ASSAY_UNSTARTED_GRACE_MS: '2000',
        // The tests look again and again; how often a client may is not their subject.
        ASSAY_RATE_LIMIT: '100000',
        ASSAY_START_RATE_LIMIT: '10000',
        ...(engineFaults && { ENGINE_FAULTS: JSON.stringify(engineFaults) }),
        ...environment,
      },
      ready: () => isReady(`http://127.0.0.1:${adminPort}/health/ready`),
      patience: 120_000,
    });
  };
  const api = await node('api', 'api');
  const projector = await node('projector', 'projector');
  const workers = await Promise.all(Array.from({ length: count }, (_, index) => node(`worker-${index + 1}`, 'worker')));
  const all = [api, projector, ...workers];
  const kill = async (): Promise<void> => void (await Promise.all(all.map((process) => process.kill())));
  try {
    // The API answers questions only when there are read models: they are ready together.
    await Promise.all(all.map((process) => process.start()));
    const [key] = /asy_[\w-]{43}/.exec(api.output) ?? [];
    if (key === undefined) throw new Error(`the API printed no key:\n${api.output}`);
    return {
      url: `http://127.0.0.1:${apiPort}`,
      key,
      api,
      projector,
      workers,
      kill,
      stagingOf: (worker) => join(dataOf(worker.name), 'staging'),
      async stop() {
        await Promise.all(all.map((process) => process.stop()));
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function isReady(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}
