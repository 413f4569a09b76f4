import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { changeDueTier, organizationDocuments } from '@assay/identity';
import { READ_MODELS, type ReadModels } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { CreditAccounts } from './credit-accounts';
import { type Period, periodOf } from './domain/period';
import { LedgerTime } from './ledger-time';
import { creditBalanceDocuments } from './queries/documents';

/** The number of organizations whose balances are read together. */
const BATCH = 500;

export interface PeriodTurn {
  /** The organizations whose current month was opened. */
  readonly opened: readonly string[];
  /** The organizations that failed; the others do not wait for them. */
  readonly failed: readonly { readonly organizationId: string; readonly error: unknown }[];
}

/**
 * Closes months that are over and opens the current one, for every organization with a ledger: a renewal needs no
 * command. Any command does the same for its own organization, so nothing depends on when this runs. A tier that is
 * scheduled for the month takes effect with it, with or without a ledger.
 */
@Injectable()
export class PeriodTurns {
  /** The month that this process has opened for all ledgers. */
  private done: Period | undefined;

  constructor(
    private readonly accounts: CreditAccounts,
    private readonly time: LedgerTime,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /**
   * May run in several processes at once, and be interrupted anywhere: each step is decided from the ledger and
   * appended at the revision that was seen.
   *
   * @param signal stops it between two organizations
   * @throws ClockAhead if the clock is not trusted: no month is opened then
   */
  async turn(signal?: AbortSignal): Promise<PeriodTurn> {
    const now = await this.time.confirmed();
    const month = periodOf(now);
    const opened: string[] = [];
    const failed: { organizationId: string; error: unknown }[] = [];
    const each = async (ids: readonly string[], work: (organizationId: string) => Promise<void>) => {
      for (const organizationId of ids)
        if (!signal?.aborted)
          await work(organizationId).catch((error: unknown) => failed.push({ organizationId, error }));
    };
    const organizations = await this.readModels.collection(organizationDocuments).find();
    const isDue = ({ document: { comingTier } }: (typeof organizations)[number]) =>
      comingTier !== null && comingTier.from <= now;
    await each(idsOf(organizations.filter(isDue)), (id) => changeDueTier(this.events, id, now));
    if (this.done === month) return { opened, failed };
    await each(await this.behind(idsOf(organizations), month), async (id) => {
      await this.accounts.post(id, () => []);
      opened.push(id);
    });
    if (failed.length === 0 && !signal?.aborted) this.done = month;
    return { opened, failed };
  }

  /** Organizations whose newest month is an earlier one. An organization without a ledger has nothing to renew. */
  private async behind(ids: readonly string[], month: Period): Promise<string[]> {
    const balances = this.readModels.collection(creditBalanceDocuments);
    const behind: string[] = [];
    for (let from = 0; from < ids.length; from += BATCH)
      for (const { id, document } of await balances.getMany(ids.slice(from, from + BATCH)))
        if (document.period < month) behind.push(id);
    return behind;
  }
}

const idsOf = (stored: readonly { readonly id: string }[]): string[] => stored.map(({ id }) => id);
