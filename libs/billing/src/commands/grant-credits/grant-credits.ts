import type { LogPosition } from '@assay/event-store';
import { type Microcredits, isRealDay, refused } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';
import { type GrantedKind, grantCredits, grantedLotId, isGranted } from '../../domain/granting';
import { FIRST_PRIORITY, LAST_PRIORITY, type Lot, PRIORITY, isExpired } from '../../domain/lot';
import { endOf, isPeriod, periodOf } from '../../domain/period';

export interface CreditsGranted {
  readonly position: LogPosition | undefined;
  readonly newBalance: Microcredits;
}

/**
 * Credits that an operator gives: a gift, or credits that were paid for in another way, which also pay debt. `grantId`
 * makes it one grant, however often it is repeated within its period. `expires` is the last period in which it can be
 * spent, or the time at which it lapses (ISO 8601); null for never. Refused: VALIDATION_ERROR.
 */
export class GrantCredits extends Command<CreditsGranted> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly grantId: string;
      readonly amount: Microcredits;
      readonly reason: string;
      readonly expires: string | null;
      /** Default: promotional. */
      readonly kind?: GrantedKind;
      /** 0 to 100: credits of a lower priority are spent first. Default: 50. */
      readonly priority?: number;
    },
  ) {
    super();
  }
}

@CommandHandler(GrantCredits)
export class GrantCreditsHandler implements ICommandHandler<GrantCredits> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({
    input: { organizationId, grantId, amount, reason, expires, kind = 'promotional', priority = PRIORITY },
  }: GrantCredits): Promise<CreditsGranted> {
    if (amount <= 0) refusedField('amount', 'must be more than nothing');
    if (!Number.isInteger(priority) || priority < FIRST_PRIORITY || priority > LAST_PRIORITY)
      refusedField('priority', `must be a whole number from ${FIRST_PRIORITY} to ${LAST_PRIORITY}`);
    const end = expires === null ? { expires } : endOfGrant(expires);
    const { ledger, position } = await this.accounts.post(organizationId, (state, at) => {
      if (isGranted(grantId, state)) return [];
      if (end.expires !== null && end.expires < state.period)
        refusedField('expires', `must not be before ${state.period}`);
      if (isExpired(end, at)) refusedField('expires', `must be after ${at}`);
      const lot = { id: grantedLotId(grantId, kind), kind, remaining: amount, ...end };
      return grantCredits({ at, lot: priority === PRIORITY ? lot : { ...lot, priority }, reason }, state);
    });
    return { position, newBalance: balanceOf(ledger) };
  }
}

/** The last period of a grant, and the time if it ends within that period. */
function endOfGrant(expires: string): Pick<Lot, 'expires' | 'expiresAt'> {
  if (isPeriod(expires)) return { expires };
  const time = INSTANT.test(expires) && isRealDay(expires) ? new Date(expires).getTime() : Number.NaN;
  if (Number.isNaN(time)) return refusedField('expires', 'must be a month (YYYY-MM) or a time (2026-12-15T12:00:00Z)');
  const expiresAt = new Date(time).toISOString();
  const period = periodOf(new Date(time - 1).toISOString());
  if (!isPeriod(period)) return refusedField('expires', 'must be in the years 0 to 9999');
  return expiresAt === endOf(period) ? { expires: period } : { expires: period, expiresAt };
}

/** With its time zone: money depends on it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

const refusedField = (field: string, message: string): never =>
  refused('VALIDATION_ERROR', `${field} ${message}`, [{ field, message }]);
