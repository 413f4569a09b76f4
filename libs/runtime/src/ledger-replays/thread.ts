import { parentPort, workerData } from 'node:worker_threads';
import { LedgerReplay } from '@assay/billing';
import { openEventStore } from '@assay/platform';
import { upcasts } from '../upcasts';
import { type FromReplayThread, type ReplayThreadData, type ToReplayThread, faultOf } from './protocol';

const port = parentPort!;
const opened = openEventStore(workerData as ReplayThreadData, { readOnly: true, upcasts });
const replay = opened.then((events) => new LedgerReplay(events));
// The caller gets the error.
replay.catch(() => undefined);

const answer = async ({ id, request }: ToReplayThread): Promise<FromReplayThread> => {
  try {
    return { id, replayed: await (await replay).replay(request) };
  } catch (error) {
    return { id, fault: faultOf(error) };
  }
};

port.on('message', async (message: ToReplayThread | 'close') => {
  if (message !== 'close') return port.postMessage(await answer(message));
  port.close();
  await opened.then(
    (events) => events.close(),
    () => undefined,
  );
});
