import type { LogPosition } from '@assay/event-store';
import type { Microcredits } from '@assay/kernel';
import type { CreditAccounts, Posted } from '../credit-accounts';
import type { ChargeAccount } from '../domain/charge';
import { balanceOf } from '../domain/credit-ledger';

/** The cost of a session so far, and the credits that the organization has left; in micro-credits. */
export interface SessionAccount extends ChargeAccount {
  readonly position: LogPosition | undefined;
  readonly newBalance: Microcredits;
}

export const sessionAccount = async (
  accounts: CreditAccounts,
  { organizationId, sessionId }: { readonly organizationId: string; readonly sessionId: string },
  { ledger, position }: Posted,
): Promise<SessionAccount> => ({
  ...(await accounts.accountOf(organizationId, sessionId, ledger)),
  position,
  newBalance: balanceOf(ledger),
});
