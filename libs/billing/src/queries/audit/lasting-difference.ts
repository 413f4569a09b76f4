import { type Microcredits, microcredits, pause } from '@assay/kernel';

interface BalancePair {
  readonly ledger: Microcredits;
  readonly readModel: Microcredits;
}

const RECHECKS = 10;
/** Milliseconds. A projector stores a batch within some tens of them. */
const RECHECK_AFTER = 200;
const NEVER_ABORTED = new AbortController().signal;

/**
 * Compares the ledger with its read model while a service may be writing. The two are read one after the other, so that
 * a charge in between looks like drift, and so does a read model that is some events behind. Only a lasting difference
 * counts.
 *
 * @param read reads both balances as they are now
 * @returns the first pair that agrees, or the last of several that do not
 */
export async function lastingDifference(
  read: () => Promise<BalancePair>,
  wait: () => Promise<void> = () => pause(RECHECK_AFTER, NEVER_ABORTED),
): Promise<BalancePair & { readonly difference: Microcredits }> {
  let pair = await read();
  for (let recheck = 0; pair.ledger !== pair.readModel && recheck < RECHECKS; recheck += 1) {
    await wait();
    pair = await read();
  }
  return { ...pair, difference: microcredits(pair.readModel - pair.ledger) };
}
