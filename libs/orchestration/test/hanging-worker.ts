// A worker process whose passes never end, to be killed in the middle of one. Says on standard output what it is asked.
import { startTemporalWorker } from '../src/temporal';
import { noAlarm } from './scripted-alarm';
import { scripted, untilAborted } from './scripted-worker';

async function main([address, namespace, taskQueue, workerLoss]: readonly string[]): Promise<void> {
  const said = (call: string) => console.log(call);
  const { worker } = scripted({
    prepare: async () => {
      said('prepare');
      return {};
    },
    runPass: async (_, pass, context) => {
      said(`runPass ${pass.id}`);
      await untilAborted(context);
    },
  });
  await startTemporalWorker({
    address: address!,
    namespace: namespace!,
    taskQueue: taskQueue!,
    worker,
    alarm: noAlarm,
    maxSessions: 1,
    workerLoss: Number(workerLoss),
  });
  said('started');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
