import type { EventStore } from '@assay/event-store';
import { inSlices, toCredits } from '@assay/kernel';
import { type CreditLedger, hashOf } from '../../domain/credit-ledger';
import { ChainVerification, type RecordedEntry, type VerifiedEntry, entryEventId } from '../../domain/entry-chain';
import { type EntryDetails, viewOf } from '../../domain/entry-view';
import { ledgerStream } from '../../domain/events';
import type { Period } from '../../domain/period';
import { LedgerHistory } from '../../ledger-history';
import { transactionId } from '../documents';
import { type AuditCursor, cursorOf, isBefore } from './audit-cursor';
import { type VerifiedPrefix, VerifiedPrefixes } from './verified-prefixes';

export interface AuditEntry {
  readonly id: string;
  readonly timestamp: string;
  readonly type: string;
  /** In credits; the value of the replay, whatever a damaged entry may claim. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reason?: string;
  readonly details: EntryDetails;
  readonly hash: string;
}

/** The part of the ledger to replay. Plain data: it is sent to another thread. */
export interface ReplayRequest {
  readonly organizationId: string;
  /** The current time, ISO 8601: ledgers are searched up to its month. */
  readonly now: string;
  /** The month to begin with; by default the organization's first. */
  readonly from?: Period;
  /** Whether only that month is replayed. */
  readonly only?: boolean;
  /** Entries after it are checked, but neither shown nor part of the ledger state. */
  readonly asOf?: string;
  /** The first entry to show. */
  readonly cursor?: AuditCursor;
  /** The number of entries to show. */
  readonly limit: number;
  /** Stops at the end of the page. */
  readonly onlyPage?: boolean;
  /** Also replays entries that an earlier replay has verified. */
  readonly anew?: boolean;
}

/** The state of a ledger that its balance depends on. */
export type Books = Pick<CreditLedger, 'status' | 'period' | 'lots' | 'prices' | 'included'>;

/** The result of a replay. It is plain data, too. */
export interface Replayed {
  readonly page: readonly AuditEntry[];
  readonly nextCursor: string | null;
  readonly chain: {
    /** The hash of the newest entry that was checked. */
    readonly head: string;
    readonly checked: number;
    /** How many of them an earlier replay had verified. */
    readonly checkedBefore: number;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  /** The state at the instant, or at the end of the replay. */
  readonly books: Books;
}

/** Replays ledgers from their events, and remembers where each replay ended. */
export class LedgerReplay {
  constructor(
    private readonly events: EventStore,
    private readonly prefixes = new VerifiedPrefixes(),
  ) {}

  /**
   * @param visit gets every shown entry instead of a page
   * @throws UnknownFact for an entry that a newer release wrote
   */
  async replay(request: ReplayRequest, visit?: (entry: AuditEntry) => void | Promise<void>): Promise<Replayed> {
    const { organizationId, asOf, cursor, limit, onlyPage = false } = request;
    const history = new LedgerHistory(this.events, { now: () => new Date(request.now) });
    const mark = visit ? undefined : (await this.events.mark()).text;
    const from = request.from ?? (await history.firstMonth(organizationId));
    const predecessor = await history.predecessor(organizationId, from);
    const prefix = visit || request.anew ? undefined : await this.known(history, request, { from, predecessor });
    const chain = new ChainVerification(predecessor);
    if (prefix) chain.resume(prefix);
    // Its last entry is read once more: it names the next month.
    const begin = prefix?.revision ?? 0;
    const source = request.only
      ? history.month(organizationId, from, { from: begin })
      : history.entries(organizationId, { from, begin });
    const page: AuditEntry[] = [];
    let [nextCursor, books]: [string | null, CreditLedger] = [null, chain.ledger];
    const ended = new Ended(prefix);
    for await (const item of inSlices(source)) {
      if (item.stream === prefix?.stream && item.revision === prefix.revision) continue;
      const head = chain.head;
      if (onlyPage && page.length === limit && nextCursor === null) {
        nextCursor = cursorOf(item);
        break;
      }
      const verified = chain.take(item);
      if (!verified) break;
      ended.at(item, head);
      // Without `asOf` nothing is left out, even if a clock that was set back puts the newest entries into the future.
      if (asOf !== undefined && item.entry.data.at > asOf) continue;
      books = chain.ledger;
      if (cursor && isBefore(item, cursor)) continue;
      if (visit) await visit(auditEntry(verified));
      else if (page.length < limit) page.push(auditEntry(verified));
      else if (limit > 0) nextCursor ??= cursorOf(item);
    }
    if (mark !== undefined && chain.broken === undefined) ended.keep(this.prefixes, chain, mark);
    return {
      page,
      nextCursor,
      chain: {
        head: chain.head,
        checked: chain.checked,
        checkedBefore: prefix ? prefix.revision + 1 : 0,
        ...(chain.broken !== undefined && { brokenAt: chain.broken }),
      },
      books: {
        status: books.status,
        period: books.period,
        lots: books.lots,
        prices: books.prices,
        included: books.included,
      },
    };
  }

  /**
   * The state of the month with which a replay begins. It is trusted while the log is the one in which it was found,
   * the months before it have not changed, and its last entry is still there.
   */
  private async known(
    history: LedgerHistory,
    { organizationId, cursor, limit, asOf }: ReplayRequest,
    { from, predecessor }: { readonly from: Period; readonly predecessor: string },
  ): Promise<VerifiedPrefix | undefined> {
    // The state at an instant lies within the month, and so does the content of a first page.
    if (asOf !== undefined || (cursor === undefined && limit > 0)) return undefined;
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : cursor.period === from ? cursor.revision : 0;
    const prefix = this.prefixes.longest(ledgerStream(organizationId, from), before);
    if (!prefix) return undefined;
    if (prefix.predecessor === predecessor && (await this.events.holds(prefix.mark)))
      for await (const { entry, eventId, revision } of history.month(organizationId, from, {
        from: prefix.revision,
        limit: 1,
      }))
        if (revision === prefix.revision && hashOf(entry) === prefix.head && eventId === entryEventId(prefix.head))
          return prefix;
    this.prefixes.forget(prefix);
    return undefined;
  }
}

/** The place that a replay has reached: a month and an entry. */
class Ended {
  private place: Pick<VerifiedPrefix, 'stream' | 'revision' | 'predecessor'> | undefined;

  constructor(prefix: VerifiedPrefix | undefined) {
    this.place = prefix;
  }

  /** @param head the hash of the chain before the entry */
  at({ stream, revision }: RecordedEntry, head: string): void {
    this.place = { stream, revision, predecessor: stream === this.place?.stream ? this.place.predecessor : head };
  }

  keep(prefixes: VerifiedPrefixes, { ledger, head }: ChainVerification, mark: string): void {
    if (this.place) prefixes.keep({ ...this.place, ledger, head, mark });
  }
}

function auditEntry({ eventId, entry, hash, amount, balanceAfter }: VerifiedEntry): AuditEntry {
  const { type, reason, details } = viewOf(entry);
  return {
    id: transactionId(eventId),
    timestamp: entry.data.at,
    type,
    amount: toCredits(amount),
    balanceAfter: toCredits(balanceAfter),
    ...(reason !== null && { reason }),
    details,
    hash,
  };
}
