import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { RefundReason } from '../../domain/charge';
import * as refunding from '../../domain/refunding';
import { type SessionAccount, sessionAccount } from '../session-account';

export interface ToolRefund {
  readonly tool: string;
  readonly reason: RefundReason;
}

/**
 * Returns the credits for everything that a session did not deliver and makes its charge final, in one append to the
 * ledger: nothing is returned or added afterwards. Settling again changes nothing.
 */
export class SettleCharge extends Command<SessionAccount> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly sessionId: string;
      readonly linesScanned: number;
      /** By finding category. */
      readonly issuesByCategory: Readonly<Record<string, number>>;
      /** Tools that did not deliver. */
      readonly refunds?: readonly ToolRefund[];
      /** Items that belong to no tool and were not delivered: they failed, and are returned together. */
      readonly undelivered?: readonly string[];
      /** Why the rest is returned as well; missing if something was delivered. */
      readonly refundRest?: Exclude<RefundReason, 'not-started'>;
    },
  ) {
    super();
  }
}

@CommandHandler(SettleCharge)
export class SettleChargeHandler implements ICommandHandler<SettleCharge> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({
    input: {
      organizationId,
      sessionId,
      linesScanned,
      issuesByCategory,
      refunds = [],
      undelivered = [],
      refundRest: rest,
    },
  }: SettleCharge): Promise<SessionAccount> {
    const tools = new Map(refunds.map(({ tool, reason }) => [tool, reason]));
    const items = new Set(undelivered);
    const settle = { sessionId, linesScanned, issuesByCategory, tools, items, rest };
    return sessionAccount(
      this.accounts,
      { organizationId, sessionId },
      await this.accounts.post(organizationId, (state, at) => refunding.refundAndSettle({ ...settle, at }, state)),
    );
  }
}
