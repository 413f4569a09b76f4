import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { READ_MODELS, type ReadModels } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { CreditAccounts } from './credit-accounts';
import { creditBalanceDocuments } from './queries/documents';

/** The most organizations handled at once, the longest overdue first. */
const AT_ONCE = 1_000;

/**
 * Lapses credits whose own time has passed, by an entry of its own. Any command of the organization does the same
 * before it decides, so no expired credits are spent, even if this runs late.
 */
@Injectable()
export class Lapses {
  constructor(
    private readonly accounts: CreditAccounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
  ) {}

  /**
   * May run in several processes at once: lapsing is decided from the ledger and appended at the revision that was
   * seen.
   *
   * @throws AggregateError of the failures; the other organizations do not wait for them
   */
  async lapse(): Promise<void> {
    const due = await this.readModels.collection(creditBalanceDocuments).find({
      where: { lapsesAt: { lte: timestamp(this.clock) } },
      sort: [['lapsesAt', 'ascending']],
      limit: AT_ONCE,
    });
    const failures: unknown[] = [];
    for (const { id } of due) await this.accounts.post(id, () => []).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} wait`);
  }
}
