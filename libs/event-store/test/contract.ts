import type { EventStore } from '@assay/event-store';
import { appendingContract } from './appending/contract';
import { historyContract } from './history/contract';
import { identityContract } from './identity/contract';
import { readingContract } from './reading/contract';
import { streamsContract } from './streams/contract';
import { subscribingContract } from './subscribing/contract';

/**
 * Opens a store with `contractUpcasts`. It may hold other tests' events: every case writes to streams of its own and
 * looks at no others.
 */
export type OpenStore = () => Promise<EventStore>;

/**
 * The promises of the port, for any adapter. Positions are opaque numbers that rise, with gaps allowed; each case names
 * its streams itself, so that a server that cannot be emptied between two cases passes as well.
 */
export function eventStoreContract(name: string, open: OpenStore): void {
  describe(`${name} as an event store`, () => {
    describe('appending', () => appendingContract(open));
    describe('reading', () => readingContract(open));
    describe('streams', () => streamsContract(open));
    describe('subscribing', () => subscribingContract(open));
    describe('identity', () => identityContract(open));
    describe('histories', () => historyContract(open));
  });
}
