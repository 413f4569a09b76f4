import { type Microcredits, fromCredits, noCredits } from '@assay/kernel';
import { type ChargeLine, type ChargeSubject, toolLines } from '../src/domain/charge';
import { type CreditLedger, creditLedger, seal } from '../src/domain/credit-ledger';
import type { LedgerEntry, LedgerFact } from '../src/domain/events';
import type { Lot } from '../src/domain/lot';
import { openPeriod } from '../src/domain/period-roll';

export const AT = '2026-11-05T10:00:00.000Z';
export const ORGANIZATION = 'org_1';
export const credits = fromCredits;

/** Facts as given/when/then compares them: without their place in the chain, which `entry-chain.spec.ts` is about. */
export const unsealed = {
  initial: creditLedger.initial,
  evolve: (ledger: CreditLedger, fact: LedgerFact) => creditLedger.evolve(ledger, fact as LedgerEntry),
};

export const subject = (sessionId: string): ChargeSubject => ({
  sessionId,
  scanId: sessionId.replace('ses', 'scn'),
  projectId: 'prj_1',
});
export const base: ChargeLine = { item: 'base', category: 'base', tool: null, amount: credits(1) };
export const security = (...tools: string[]): ChargeLine[] => toolLines('security', credits(1), tools);
export const accessibility = (...tools: string[]): ChargeLine[] => toolLines('accessibility', credits(4), tools);

export const lot = (id: string, remaining: number | string, more: Partial<Lot> = {}): Lot => ({
  id,
  kind: 'purchased',
  remaining: credits(remaining),
  expires: null,
  grantedAt: AT,
  ...more,
});

export const opened = (carried: readonly Lot[], period = '2026-11'): LedgerFact => ({
  type: 'PeriodOpened',
  data: { at: AT, organizationId: ORGANIZATION, period, carried },
});

export const chargesCarried = (
  charges: Partial<Extract<LedgerFact, { type: 'ChargesCarried' }>['data']>,
): LedgerFact => ({ type: 'ChargesCarried', data: { at: AT, openCharges: [], settled: [], ...charges } });

/** A chain of sealed entries: each step decides on what the ones before it left. */
export function chained(...steps: ((ledger: CreditLedger) => readonly LedgerFact[])[]): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const step of steps) {
    const ledger = entries.reduce(creditLedger.evolve, creditLedger.initial);
    entries.push(...seal(ledger, step(ledger)));
  }
  return entries;
}

export const opening =
  (included: Microcredits = noCredits, period = '2026-11') =>
  (before: CreditLedger): LedgerFact[] =>
    openPeriod(before, { at: AT, organizationId: ORGANIZATION, period, included });
