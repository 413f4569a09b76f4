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

/** A settlement without a known end of its session. */
interface UnmatchedSettlement {
  readonly sessionId: string;
  readonly projectId: string | null;
}

/**
 * Compares the ledger's settlements with the recorded ends of sessions: the refund, and a balance that the ledger has
 * had since. The ends are in other streams, so a ledger that was emptied, cut short or rewritten does not agree with
 * them. They must be read before the ledger: a charge is settled before its session ends. It receives the entries one
 * by one, oldest first, and keeps one number for each session.
 */
export class SettlementComparison {
  private readonly settled = new Map<string, { readonly at: number; readonly refunded: number }>();
  private readonly lastWithBalance = new Map<number, number>();
  private readonly ended: ReadonlySet<string>;
  private readonly unmatched: UnmatchedSettlement[] = [];
  private index = 0;

  constructor(private readonly sessions: readonly EndedSession[]) {
    this.ended = new Set(sessions.map(({ sessionId }) => sessionId));
    for (const { newBalance } of sessions) this.lastWithBalance.set(toCredits(newBalance), -1);
  }

  take({ type, balanceAfter, details: { sessionId, projectId = null, refunded = 0 } }: SettlingEntry): void {
    if (this.lastWithBalance.has(balanceAfter)) this.lastWithBalance.set(balanceAfter, this.index);
    if (type === 'settlement' && sessionId !== undefined) {
      this.settled.set(sessionId, { at: this.index, refunded });
      if (!this.ended.has(sessionId)) this.unmatched.push({ sessionId, projectId });
    }
    this.index += 1;
  }

  /** Settlements of sessions whose end was not among the given ones. */
  get withoutEnd(): readonly UnmatchedSettlement[] {
    return this.unmatched;
  }

  /** @returns a sentence for each session that does not agree */
  differing(): string[] {
    return this.sessions.flatMap((session) => this.difference(session) ?? []);
  }

  private difference({ sessionId, refunded, newBalance }: EndedSession): string | undefined {
    const settlement = this.settled.get(sessionId);
    if (!settlement) return `${sessionId} has ended, and the ledger has no settlement of it`;
    if (settlement.refunded !== toCredits(refunded))
      return `${sessionId} ended with ${toCredits(refunded)} credits refunded, the ledger says ${settlement.refunded}`;
    return this.lastWithBalance.get(toCredits(newBalance))! >= settlement.at
      ? undefined
      : `${sessionId} ended with a balance of ${toCredits(newBalance)} credits, which the ledger never had since`;
  }
}
