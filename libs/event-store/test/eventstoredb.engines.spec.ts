import { afterAll } from '@jest/globals';
import { openEventStoreDb } from '@assay/event-store';
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb/server';
import { alternating } from './alternating';
import { eventStoreContract } from './contract';
import { historyContract } from './history/contract';
import { contractUpcasts } from './reading/upcasting';
import { temporaryFile } from './temporary-file';

/** One stand-in for all cases, like a real server: each case finds the events of earlier ones. */
let standIn: Promise<StandIn> | undefined;

afterAll(async () => (await standIn)?.close());

async function openOnStandIn() {
  standIn ??= startStandIn({ file: temporaryFile() });
  return openEventStoreDb({ url: (await standIn).url, deadlineMs: 30_000, upcasts: contractUpcasts });
}

eventStoreContract('EventStoreDB (stand-in)', openOnStandIn);

// One process's knowledge of a stream is outdated whenever the other has written.
describe('histories that two processes write on one EventStoreDB in turn', () => {
  historyContract(async () => alternating(await openOnStandIn(), await openOnStandIn()));
});

const url = process.env['ASSAY_TEST_ESDB_URL'];
if (url !== undefined)
  eventStoreContract('EventStoreDB', () => openEventStoreDb({ url, deadlineMs: 30_000, upcasts: contractUpcasts }));
