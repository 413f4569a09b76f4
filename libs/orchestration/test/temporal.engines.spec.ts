import { connectTemporalOrchestrator, startTemporalWorker } from '../src/temporal';
import { orchestratorContract } from './contract';
import { noAlarm } from './scripted-alarm';
import { NAMESPACE, temporalAddress } from './temporal-server';

/** As in production: a busy machine is not taken for a lost one, and copies are not swept in the middle of a case. */
const WORKER_LOSS = 30_000;

orchestratorContract('the Temporal orchestrator', async (worker, { retry, scope }) => {
  const server = {
    address: temporalAddress(),
    namespace: NAMESPACE,
    taskQueue: `contract-${scope}`,
    workerLoss: WORKER_LOSS,
  };
  const running = await startTemporalWorker({ ...server, worker, alarm: noAlarm, maxSessions: 2 });
  const orchestrator = await connectTemporalOrchestrator({ ...server, retry });
  return {
    ...orchestrator,
    async close() {
      await running.close();
      await orchestrator.close();
    },
  };
});
