import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import {
  connectTemporalOrchestrator,
  startTemporalWorker,
  type TemporalOrchestrator,
  type TemporalWorker,
} from '../src/temporal';
import type { SessionWorker } from '../src/session-worker';
import { noAlarm } from './scripted-alarm';
import { NAMESPACE, temporalAddress } from './temporal-server';

export interface TemporalService {
  readonly server: {
    readonly address: string;
    readonly namespace: string;
    readonly taskQueue: string;
    readonly workerLoss: number;
  };
  readonly orchestrator: TemporalOrchestrator;
  /** The server's own client, as an operator uses it. */
  readonly operator: Client;
  worker(worker: SessionWorker, maxSessions?: number): Promise<TemporalWorker>;
  session(name: string): string;
  close(): Promise<void>;
}

/** One service on the server: its queues and sessions are nobody else's. */
export async function temporalService({
  workerLoss = 10_000,
  address = temporalAddress(),
} = {}): Promise<TemporalService> {
  const scope = randomUUID();
  const server = { address, namespace: NAMESPACE, taskQueue: `test-${scope}`, workerLoss };
  const orchestrator = await connectTemporalOrchestrator(server);
  const operator = new Client({ connection: Connection.lazy({ address }), namespace: NAMESPACE });
  const workers: TemporalWorker[] = [];
  return {
    server,
    orchestrator,
    operator,
    async worker(worker, maxSessions = 2) {
      const running = await startTemporalWorker({ ...server, worker, alarm: noAlarm, maxSessions });
      workers.push(running);
      return running;
    },
    session: (name) => `ses_${name}_${scope}`,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await orchestrator.close();
      await operator.connection.close();
    },
  };
}
