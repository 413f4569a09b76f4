import type { LogPosition } from '@assay/event-store';
import type { Microcredits } from '@assay/kernel';
import type { Posted } from '../credit-accounts';
import type { ChargeAccount } from '../domain/charge';
import { accountOfSession, balanceOf } from '../domain/credit-ledger';

/** What a session has cost so far, and what the organization has left; in micro-credits. */
export interface SessionAccount extends ChargeAccount {
  readonly position: LogPosition | undefined;
  readonly newBalance: Microcredits;
}

export const sessionAccount = (sessionId: string, { ledger, position }: Posted): SessionAccount => ({
  ...accountOfSession(ledger, sessionId),
  position,
  newBalance: balanceOf(ledger),
});
