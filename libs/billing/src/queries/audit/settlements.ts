import { toCredits } from '@assay/kernel';
import type { Microcredits } from '@assay/kernel';
import type { EntryDetails } from '../../domain/entry-view';

interface SettlingEntry {
  readonly type: string;
  readonly balanceAfter: number;
  readonly details: EntryDetails;
}

interface EndedSession {
  readonly sessionId: string;
  readonly refunded: Microcredits;
  readonly newBalance: Microcredits;
}

/**
 * Compares the ledger's settlements with what the sessions' own ends say: the refund, and a balance that the ledger had
 * since. The ends are in other streams, so that a ledger that was emptied, cut short or written anew does not agree
 * with them. They must be read before the ledger: a charge is settled before its session ends.
 *
 * @returns a sentence for each that does not agree
 */
export function settlementsThatDiffer(entries: readonly SettlingEntry[], sessions: readonly EndedSession[]): string[] {
  const settled = new Map<string, { readonly at: number; readonly refunded: number }>();
  const lastWithBalance = new Map<number, number>();
  entries.forEach(({ type, balanceAfter, details }, index) => {
    lastWithBalance.set(balanceAfter, index);
    if (type === 'settlement' && details.sessionId !== undefined)
      settled.set(details.sessionId, { at: index, refunded: details.refunded ?? 0 });
  });
  return sessions.flatMap(({ sessionId, refunded, newBalance }): string[] => {
    const settlement = settled.get(sessionId);
    if (!settlement) return [`${sessionId} has ended, and the ledger has no settlement of it`];
    if (settlement.refunded !== toCredits(refunded))
      return [
        `${sessionId} ended with ${toCredits(refunded)} credits refunded, the ledger says ${settlement.refunded}`,
      ];
    return (lastWithBalance.get(toCredits(newBalance)) ?? -1) >= settlement.at
      ? []
      : [`${sessionId} ended with a balance of ${toCredits(newBalance)} credits, which the ledger never had since`];
  });
}
