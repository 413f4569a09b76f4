import {
  type Microcredits,
  type Model,
  canonicalJson,
  isOneOf,
  minus,
  noCredits,
  plus,
  refuseUnknown,
  sha256Hex,
} from '@assay/kernel';
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
import {
  type ChargeSettled,
  type ChargesCarried,
  type CreditsCharged,
  type CreditsRefunded,
  LEDGER_ENTRIES,
  type LedgerEntry,
  type LedgerFact,
  type OverageSettled,
} from './events';
import { type Lots, deposit, totalOf, withAdded, withOverageSettled, withdraw } from './lot';
import { type OverageTerms, type UnpaidOverage, overageDue } from './overage';
import { withOverageAttributed } from './overage-attribution';
import { type PaymentAccount, noPayment } from './payment-account';
import type { Period } from './period';
import { SessionMap } from './session-map';
import { type SettledCharges, withSettled } from './settled-charges';

/** The state of a period's ledger that decisions need; read models hold everything else. */
export interface CreditLedger {
  /** `opening`: charges of the period before are still to be carried over, and nothing can be decided yet. */
  readonly status: 'unopened' | 'opening' | 'open' | 'closed';
  readonly organizationId: string;
  readonly period: Period;
  readonly openedAt: string;
  /** How many charges are still to be carried over. */
  readonly awaited: number;
  /** How many tiers the organization had had when the period was opened; undefined if the opening does not say it. */
  readonly tiersKnown: number | undefined;
  /**
   * The version of the price list that says how many credits tiers include; undefined if the opening does not say it.
   */
  readonly prices: string | undefined;
  /** The monthly credits of the largest tier so far in this period. */
  readonly included: Microcredits;
  /** The period that opens after this one; known once it is closed. */
  readonly next: Period | undefined;
  readonly lots: Lots;
  readonly openCharges: SessionMap<OpenCharge>;
  readonly settled: SettledCharges;
  /** The session that paid each quote, by quote. */
  readonly paidQuotes: SessionMap<string>;
  /** Spent credits whose money went back to the customer. Purchased credits pay this debt first. */
  readonly owed: Microcredits;
  /** Undefined if no overage was allowed in this month. */
  readonly overage: OverageTerms | undefined;
  /** Sold overage that is too little to be charged yet; undefined if there is none. */
  readonly unpaid: UnpaidOverage | undefined;
  /** The credits of purchases in this month, by the purchase. */
  readonly payments: SessionMap<PaymentAccount>;
  /**
   * The newest entry, whose hash the next one carries. Kept whole: hashing each one while replaying would cost more
   * than everything else.
   */
  readonly last: LedgerEntry | undefined;
}

type Draft = { -readonly [Field in keyof CreditLedger]: CreditLedger[Field] };

export const unopened: CreditLedger = {
  status: 'unopened',
  organizationId: '',
  period: '',
  openedAt: '',
  awaited: 0,
  tiersKnown: undefined,
  prices: undefined,
  included: noCredits,
  next: undefined,
  lots: [],
  openCharges: SessionMap.empty(),
  settled: SessionMap.empty(),
  paidQuotes: SessionMap.empty(),
  owed: noCredits,
  overage: undefined,
  unpaid: undefined,
  payments: SessionMap.empty(),
  last: undefined,
};

/** @throws UnknownFact, which names the entry if it is a recorded one */
export const evolve = (ledger: CreditLedger, recorded: LedgerEntry): CreditLedger => {
  if (!isOneOf(LEDGER_ENTRIES, recorded)) return refuseUnknown(recorded, nameOf(ledger));
  const { type, data } = recorded;
  const entry = { type, data } as LedgerEntry;
  // The result of `apply` is new each time, so it is changed in place: another copy would take a tenth of a replay's
  // time.
  const after = apply(ledger, entry) as Draft;
  after.last = entry;
  return after;
};

export const creditLedger: Model<CreditLedger, LedgerEntry> = { initial: unopened, evolve };

/**
 * The ledger after a fact, sealed or not yet. Each fact concerns money: one of an unknown type is refused, and so is
 * every decision that would ignore it. @throws UnknownFact
 */
export function apply(ledger: CreditLedger, fact: LedgerFact): CreditLedger {
  if (ledger.status === 'opening' && !OPENING_FACTS.has(fact.type))
    throw new Error(`${fact.type} while ${ledger.awaited} charges are still to be carried into ${ledger.period}`);
  switch (fact.type) {
    case 'PeriodOpened':
      return afterOpening(fact.data);
    case 'ChargesCarried':
      return withCarried(ledger, fact.data);
    case 'CreditsGranted':
      return afterGrant(ledger, fact.data);
    case 'CreditsPurchased':
      return afterPurchase(ledger, fact.data);
    case 'PurchaseReversed': {
      const { paymentId, taken, owed, amount } = fact.data;
      return {
        ...withReversed(ledger, paymentId, amount),
        lots: withdraw(ledger.lots, taken),
        owed: plus(ledger.owed, owed),
      };
    }
    case 'ReversalUndone': {
      const { paymentId, lot, noLongerOwed, amount } = fact.data;
      return {
        ...withReversed(ledger, paymentId, minus(noCredits, amount)),
        lots: withAdded(ledger.lots, lot),
        owed: minus(ledger.owed, noLongerOwed),
      };
    }
    case 'DebtPaid': {
      const { amount, drawn } = fact.data;
      return { ...ledger, lots: withdraw(ledger.lots, drawn), owed: minus(ledger.owed, amount) };
    }
    case 'CreditsCharged':
      return afterCharge(ledger, fact.data);
    case 'ChargeReapportioned': {
      const { sessionId, category, lines } = fact.data;
      const charge = withReapportioned(openCharge(ledger, sessionId), category, lines);
      return { ...ledger, openCharges: withCharge(ledger.openCharges, charge) };
    }
    case 'CreditsRefunded':
      return afterRefund(ledger, fact.data);
    case 'ChargeSettled':
      return afterSettlement(ledger, fact.data);
    case 'OverageChanged':
      return { ...ledger, overage: fact.data.overage };
    case 'OverageSettled':
      return afterOverage(ledger, fact.data);
    case 'CreditsLapsed':
      return { ...ledger, lots: withdraw(ledger.lots, fact.data.lapsed) };
    case 'PeriodClosed':
      return { ...ledger, status: 'closed', next: fact.data.next };
    default:
      return refuseUnknown(fact, nameOf(ledger));
  }
}

type DataOf<Type extends LedgerFact['type']> = Extract<LedgerFact, { readonly type: Type }>['data'];

function afterOpening(opening: DataOf<'PeriodOpened'>): CreditLedger {
  const {
    organizationId,
    period,
    at,
    carried,
    carrying = 0,
    tiers,
    prices,
    owed = noCredits,
    overage,
    unpaid,
  } = opening;
  const status = carrying === 0 ? 'open' : 'opening';
  const opened = { ...unopened, status, organizationId, period, openedAt: at, awaited: carrying } as const;
  return { ...opened, tiersKnown: tiers, prices, lots: carried, owed, overage, unpaid };
}

function afterGrant(ledger: CreditLedger, { lot, upgrade }: DataOf<'CreditsGranted'>): CreditLedger {
  const included = upgrade?.included ?? (lot.kind === 'included' ? lot.remaining : ledger.included);
  return { ...ledger, lots: [...ledger.lots, lot], included };
}

function afterPurchase(ledger: CreditLedger, { paymentId, lot }: DataOf<'CreditsPurchased'>): CreditLedger {
  const account = { ...(ledger.payments.get(paymentId) ?? noPayment), isCredited: true };
  return { ...ledger, lots: [...ledger.lots, lot], payments: ledger.payments.with(paymentId, account) };
}

function afterCharge(ledger: CreditLedger, charged: CreditsCharged): CreditLedger {
  const charge = ledger.openCharges.get(charged.sessionId) ?? newCharge(charged);
  const after = copyOf(ledger);
  after.openCharges = withCharge(ledger.openCharges, withCharged(charge, charged.lines, charged.drawn));
  after.paidQuotes = withPaidQuote(ledger.paidQuotes, charge);
  after.lots = withdraw(ledger.lots, charged.drawn);
  return after;
}

function afterRefund(ledger: CreditLedger, { sessionId, lines, reason, returned }: CreditsRefunded): CreditLedger {
  const charge = withRefunded(openCharge(ledger, sessionId), lines, reason);
  const quoteId = charge.terms?.quote?.quoteId;
  const after = copyOf(ledger);
  after.openCharges = withCharge(ledger.openCharges, charge);
  // A session that never started has used no quote.
  if (reason === 'not-started' && quoteId !== undefined) after.paidQuotes = ledger.paidQuotes.without(quoteId);
  after.lots = deposit(ledger.lots, returned, ledger.period);
  return after;
}

function afterSettlement(ledger: CreditLedger, { sessionId, at }: ChargeSettled): CreditLedger {
  const charge = openCharge(ledger, sessionId);
  const quoteId = charge.terms?.quote?.quoteId;
  const settled = { sessionId, at, account: accountOf(charge) };
  const hasPaid = quoteId !== undefined && ledger.paidQuotes.get(quoteId) === sessionId;
  const after = copyOf(ledger);
  after.openCharges = ledger.openCharges.without(sessionId);
  after.settled = withSettled(ledger.settled, hasPaid ? { ...settled, quoteId } : settled);
  return after;
}

function afterOverage(ledger: CreditLedger, settled: OverageSettled): CreditLedger {
  const { lot, used, drawn, isAttributed, isLeft } = settled;
  const openCharges = isAttributed ? withOverageAttributed(ledger.openCharges, settled) : ledger.openCharges;
  const lots = withOverageSettled(withdraw(ledger.lots, drawn), lot, used);
  return { ...ledger, openCharges, unpaid: isLeft ? overageDue(settled) : undefined, lots };
}

/**
 * A copy whose fields may be changed. Written out: in a replay a spread of so many fields, followed by others, takes
 * several times as long.
 */
function copyOf(ledger: CreditLedger): Draft {
  return {
    status: ledger.status,
    organizationId: ledger.organizationId,
    period: ledger.period,
    openedAt: ledger.openedAt,
    awaited: ledger.awaited,
    tiersKnown: ledger.tiersKnown,
    prices: ledger.prices,
    included: ledger.included,
    next: ledger.next,
    lots: ledger.lots,
    openCharges: ledger.openCharges,
    settled: ledger.settled,
    paidQuotes: ledger.paidQuotes,
    owed: ledger.owed,
    overage: ledger.overage,
    unpaid: ledger.unpaid,
    payments: ledger.payments,
    last: ledger.last,
  };
}

export const balanceOf = (ledger: CreditLedger): Microcredits => totalOf(ledger.lots);

/** The cost of a session so far, also after its charge was settled; zeros for a session that was never charged. */
export const accountOfSession = (ledger: CreditLedger, sessionId: string): ChargeAccount => {
  const open = ledger.openCharges.get(sessionId);
  return open ? accountOf(open) : (ledger.settled.get(sessionId)?.account ?? noAccount);
};

export const wasCharged = (ledger: CreditLedger, sessionId: string): boolean =>
  ledger.openCharges.has(sessionId) || ledger.settled.has(sessionId);

/** The hash that the very first entry of a ledger carries in place of a predecessor's. */
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

const nameOf = ({ organizationId, period }: CreditLedger): string =>
  organizationId === '' ? 'a credit ledger' : `the credit ledger of ${organizationId} (${period})`;

/** The types of facts that an opening consists of. */
const OPENING_FACTS: ReadonlySet<string> = new Set<LedgerFact['type']>(['CreditsGranted', 'ChargesCarried']);

function withCarried(ledger: CreditLedger, { openCharges: carried, settled }: ChargesCarried): CreditLedger {
  const openCharges = carried.reduce((all, charge) => all.with(charge.sessionId, charge), ledger.openCharges);
  // An opening of an earlier release does not announce a number.
  const awaited = Math.max(0, ledger.awaited - carried.length - settled.length);
  const status = ledger.status === 'opening' && awaited === 0 ? 'open' : ledger.status;
  const ofSettled = settled.reduce(
    (all, { quoteId, sessionId }) => (quoteId === undefined ? all : all.with(quoteId, sessionId)),
    carried.reduce(withPaidQuote, ledger.paidQuotes),
  );
  return {
    ...ledger,
    status,
    awaited,
    openCharges,
    settled: settled.reduce(withSettled, ledger.settled),
    paidQuotes: ofSettled,
  };
}

const withPaidQuote = (all: SessionMap<string>, { sessionId, terms }: OpenCharge): SessionMap<string> =>
  terms?.quote === undefined ? all : all.with(terms.quote.quoteId, sessionId);

function withReversed(ledger: CreditLedger, paymentId: string, amount: Microcredits): CreditLedger {
  const account = ledger.payments.get(paymentId) ?? noPayment;
  const payments = ledger.payments.with(paymentId, { ...account, reversed: plus(account.reversed, amount) });
  return { ...ledger, payments };
}

const withCharge = (all: SessionMap<OpenCharge>, charge: OpenCharge): SessionMap<OpenCharge> =>
  all.with(charge.sessionId, charge);

function openCharge(ledger: CreditLedger, sessionId: string): OpenCharge {
  const charge = ledger.openCharges.get(sessionId);
  if (!charge)
    throw new Error(`the ledger of ${ledger.organizationId} (${ledger.period}) has no open charge of ${sessionId}`);
  return charge;
}
