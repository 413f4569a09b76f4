import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { RefundReason } from '../../domain/charge';
import * as refunding from '../../domain/refunding';
import { type SessionAccount, sessionAccount } from '../session-account';

export interface ToolRefund {
  readonly tool: string;
  readonly reason: RefundReason;
}

/** Returns the shares of tools that did not deliver, each once. */
export class RefundTools extends Command<SessionAccount> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly sessionId: string;
      readonly tools: readonly ToolRefund[];
    },
  ) {
    super();
  }
}

@CommandHandler(RefundTools)
export class RefundToolsHandler implements ICommandHandler<RefundTools> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input: { organizationId, sessionId, tools } }: RefundTools): Promise<SessionAccount> {
    const reasons = new Map(tools.map(({ tool, reason }) => [tool, reason]));
    return sessionAccount(
      sessionId,
      await this.accounts.post(organizationId, (state, at) =>
        refunding.refundTools({ at, sessionId, tools: reasons }, state),
      ),
    );
  }
}
