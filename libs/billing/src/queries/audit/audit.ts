import { type Clock, CLOCK, type Microcredits, noCredits, refused, timestamp, toCredits } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';
import { type Verification, type VerifiedEntry, verify } from '../../domain/entry-chain';
import { type EntryDetails, viewOf } from '../../domain/entry-view';
import { LedgerHistory } from '../../ledger-history';
import { creditBalanceDocuments, transactionId } from '../documents';
import { requestedPeriod } from '../requested-period';
import { lastingDifference } from './lasting-difference';

interface AuditEntry {
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
  readonly balance: number;
  readonly entries: readonly AuditEntry[];
  readonly chain: {
    readonly valid: boolean;
    /** The hash of the newest entry that was checked. */
    readonly head: string;
    readonly checked: number;
    readonly brokenAt?: { readonly stream: string; readonly revision: number; readonly reason: string };
  };
  readonly drift: { readonly readModelBalance: number; readonly difference: number };
}

/**
 * GET /api/billing/audit: replays the ledger from its events, the whole of it or one period, up to an instant.
 * Refused: VALIDATION_ERROR; ORGANIZATION_NOT_FOUND.
 */
export class Audit extends Query<AuditView> {
  constructor(readonly input: { readonly organizationId: string; readonly asOf?: string; readonly period?: string }) {
    super();
  }
}

@QueryHandler(Audit)
export class AuditHandler implements IQueryHandler<Audit> {
  constructor(
    private readonly history: LedgerHistory,
    private readonly accounts: CreditAccounts,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId, asOf: requested, period } }: Audit): Promise<AuditView> {
    const now = timestamp(this.clock);
    const asOf = requested === undefined ? now : instant(requested);
    const verification = await this.verification(
      organizationId,
      period === undefined ? undefined : requestedPeriod(period, now),
    );
    // Without an asOf nothing is left out, also where a clock that was set back makes the newest entries lie ahead.
    const entries =
      requested === undefined
        ? verification.entries
        : verification.entries.filter(({ entry }) => entry.data.at <= asOf);
    return {
      asOf,
      balance: toCredits(entries.at(-1)?.balanceAfter ?? noCredits),
      entries: entries.map(auditEntry),
      chain: {
        valid: verification.broken === undefined,
        head: verification.head,
        checked: verification.entries.length,
        ...(verification.broken === undefined ? {} : { brokenAt: verification.broken }),
      },
      drift: await this.drift(organizationId, period === undefined ? balanceOf(verification.ledger) : undefined),
    };
  }

  private async verification(organizationId: string, period: string | undefined): Promise<Verification> {
    if (period === undefined) return verify(await this.history.whole(organizationId));
    return verify(
      await this.history.period(organizationId, period),
      await this.history.predecessor(organizationId, period),
    );
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

function instant(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time) || !/^\d{4}-\d{2}-\d{2}/.test(text))
    return refused('VALIDATION_ERROR', 'asOf must be an ISO 8601 timestamp', [
      { field: 'asOf', message: 'must be an ISO 8601 timestamp' },
    ]);
  return new Date(time).toISOString();
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
