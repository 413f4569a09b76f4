import type { LogPosition } from '@assay/event-store';
import { type Microcredits, refused } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';
import { type GrantedKind, grantCredits, grantedLotId, isGranted } from '../../domain/granting';
import { type Period, isPeriod } from '../../domain/period';

export interface CreditsGranted {
  readonly position: LogPosition | undefined;
  readonly newBalance: Microcredits;
}

/**
 * What an operator gives: a gift, or credits that were paid for in another way, which also pay what is owed. `grantId`
 * makes it one grant, however often it is repeated within its period; `expires` is the
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
      /** Default: promotional. */
      readonly kind?: GrantedKind;
    },
  ) {
    super();
  }
}

@CommandHandler(GrantCredits)
export class GrantCreditsHandler implements ICommandHandler<GrantCredits> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({
    input: { organizationId, grantId, amount, reason, expires, kind = 'promotional' },
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
      if (isGranted(grantId, state)) return [];
      const lot = { id: grantedLotId(grantId, kind), kind, remaining: amount, expires };
      return grantCredits({ at, lot, reason }, state);
    });
    return { position, newBalance: balanceOf(ledger) };
  }
}
