import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';

/**
 * Whether credits of a session may still be returned: it was charged, and its charge is not final. Answered from the
 * ledger itself.
 */
export class HasOpenCharge extends Query<boolean> {
  constructor(readonly input: { readonly organizationId: string; readonly sessionId: string }) {
    super();
  }
}

@QueryHandler(HasOpenCharge)
export class HasOpenChargeHandler implements IQueryHandler<HasOpenCharge> {
  constructor(private readonly accounts: CreditAccounts) {}

  execute({ input: { organizationId, sessionId } }: HasOpenCharge): Promise<boolean> {
    return this.accounts.hasOpenCharge(organizationId, sessionId);
  }
}
