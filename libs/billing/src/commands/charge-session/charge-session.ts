import type { LogPosition } from '@assay/event-store';
import type { Microcredits } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { ChargeAccount, ChargeLine, ChargeSubject, PaidPlan } from '../../domain/charge';
import * as charging from '../../domain/charging';
import { accountOfSession, balanceOf } from '../../domain/credit-ledger';
import { type SessionPlan, categoriesOf, paidPlan, priceSession } from '../../domain/pricing';
import { accepted } from '../accepted';

interface SessionCharged {
  readonly position: LogPosition | undefined;
  /** The lines of the session's price; on a repeated charge the ones that it would have now. */
  readonly lines: readonly ChargeLine[];
  /**
   * What was paid for: on a repeated charge what the first one said, which may differ from what is asked for now. Only
   * the charge of an earlier release does not say.
   */
  readonly paidFor: PaidPlan | undefined;
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
    const plan = paidPlan(input);
    const { organizationId, sessionId } = input;
    const { ledger, position, isNew } = await this.accounts.post(organizationId, (state, at) =>
      accepted(charging.chargeSession({ ...input, at, lines, categories, plan }, state)),
    );
    const paidFor = isNew ? plan : await this.accounts.planPaidFor(organizationId, sessionId, ledger);
    return {
      position,
      lines,
      paidFor,
      account: accountOfSession(ledger, sessionId),
      newBalance: balanceOf(ledger),
    };
  }
}
