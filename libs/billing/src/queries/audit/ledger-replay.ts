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
  /** In credits; what the replay gives, whatever a damaged entry may say. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reason?: string;
  readonly details: EntryDetails;
  readonly hash: string;
}

/** The part of the ledger to replay. Plain data: it travels to another thread. */
export interface ReplayRequest {
  readonly organizationId: string;
  /** The month by the clock, ISO 8601: ledgers are looked for up to there. */
  readonly now: string;
  /** Where it begins; the organization's first month unless told. */
  readonly from?: Period;
  /** Whether that month alone is replayed. */
  readonly only?: boolean;
  /** Entries after it are checked and neither shown nor part of the books. */
  readonly asOf?: string;
  /** The first entry that is shown. */
  readonly cursor?: AuditCursor;
  /** Entries that are shown. */
  readonly limit: number;
  /** Ends where the page ends. */
  readonly onlyPage?: boolean;
  /** Replays also what an earlier replay has found whole. */
  readonly anew?: boolean;
}

/** A ledger, as far as a balance hangs on it. */
export type Books = Pick<CreditLedger, 'status' | 'period' | 'lots' | 'prices' | 'included'>;

/** The result of a replay. Plain data, too. */
export interface Replayed {
  readonly page: readonly AuditEntry[];
  readonly nextCursor: string | null;
  readonly chain: {
    /** The hash of the newest entry that was checked. */
    readonly head: string;
    readonly checked: number;
    /** Those of them that an earlier replay had found whole. */
    readonly checkedBefore: number;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  /** As they were at the instant, or where the replay ended. */
  readonly books: Books;
}

/** Replays ledgers from their events, and remembers where it ended. */
export class LedgerReplay {
  constructor(
    private readonly events: EventStore,
    private readonly prefixes = new VerifiedPrefixes(),
  ) {}

  /**
   * @param visit is given every entry that is shown instead of a page
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
    // Its last entry is read once more: it says which month follows.
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
      // Without an asOf nothing is left out, also where a clock that was set back makes the newest entries lie ahead.
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
   * The state of the month with which a replay begins. It is believed while the log is the one in which it was found,
   * what comes before the month has not changed, and the entry on which it rests is still there.
   */
  private async known(
    history: LedgerHistory,
    { organizationId, cursor, limit, asOf }: ReplayRequest,
    { from, predecessor }: { readonly from: Period; readonly predecessor: string },
  ): Promise<VerifiedPrefix | undefined> {
    // Books of an instant are in its midst, and so is what a first page shows.
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

/** Where in which month a replay has come. */
class Ended {
  private place: Pick<VerifiedPrefix, 'stream' | 'revision' | 'predecessor'> | undefined;

  constructor(prefix: VerifiedPrefix | undefined) {
    this.place = prefix;
  }

  /** @param head of the chain before the entry */
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
