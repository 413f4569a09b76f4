import type { FactTypes } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import { type LedgerEntryOf, ledgerOfStream } from '../domain/events';
import type { OverageCollection } from '../overage-collection';

type Settled = LedgerEntryOf<'OverageSettled'>;

const SETTLED: FactTypes<Settled> = { OverageSettled: true };

/** Has the overage of a month charged as soon as the month is closed. */
export const collectOverage = (collection: Pick<OverageCollection, 'collect'>): Reactor<Settled> => ({
  name: 'collect-overage',
  handles: SETTLED,
  react: ({ stream, data }) => collection.collect(ledgerOfStream(stream).organizationId, data),
});
