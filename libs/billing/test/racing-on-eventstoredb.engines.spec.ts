import { openEventStoreDb } from '@assay/event-store';
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb/server';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { racingContract } from './racing-contract';

const standIns: StandIn[] = [];
afterAll(() => Promise.all(standIns.map((standIn) => standIn.close())));

racingContract('EventStoreDB (stand-in)', async () => {
  const standIn = await startStandIn({ file: temporaryFile() });
  standIns.push(standIn);
  return openEventStoreDb({ url: standIn.url, deadlineMs: 30_000 });
});
