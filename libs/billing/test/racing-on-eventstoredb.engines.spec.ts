import { openEventStoreDb } from '@assay/event-store';
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb/server';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { racingContract } from './racing-contract';

let standIn: StandIn | undefined;
afterAll(() => standIn?.close());

racingContract('EventStoreDB (stand-in)', async () => {
  standIn = await startStandIn({ file: temporaryFile() });
  return openEventStoreDb({ url: standIn.url, deadlineMs: 30_000 });
});
