import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';

/**
 * How many organizations' ledgers this process has met that hold an entry of a newer release, so that it decides and
 * answers nothing on them. For health: nothing is read.
 */
export class UnreadableLedgers extends Query<number> {}

@QueryHandler(UnreadableLedgers)
export class UnreadableLedgersHandler implements IQueryHandler<UnreadableLedgers> {
  constructor(private readonly accounts: CreditAccounts) {}

  execute(): Promise<number> {
    return Promise.resolve(this.accounts.unreadable);
  }
}
