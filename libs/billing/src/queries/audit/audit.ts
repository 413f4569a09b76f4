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
   * The credits that could be spent: where a month has turned since the newest entry, what its first command will open
   * it with.
   */
  readonly balance: number;
  /** The balance that the entries leave. */
  readonly recordedBalance: number;
  /** The months between the newest entry and `asOf`, which their first command will open. */
  readonly unopenedMonths: readonly string[];
  /** A page of them, oldest first. */
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null;
  readonly chain: {
    readonly valid: boolean;
    /** The hash of the newest entry that was checked. */
    readonly head: string;
    /** Entries that were replayed, now or by an earlier audit of this process. */
    readonly checked: number;
    /**
     * Those of them that an earlier audit replayed, at the beginning of their month; absent if there are none. Of them
     * the newest is compared, whose hash vouches for those before it. `full` replays them again.
     */
    readonly checkedBefore?: number;
    /** The month from which on they were; absent if that is all that was asked for. */
    readonly since?: string;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  /** Compared with what is kept outside the log of each month: its newest entry when it was last anchored. */
  readonly anchors: { readonly compared: number; readonly contradictions: readonly string[] };
  readonly drift: { readonly readModelBalance: number; readonly difference: number };
  /** The faults, a sentence for each; none if the ledger is sound. */
  readonly failures: readonly string[];
}

interface AuditRequest {
  readonly organizationId: string;
  readonly asOf?: string;
  readonly period?: string;
  /** Entries that are shown; all that are asked for are checked. */
  readonly limit?: number;
  /** Only from there on: checked from the beginning of its month to the end of the page. */
  readonly cursor?: string;
  /** Replays every month; else those before the newest anchored one are checked by their newest entries alone. */
  readonly full?: boolean;
  /** Is given every entry instead of a page, in order, so that no ledger is ever held whole. */
  readonly visit?: (entry: AuditEntry) => void | Promise<void>;
}

/**
 * GET /api/billing/audit: replays the ledger from its events, up to an instant: one period, the months that are not
 * vouched for by what is kept outside the log, or all of it.
 * Refused: VALIDATION_ERROR; ORGANIZATION_NOT_FOUND.
 */
export class Audit extends Query<AuditView> {
  constructor(readonly input: AuditRequest) {
    super();
  }
}

const PAGE = 200;

/** How often an audit reads the ledger if entries are added meanwhile. A replay of what is new takes milliseconds. */
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
    // Before the ledger is read: what is anchored meanwhile is not compared with what was read before it.
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
   * A page, and with the first one a replay of all that is to be checked. The two are one replay where each entry has
   * to be taken from the beginning anyway.
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
    // An entry may be added between the two. A page that shows it beside a balance without it would not add up.
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

  /** The books as they were, of their month alone; as they are now without an instant. */
  private async booksAt(organizationId: string, asOf: string | undefined, now: string): Promise<Books> {
    if (asOf === undefined) return this.accounts.ledger(organizationId);
    const from = await this.history.newestMonth(organizationId, periodOf(asOf));
    if (from === undefined) return unopened;
    return (await this.replays.replay({ organizationId, now, from, only: true, asOf, limit: 0 })).books;
  }

  /** Compares the read model with the ledger as it is now, whatever instant or period was asked for. */
  private async drift(organizationId: string, replayed: Microcredits | undefined): Promise<AuditView['drift']> {
    const balances = this.readModels.collection(creditBalanceDocuments);
    // The balance of the replay is compared first. It is replaced by the newest one if the two differ.
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

/** The newest anchored month, from which on an audit replays; undefined if that is the first month of all. */
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
