import type { LogPosition } from '@assay/event-store';
import { type Microcredits, refused } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';
import { grantCredits } from '../../domain/granting';
import { type Period, isPeriod } from '../../domain/period';

export interface CreditsGranted {
  readonly position: LogPosition | undefined;
  readonly newBalance: Microcredits;
}

/**
 * An operator's gift. `grantId` makes it one gift, however often it is repeated within its period; `expires` is the
 * last period in which it can be spent, null for never. Refused: VALIDATION_ERROR.
 */
export class GrantCredits extends Command<CreditsGranted> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly grantId: string;
      readonly amount: Microcredits;
      readonly reason: string;
      readonly expires: Period | null;
    },
  ) {
    super();
  }
}

@CommandHandler(GrantCredits)
export class GrantCreditsHandler implements ICommandHandler<GrantCredits> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({
    input: { organizationId, grantId, amount, reason, expires },
  }: GrantCredits): Promise<CreditsGranted> {
    if (amount <= 0)
      refused('VALIDATION_ERROR', 'amount must be more than nothing', [
        { field: 'amount', message: 'must be more than nothing' },
      ]);
    if (expires !== null && !isPeriod(expires))
      refused('VALIDATION_ERROR', 'expires must be a month (YYYY-MM)', [
        { field: 'expires', message: 'must be a month (YYYY-MM)' },
      ]);
    const { ledger, position } = await this.accounts.post(organizationId, (state, at) => {
      if (expires !== null && expires < state.period)
        refused('VALIDATION_ERROR', `expires must not be before ${state.period}`, [
          { field: 'expires', message: `must not be before ${state.period}` },
        ]);
      return grantCredits(
        { at, lot: { id: `promotional-${grantId}`, kind: 'promotional', remaining: amount, expires }, reason },
        state,
      );
    });
    return { position, newBalance: balanceOf(ledger) };
  }
}
