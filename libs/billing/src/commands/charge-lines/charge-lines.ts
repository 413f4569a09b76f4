import type { Microcredits } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import * as charging from '../../domain/charging';
import { priceOfLines } from '../../domain/pricing';
import { PriceVersions } from '../../price-versions';
import { type SessionAccount, sessionAccount } from '../session-account';
import { accepted } from '../accepted';

/**
 * Charges a session's lines once they are counted, and moves or returns the shares of the tools outside
 * `remainingTools`. Repeating it changes nothing. Refused, with nothing changed: INSUFFICIENT_CREDITS; BUDGET_EXCEEDED;
 * CONFLICT when the session has no charge.
 */
export class ChargeLines extends Command<SessionAccount> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly sessionId: string;
      readonly lines: number;
      readonly remainingTools: readonly string[];
      /** The most that the session may cost in all. Default: any amount. */
      readonly most?: Microcredits;
    },
  ) {
    super();
  }
}

@CommandHandler(ChargeLines)
export class ChargeLinesHandler implements ICommandHandler<ChargeLines> {
  constructor(
    private readonly accounts: CreditAccounts,
    private readonly versions: PriceVersions,
  ) {}

  async execute({ input }: ChargeLines): Promise<SessionAccount> {
    const { organizationId, sessionId, lines, remainingTools, most } = input;
    const command = {
      sessionId,
      linesCounted: lines,
      amount: priceOfLines(lines, this.versions.current.prices),
      remainingTools: new Set(remainingTools),
      ...(most !== undefined && { most }),
    };
    return sessionAccount(
      this.accounts,
      input,
      await this.accounts.post(organizationId, (state, at) =>
        accepted(charging.chargeLines({ ...command, at }, state)),
      ),
    );
  }
}
