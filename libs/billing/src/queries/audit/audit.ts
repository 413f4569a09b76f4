import { type Clock, CLOCK, type Microcredits, Turns, noCredits, refused, timestamp, toCredits } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { type CreditLedger, apply, balanceOf, unopened } from '../../domain/credit-ledger';
import { ChainVerification, type VerifiedEntry } from '../../domain/entry-chain';
import { type EntryDetails, viewOf } from '../../domain/entry-view';
import type { LedgerAnchor } from '../../domain/ledger-anchor';
import { type Period, periodOf } from '../../domain/period';
import { LedgerAnchors } from '../../ledger-anchors';
import { LedgerHistory } from '../../ledger-history';
import { creditBalanceDocuments, transactionId } from '../documents';
import { CreditStanding } from '../credit-standing';
import { isInstant, requestedPeriod } from '../requested-period';
import { cursorFrom, cursorOf, isBefore } from './audit-cursor';
import { failuresOf } from './failures';
import { lastingDifference } from './lasting-difference';
import { inSlices } from './slices';

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

export interface AuditView {
  readonly asOf: string;
  /** What could be spent: where a month has turned since the newest entry, what its first command will open it with. */
  readonly balance: number;
  /** What the entries leave. */
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
    /** Entries that were replayed. */
    readonly checked: number;
    /** The month from which on they were; absent where that is all that was asked for. */
    readonly since?: string;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  /** Compared with what is kept outside the log of each month: its newest entry when it was last anchored. */
  readonly anchors: { readonly compared: number; readonly contradictions: readonly string[] };
  readonly drift: { readonly readModelBalance: number; readonly difference: number };
  /** What is wrong, a sentence for each; none where the ledger is sound. */
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

/** What a replay gave: the page, the chain, and the ledger as it was at the instant. */
interface Replay {
  readonly page: readonly AuditEntry[];
  readonly nextCursor: string | null;
  readonly chain: ChainVerification;
  readonly ledger: CreditLedger;
}

@QueryHandler(Audit)
export class AuditHandler implements IQueryHandler<Audit> {
  /** One at a time: a replay takes the processor, and the memory of a page and of a folded month. */
  private readonly turns = new Turns<'audit'>();

  constructor(
    private readonly history: LedgerHistory,
    private readonly accounts: CreditAccounts,
    private readonly standing: CreditStanding,
    private readonly anchors: LedgerAnchors,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ input }: Audit): Promise<AuditView> {
    return this.turns.take('audit', () => this.audit(input));
  }

  private async audit(request: AuditRequest): Promise<AuditView> {
    const { organizationId } = request;
    const now = timestamp(this.clock);
    const asOf = request.asOf === undefined ? now : instant(request.asOf);
    const period = request.period === undefined ? undefined : requestedPeriod(request.period, now);
    const isFirst = request.cursor === undefined;
    // Before the ledger is read: what is anchored meanwhile is not compared with what was read before it.
    const anchors = isFirst ? (await this.anchors.of(organizationId)).filter(isOf(period)) : [];
    const since = request.full || request.visit || period !== undefined ? undefined : newestOf(anchors);
    const shown = await this.replay(request, period, { asOf, onlyPage: !isFirst || since !== undefined });
    const verified = since === undefined ? shown.chain : await this.verifiedSince(organizationId, since);
    const then =
      isFirst && since === undefined ? shown.ledger : await this.ledgerAt(organizationId, request.asOf && asOf);
    const foreseen =
      period === undefined
        ? await this.standing.after(organizationId, then, asOf < now ? asOf : now)
        : { balance: balanceOf(then), months: [] };
    const brokenAt = verified.broken ?? shown.chain.broken;
    const chain: AuditView['chain'] = {
      valid: brokenAt === undefined,
      head: verified.head,
      checked: verified.checked,
      ...(since === undefined ? {} : { since }),
      ...(brokenAt === undefined ? {} : { brokenAt }),
    };
    const compared = { compared: anchors.length, contradictions: await this.contradictions(anchors) };
    const whole = isFirst && period === undefined;
    const drift = await this.drift(organizationId, whole ? balanceOf(verified.ledger) : undefined);
    return {
      asOf,
      balance: toCredits(foreseen.balance),
      recordedBalance: toCredits(balanceOf(then)),
      unopenedMonths: foreseen.months,
      entries: shown.page,
      nextCursor: shown.nextCursor,
      chain,
      anchors: compared,
      drift,
      failures: failuresOf({ chain, anchors: compared, drift }, { ofNow: request.asOf === undefined }),
    };
  }

  private async verifiedSince(organizationId: string, since: Period): Promise<ChainVerification> {
    const chain = new ChainVerification(await this.history.predecessor(organizationId, since));
    for await (const item of inSlices(this.history.entries(organizationId, since))) if (!chain.take(item)) break;
    return chain;
  }

  private async contradictions(anchors: readonly LedgerAnchor[]): Promise<string[]> {
    const found: string[] = [];
    for (const anchor of anchors) {
      const contradiction = await this.anchors.contradiction(anchor);
      if (contradiction !== undefined) found.push(contradiction);
    }
    return found;
  }

  /** All that is asked for is checked, and a page shown; or no more is read than leads to the end of the page. */
  private async replay(
    request: AuditRequest,
    period: Period | undefined,
    { asOf, onlyPage }: { readonly asOf: string; readonly onlyPage: boolean },
  ): Promise<Replay> {
    const { organizationId, limit = PAGE, visit } = request;
    const cursor = request.cursor === undefined ? undefined : cursorFrom(request.cursor);
    const first = cursor?.period ?? period;
    const chain = new ChainVerification(
      first === undefined ? undefined : await this.history.predecessor(organizationId, first),
    );
    const source =
      period === undefined ? this.history.entries(organizationId, first) : this.history.month(organizationId, period);
    const page: AuditEntry[] = [];
    let [nextCursor, ledger]: [string | null, CreditLedger] = [null, unopened];
    for await (const item of inSlices(source)) {
      const verified = chain.take(item);
      if (!verified) break;
      // Without an asOf nothing is left out, also where a clock that was set back makes the newest entries lie ahead.
      if (request.asOf !== undefined && item.entry.data.at > asOf) continue;
      ledger = chain.ledger;
      if (cursor && isBefore(item, cursor)) continue;
      if (visit) await visit(auditEntry(verified));
      else if (page.length < limit) page.push(auditEntry(verified));
      else nextCursor ??= cursorOf(item);
      if (onlyPage && nextCursor !== null) break;
    }
    return { page, nextCursor, chain, ledger };
  }

  /** The ledger as it was, of its month alone; as it is now without an instant. */
  private async ledgerAt(organizationId: string, asOf: string | undefined): Promise<CreditLedger> {
    if (asOf === undefined) return this.accounts.ledger(organizationId);
    let ledger: CreditLedger = unopened;
    const month = await this.history.newestMonth(organizationId, periodOf(asOf));
    if (month === undefined) return ledger;
    for await (const { entry } of inSlices(this.history.month(organizationId, month)))
      if (entry.data.at <= asOf) ledger = apply(ledger, entry);
    return ledger;
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

/** The newest anchored month, from which on an audit replays; nothing where that is the first month of all. */
const newestOf = (anchors: readonly LedgerAnchor[]): Period | undefined =>
  anchors.length > 1 ? anchors.at(-1)!.period : undefined;

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

function auditEntry({ eventId, entry, hash, amount, balanceAfter }: VerifiedEntry): AuditEntry {
  const { type, reason, details } = viewOf(entry);
  return {
    id: transactionId(eventId),
    timestamp: entry.data.at,
    type,
    amount: toCredits(amount),
    balanceAfter: toCredits(balanceAfter),
    ...(reason === null ? {} : { reason }),
    details,
    hash,
  };
}
