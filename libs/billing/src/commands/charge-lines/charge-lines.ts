import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import * as charging from '../../domain/charging';
import { priceOfLines } from '../../domain/pricing';
import { type SessionAccount, sessionAccount } from '../session-account';
import { accepted } from '../accepted';

/**
 * Charges a session's lines, once counted, and moves or returns what the tools outside `remainingTools` hold. Asking
 * again changes nothing. Refused, with nothing changed: INSUFFICIENT_CREDITS; CONFLICT when the session has no charge.
 */
export class ChargeLines extends Command<SessionAccount> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly sessionId: string;
      readonly lines: number;
      readonly remainingTools: readonly string[];
    },
  ) {
    super();
  }
}

@CommandHandler(ChargeLines)
export class ChargeLinesHandler implements ICommandHandler<ChargeLines> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input: { organizationId, sessionId, lines, remainingTools } }: ChargeLines): Promise<SessionAccount> {
    const command = {
      sessionId,
      linesCounted: lines,
      amount: priceOfLines(lines),
      remainingTools: new Set(remainingTools),
    };
    return sessionAccount(
      sessionId,
      await this.accounts.post(organizationId, (state, at) =>
        accepted(charging.chargeLines({ ...command, at }, state)),
      ),
    );
  }
}
