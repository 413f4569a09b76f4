import { type Microcredits, type Model, canonicalJson, refuseUnknown, sha256Hex } from '@assay/kernel';
import {
  type ChargeAccount,
  type OpenCharge,
  accountOf,
  newCharge,
  noAccount,
  withCharged,
  withReapportioned,
  withRefunded,
} from './charge';
import type { LedgerEntry, LedgerFact } from './events';
import { type Lots, deposit, totalOf, withdraw } from './lot';
import type { Period } from './period';
import { type SettledCharges, findSettled, withSettled } from './settled-charges';

/** What a period's ledger must remember to decide; everything else is the read models' business. */
export interface CreditLedger {
  readonly status: 'unopened' | 'open' | 'closed';
  readonly organizationId: string;
  readonly period: Period;
  /** The period that opens after this one; known once it is closed. */
  readonly next: Period | undefined;
  readonly lots: Lots;
  readonly openCharges: ReadonlyMap<string, OpenCharge>;
  readonly settled: SettledCharges;
  /**
   * The newest entry, whose hash the next one carries. Kept whole: hashing each one while replaying would cost more
   * than all the rest.
   */
  readonly last: LedgerEntry | undefined;
}

export const unopened: CreditLedger = {
  status: 'unopened',
  organizationId: '',
  period: '',
  next: undefined,
  lots: [],
  openCharges: new Map(),
  settled: new Map(),
  last: undefined,
};

export const evolve = (ledger: CreditLedger, { type, data }: LedgerEntry): CreditLedger => {
  const entry = { type, data } as LedgerEntry;
  return { ...apply(ledger, entry), last: entry };
};

export const creditLedger: Model<CreditLedger, LedgerEntry> = { initial: unopened, evolve };

/**
 * The ledger after a fact, sealed or not yet. Money hangs on each of them: one of a type that this version does not
 * know is refused, and with it whatever would be decided without it. @throws UnknownFact
 */
export function apply(ledger: CreditLedger, fact: LedgerFact): CreditLedger {
  switch (fact.type) {
    case 'PeriodOpened': {
      const { organizationId, period, carried } = fact.data;
      return { ...unopened, status: 'open', organizationId, period, lots: carried };
    }
    case 'ChargesCarried': {
      const openCharges = new Map(ledger.openCharges);
      for (const charge of fact.data.openCharges) openCharges.set(charge.sessionId, charge);
      return { ...ledger, openCharges, settled: fact.data.settled.reduce(withSettled, ledger.settled) };
    }
    case 'CreditsGranted':
    case 'CreditsPurchased':
      return { ...ledger, lots: [...ledger.lots, fact.data.lot] };
    case 'CreditsCharged': {
      const charge = ledger.openCharges.get(fact.data.sessionId) ?? newCharge(fact.data);
      return {
        ...withCharge(ledger, withCharged(charge, fact.data.lines, fact.data.drawn)),
        lots: withdraw(ledger.lots, fact.data.drawn),
      };
    }
    case 'ChargeReapportioned':
      return withCharge(
        ledger,
        withReapportioned(openCharge(ledger, fact.data.sessionId), fact.data.category, fact.data.lines),
      );
    case 'CreditsRefunded': {
      const charge = withRefunded(openCharge(ledger, fact.data.sessionId), fact.data.lines, fact.data.reason);
      return { ...withCharge(ledger, charge), lots: deposit(ledger.lots, fact.data.returned, ledger.period) };
    }
    case 'ChargeSettled': {
      const { sessionId, at } = fact.data;
      const settled = withSettled(ledger.settled, { sessionId, at, account: accountOf(openCharge(ledger, sessionId)) });
      const openCharges = new Map(ledger.openCharges);
      openCharges.delete(sessionId);
      return { ...ledger, openCharges, settled };
    }
    case 'CreditsLapsed':
      return { ...ledger, lots: withdraw(ledger.lots, fact.data.lapsed) };
    case 'PeriodClosed':
      return { ...ledger, status: 'closed', next: fact.data.next };
    default:
      return refuseUnknown(fact, `the credit ledger of ${ledger.organizationId} (${ledger.period})`);
  }
}

export const balanceOf = (ledger: CreditLedger): Microcredits => totalOf(ledger.lots);

/** What a session has cost so far, also after its charge was settled; zeros for one that was never charged. */
export const accountOfSession = (ledger: CreditLedger, sessionId: string): ChargeAccount => {
  const open = ledger.openCharges.get(sessionId);
  return open ? accountOf(open) : (findSettled(ledger.settled, sessionId)?.account ?? noAccount);
};

export const wasCharged = (ledger: CreditLedger, sessionId: string): boolean =>
  ledger.openCharges.has(sessionId) || findSettled(ledger.settled, sessionId) !== undefined;

/** What the very first entry of a ledger carries in place of a predecessor's hash. */
export const GENESIS_HASH = '0'.repeat(64);

/** SHA-256, in hex, of the canonical JSON of `{data, type}`. */
export const hashOf = ({ type, data }: LedgerEntry): string => sha256Hex(canonicalJson({ type, data }));

export const headOf = (ledger: CreditLedger): string => (ledger.last ? hashOf(ledger.last) : GENESIS_HASH);

/** Chains facts behind the ledger's last entry: each gets the hash of the one before it and the balance after it. */
export function seal(ledger: CreditLedger, facts: readonly LedgerFact[], previousHash = headOf(ledger)): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let after = ledger;
  let head = previousHash;
  for (const fact of facts) {
    after = apply(after, fact);
    const entry = {
      type: fact.type,
      data: { ...fact.data, balance: balanceOf(after), previousHash: head },
    } as LedgerEntry;
    entries.push(entry);
    head = hashOf(entry);
  }
  return entries;
}

const withCharge = (ledger: CreditLedger, charge: OpenCharge): CreditLedger => ({
  ...ledger,
  openCharges: new Map(ledger.openCharges).set(charge.sessionId, charge),
});

function openCharge(ledger: CreditLedger, sessionId: string): OpenCharge {
  const charge = ledger.openCharges.get(sessionId);
  if (!charge)
    throw new Error(`the ledger of ${ledger.organizationId} (${ledger.period}) has no open charge of ${sessionId}`);
  return charge;
}
