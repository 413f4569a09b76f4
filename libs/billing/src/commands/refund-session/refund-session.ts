import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { RefundReason } from '../../domain/charge';
import * as refunding from '../../domain/refunding';
import { type SessionAccount, sessionAccount } from '../session-account';

/**
 * Returns all credits of a session that are not returned yet; with the reason `not-started` it settles the charge as
 * well.
 */
export class RefundSession extends Command<SessionAccount> {
  constructor(
    readonly input: { readonly organizationId: string; readonly sessionId: string; readonly reason: RefundReason },
  ) {
    super();
  }
}

@CommandHandler(RefundSession)
export class RefundSessionHandler implements ICommandHandler<RefundSession> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input: { organizationId, sessionId, reason } }: RefundSession): Promise<SessionAccount> {
    return sessionAccount(
      this.accounts,
      { organizationId, sessionId },
      await this.accounts.post(organizationId, (state, at) =>
        refunding.refundSession({ at, sessionId, reason }, state),
      ),
    );
  }
}
