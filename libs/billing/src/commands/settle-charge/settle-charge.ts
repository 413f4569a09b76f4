import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import * as refunding from '../../domain/refunding';
import { type SessionAccount, sessionAccount } from '../session-account';

/** Makes a session's charge final: refund first, nothing comes back afterwards. Settling again changes nothing. */
export class SettleCharge extends Command<SessionAccount> {
  constructor(readonly input: {
    readonly organizationId: string;
    readonly sessionId: string;
    readonly linesScanned: number;
    /** By finding category. */
    readonly issuesByCategory: Readonly<Record<string, number>>;
  }) {
    super();
  }
}

@CommandHandler(SettleCharge)
export class SettleChargeHandler implements ICommandHandler<SettleCharge> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input: { organizationId, ...charge } }: SettleCharge): Promise<SessionAccount> {
    return sessionAccount(charge.sessionId, await this.accounts.post(organizationId, (state, at) => refunding.settleCharge({ ...charge, at }, state)));
  }
}
