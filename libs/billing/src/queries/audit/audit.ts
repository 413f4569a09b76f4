import { type Clock, CLOCK, type Microcredits, noCredits, refused, timestamp, toCredits } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { unopened } from '../../domain/credit-ledger';
import type { LedgerAnchor } from '../../domain/ledger-anchor';
import { totalOf } from '../../domain/lot';
import { type Period, periodOf } from '../../domain/period';
import { LedgerAnchors } from '../../ledger-anchors';
import { LedgerHistory } from '../../ledger-history';
import { LedgerReplays } from '../../ledger-replays';
import { creditBalanceDocuments } from '../documents';
import { CreditStanding } from '../credit-standing';
import { isInstant, requestedPeriod } from '../requested-period';
import { cursorFrom } from './audit-cursor';
import { failuresOf } from './failures';
import { lastingDifference } from './lasting-difference';
import type { AuditEntry, Books, Replayed } from './ledger-replay';

export interface AuditView {
  readonly asOf: string;
  /**
   * The spendable credits: if a month has begun since the newest entry, those with which its first command will open
   * it.
   */
  readonly balance: number;
  /** The balance after the newest entry. */
  readonly recordedBalance: number;
  /** The months between the newest entry and `asOf`, which their first command will open. */
  readonly unopenedMonths: readonly string[];
  /** A page of entries, oldest first. */
  readonly entries: readonly AuditEntry[];
  /** The start of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly chain: {
    readonly valid: boolean;
    /** The hash of the newest entry that was checked. */
    readonly head: string;
    /** The number of entries replayed, now or by an earlier audit of this process. */
    readonly checked: number;
    /**
     * The number of those that an earlier audit replayed, at the start of their month; absent if there are none. Only
     * the newest of them is compared: its hash covers those before it. `full` replays them again.
     */
    readonly checkedBefore?: number;
    /** The first replayed month; absent if everything requested was replayed. */
    readonly since?: string;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  /** The comparison with the anchors outside the log: the newest entry of each month when it was last anchored. */
  readonly anchors: { readonly compared: number; readonly contradictions: readonly string[] };
  readonly drift: { readonly readModelBalance: number; readonly difference: number };
  /** The faults, a sentence for each; none if the ledger is sound. */
  readonly failures: readonly string[];
}

interface AuditRequest {
  readonly organizationId: string;
  readonly asOf?: string;
  readonly period?: string;
  /** The number of entries shown; all requested entries are checked. */
  readonly limit?: number;
  /** Shows entries from here on only; they are checked from the start of their month to the end of the page. */
  readonly cursor?: string;
  /**
   * Replays every month; by default, months before the newest anchored one are checked by their newest entries alone.
   */
  readonly full?: boolean;
  /** Gets every entry instead of a page, in order, so that no ledger is ever held as a whole. */
  readonly visit?: (entry: AuditEntry) => void | Promise<void>;
}

/**
 * GET /api/billing/audit: replays the ledger from its events, up to an instant: one period, the months that no anchor
 * outside the log covers, or all of it.
 * Refused: VALIDATION_ERROR; ORGANIZATION_NOT_FOUND.
 */
export class Audit extends Query<AuditView> {
  constructor(readonly input: AuditRequest) {
    super();
  }
}

const PAGE = 200;

/** How often an audit reads the ledger if entries are added meanwhile. Replaying the new entries takes milliseconds. */
const ATTEMPTS = 5;

@QueryHandler(Audit)
export class AuditHandler implements IQueryHandler<Audit> {
  constructor(
    private readonly replays: LedgerReplays,
    private readonly history: LedgerHistory,
    private readonly accounts: CreditAccounts,
    private readonly standing: CreditStanding,
    private readonly anchors: LedgerAnchors,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: request }: Audit): Promise<AuditView> {
    const { organizationId } = request;
    const now = timestamp(this.clock);
    const asOf = request.asOf === undefined ? now : instant(request.asOf);
    const period = request.period === undefined ? undefined : requestedPeriod(request.period, now);
    const isFirst = request.cursor === undefined;
    // Read before the ledger: anchors made meanwhile must not be compared with entries read before them.
    const anchors = isFirst ? (await this.anchors.of(organizationId)).filter(isOf(period)) : [];
    const since = request.full || request.visit || period !== undefined ? undefined : newestOf(anchors);
    const { shown, verified } = await this.replayed(request, { now, since, period });
    const books =
      isFirst && (request.asOf === undefined || verified === shown)
        ? verified.books
        : await this.booksAt(organizationId, request.asOf && asOf, now);
    const foreseen =
      period === undefined
        ? await this.standing.after(organizationId, books, asOf < now ? asOf : now)
        : { balance: totalOf(books.lots), months: [] };
    const chain = chainOf(shown.chain, verified.chain, since);
    const compared = { compared: anchors.length, contradictions: await this.contradictions(anchors) };
    const isWholeOfNow = isFirst && period === undefined && request.asOf === undefined;
    const drift = await this.drift(organizationId, isWholeOfNow ? totalOf(verified.books.lots) : undefined);
    return {
      asOf,
      balance: toCredits(foreseen.balance),
      recordedBalance: toCredits(totalOf(books.lots)),
      unopenedMonths: foreseen.months,
      entries: shown.page,
      nextCursor: shown.nextCursor,
      chain,
      anchors: compared,
      drift,
      failures: failuresOf({ chain, anchors: compared, drift }, { isCurrent: request.asOf === undefined }),
    };
  }

  /**
   * A page, and with the first page a replay of everything to be checked. They are one replay if each entry has to be
   * read from the beginning anyway.
   */
  private async replayed(
    { organizationId, asOf, full = false, limit = PAGE, cursor: text, visit }: AuditRequest,
    { now, since, period }: { readonly now: string; readonly since?: Period; readonly period?: Period },
  ): Promise<{ readonly shown: Replayed; readonly verified: Replayed }> {
    const cursor = text === undefined ? undefined : cursorFrom(text);
    const from = cursor?.period ?? period;
    const isOne = cursor !== undefined || full || visit !== undefined || (asOf !== undefined && since === undefined);
    const of = { organizationId, now, only: period !== undefined };
    const begin = since ?? period;
    const verify = () => this.replays.replay({ ...of, limit: 0, ...(begin !== undefined && { from: begin }) });
    const show = () =>
      this.replays.replay(
        {
          ...of,
          limit,
          anew: full,
          onlyPage: !isOne || cursor !== undefined,
          ...(from !== undefined && { from }),
          ...(asOf !== undefined && { asOf: instant(asOf) }),
          ...(cursor !== undefined && { cursor }),
        },
        visit,
      );
    if (isOne) {
      const shown = await show();
      return { shown, verified: shown };
    }
    // An entry may be added between the two reads. A page that shows it beside a balance without it would not add up.
    for (let attempt = 1; ; attempt++) {
      const verified = await verify();
      const shown = await show();
      if (shown.nextCursor !== null || shown.chain.head === verified.chain.head || attempt === ATTEMPTS)
        return { shown, verified };
    }
  }

  private async contradictions(anchors: readonly LedgerAnchor[]): Promise<string[]> {
    const found: string[] = [];
    for (const anchor of anchors) {
      const contradiction = await this.anchors.contradiction(anchor);
      if (contradiction !== undefined) found.push(contradiction);
    }
    return found;
  }

  /** The ledger at an instant, within the month of that instant alone; without an instant, the current one. */
  private async booksAt(organizationId: string, asOf: string | undefined, now: string): Promise<Books> {
    if (asOf === undefined) return this.accounts.ledger(organizationId);
    const from = await this.history.newestMonth(organizationId, periodOf(asOf));
    if (from === undefined) return unopened;
    return (await this.replays.replay({ organizationId, now, from, only: true, asOf, limit: 0 })).books;
  }

  /** Compares the read model with the current ledger, whatever instant or period was requested. */
  private async drift(organizationId: string, replayed: Microcredits | undefined): Promise<AuditView['drift']> {
    const balances = this.readModels.collection(creditBalanceDocuments);
    // The balance of the replay is compared first. If the two differ, the newest balance replaces it.
    let ledger = replayed;
    const { readModel, difference } = await lastingDifference(async () => {
      const pair = {
        ledger: ledger ?? (await this.accounts.balance(organizationId)),
        readModel: (await balances.get(organizationId))?.document.balance ?? noCredits,
      };
      ledger = undefined;
      return pair;
    });
    return { readModelBalance: toCredits(readModel), difference: toCredits(difference) };
  }
}

/** The newest anchored month, where an audit starts to replay; undefined if that is the first month of all. */
const newestOf = (anchors: readonly LedgerAnchor[]): Period | undefined =>
  anchors.length > 1 ? anchors.at(-1)!.period : undefined;

function chainOf(shown: Replayed['chain'], verified: Replayed['chain'], since: Period | undefined): AuditView['chain'] {
  const { head, checked, checkedBefore } = verified;
  const brokenAt = verified.brokenAt ?? shown.brokenAt;
  return {
    valid: brokenAt === undefined,
    head,
    checked,
    ...(checkedBefore !== 0 && { checkedBefore }),
    ...(since !== undefined && { since }),
    ...(brokenAt !== undefined && { brokenAt }),
  };
}

const isOf =
  (period: Period | undefined) =>
  (anchor: LedgerAnchor): boolean =>
    period === undefined || anchor.period === period;

function instant(text: string): string {
  if (!isInstant(text))
    return refused('VALIDATION_ERROR', 'asOf must be an ISO 8601 date, or a time with its offset from UTC', [
      {
        field: 'asOf',
        message: 'must be an ISO 8601 date, or a time with its offset from UTC, such as 2026-11-20T09:30Z',
      },
    ]);
  return new Date(text).toISOString();
}
