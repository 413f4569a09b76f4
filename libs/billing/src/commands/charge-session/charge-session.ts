import type { LogPosition } from '@assay/event-store';
import type { Microcredits } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { ChargeAccount, ChargeLine, ChargeSubject } from '../../domain/charge';
import * as charging from '../../domain/charging';
import { accountOfSession, balanceOf } from '../../domain/credit-ledger';
import { type SessionPlan, categoriesOf, priceSession } from '../../domain/pricing';
import { accepted } from '../accepted';

interface SessionCharged {
  readonly position: LogPosition | undefined;
  /** The lines of the session's price; on a repeated charge the ones that it would have now. */
  readonly lines: readonly ChargeLine[];
  readonly account: ChargeAccount;
  readonly newBalance: Microcredits;
}

/**
 * Charges a session's base price, features and categories. Keyed by the session: charging it again changes nothing.
 * Refused: INSUFFICIENT_CREDITS (details `{required, balance}` in credits), VALIDATION_ERROR for an unknown feature.
 */
export class ChargeSession extends Command<SessionCharged> {
  constructor(readonly input: ChargeSubject & SessionPlan & { readonly organizationId: string }) {
    super();
  }
}

@CommandHandler(ChargeSession)
export class ChargeSessionHandler implements ICommandHandler<ChargeSession> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input }: ChargeSession): Promise<SessionCharged> {
    const lines = priceSession(input);
    const categories = categoriesOf(input);
    const { ledger, position } = await this.accounts.post(input.organizationId, (state, at) =>
      accepted(charging.chargeSession({ ...input, at, lines, categories }, state)),
    );
    return { position, lines, account: accountOfSession(ledger, input.sessionId), newBalance: balanceOf(ledger) };
  }
}
