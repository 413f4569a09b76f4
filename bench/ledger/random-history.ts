import { BILLING_CATEGORIES, type Microcredits, fromCredits, microcredits } from '@assay/kernel';
import { type ChargeLine, toolLines } from '../../libs/billing/src/domain/charge';
import { chargeLines, chargeSession } from '../../libs/billing/src/domain/charging';
import { type CreditLedger, apply, balanceOf, unopened } from '../../libs/billing/src/domain/credit-ledger';
import { bookPurchase, payDebt } from '../../libs/billing/src/domain/crediting';
import type { LedgerFact } from '../../libs/billing/src/domain/events';
import { grantCredits } from '../../libs/billing/src/domain/granting';
import { lapseExpired } from '../../libs/billing/src/domain/lapsing';
import { changeOverage, termsWithin, withinTier } from '../../libs/billing/src/domain/overage';
import { type PaymentAccount, inBoth, noPayment } from '../../libs/billing/src/domain/payment-account';
import { carryOn, closePeriod, openPeriod } from '../../libs/billing/src/domain/period-roll';
import { addUpgrades } from '../../libs/billing/src/domain/prorating';
import { refundAndSettle, refundSession } from '../../libs/billing/src/domain/refunding';
import { type AutoTopup, autoTopup } from '../../libs/billing/src/domain/topup/auto-topup';
import { changeAutoTopup } from '../../libs/billing/src/domain/topup/changing';
import { considerTopup, recordOutcome } from '../../libs/billing/src/domain/topup/deciding';
import { tierAtStartOf } from '../../libs/billing/src/tier-in-month';
import {
  type Organization,
  type OrganizationEvent,
  changeTier,
  dueTier,
  organization,
} from '../../libs/identity/src/domain/organization';
import { differenceOf, drawnBy, returnedBy, sameParts } from './differences';
import { LotModel, type Moved, type Sold, monthBegins, monthName } from './lot-model';
import { SeededRandom } from './seeded-random';
import { TopupModel } from './topup-model';

const ORGANIZATION = 'org_1';
const SESSIONS = ['ses_1', 'ses_2', 'ses_3', 'ses_4'] as const;
const PAYMENTS = ['pur_1', 'pur_2', 'pur_3'] as const;
const BASE = fromCredits(1);
/** Prices that three tools cannot share evenly. */
const PRICED = [
  ['security', fromCredits(1)],
  ['accessibility', fromCredits(4)],
  ['performance', microcredits(5_000_001)],
] as const;
const TOOLS = ['a', 'b', 'c'];
const PACK = { id: 'credits-10', credits: fromCredits(10), priceCents: 100 };
/** The monthly credits of tiers: amounts that do not divide into whole days. */
const INCLUDED = {
  free: fromCredits(0),
  starter: fromCredits(12),
  pro: microcredits(30_000_007),
  business: fromCredits(400),
};
/** The overage limits of tiers, at prices that make no whole cents. */
const OVERAGE = {
  free: { credits: fromCredits(19), microdollarsPerCredit: 123_457 },
  starter: null,
  pro: { credits: microcredits(25_000_003), microdollarsPerCredit: 110_003 },
  business: null,
};
const FIRST_TIERS = ['free', 'free', 'starter'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALL_TOOLS = PRICED.flatMap(([name]) => TOOLS.map((tool) => `${name}-${tool}`));
/** Mostly within a day; into the next month now and then, and over several. */
const PAUSES = [0, 1_000, HOUR, 3 * HOUR, DAY, 9 * DAY, 25 * DAY, 70 * DAY] as const;
/** The most steps of a history, over which the months pass. */
const MOST_STEPS = 18;
/** November 2026. */
const FIRST_MONTH = 10;

/** The ledger differs from the model. */
export class LedgerDiffers extends Error {
  override readonly name = 'LedgerDiffers';
}

/** The counts of what happened, by name. */
export type Tally = Map<string, number>;

/**
 * Runs one history of commands, the same for the same number, on the ledger and on the model, and compares both after
 * each command.
 *
 * @returns the number of commands
 * @throws LedgerDiffers with the number of the history and the difference
 */
export function liveThrough(number: number, tally: Tally): number {
  const history = new RandomHistory(number, tally);
  const steps = 4 + history.random.below(MOST_STEPS - 4);
  for (let step = 0; step < steps; step += 1) {
    try {
      history.step();
    } catch (error) {
      throw new LedgerDiffers(`history ${number}, step ${step + 1}: ${(error as Error).message}`, { cause: error });
    }
  }
  return steps;
}

class RandomHistory {
  readonly random: SeededRandom;
  private at: number;
  private month = FIRST_MONTH;
  private organization: Organization;
  private ledger: CreditLedger = unopened;
  private readonly model: LotModel;
  private topup: AutoTopup = autoTopup.initial;
  private readonly topups = new TopupModel();
  /** The accounts of each purchase in closed months: the ledger forgets them with their month. */
  private readonly before = new Map<string, PaymentAccount>();
  private readonly reversed = new Map<string, Microcredits>();
  private readonly topupIds: string[] = [];
  /** The sold overage of months, by the purchase that is to pay for it. */
  private readonly sold = new Map<string, Microcredits>();

  constructor(
    number: number,
    private readonly tally: Tally,
  ) {
    this.random = new SeededRandom(number);
    const tier = this.random.of(FIRST_TIERS);
    this.at = monthBegins(FIRST_MONTH) + this.random.below(20 * DAY);
    this.organization = organization.evolve(undefined, {
      type: 'OrganizationCreated',
      data: { organizationId: ORGANIZATION, name: 'One', tier, at: this.time },
    })!;
    this.model = new LotModel(FIRST_MONTH, BigInt(INCLUDED[tier]), this.at);
    this.open(FIRST_MONTH, unopened);
    this.compare('the first month');
  }

  step(): void {
    this.elapse((this.random.oneIn(2) ? this.random.of(PAUSES) : 0) + this.random.below(1_000));
    this.holdWithinTier();
    const kind = this.random.below(21);
    if (kind < 6) this.chargeSession();
    else if (kind < 8) this.chargeLines();
    else if (kind < 11) this.settle();
    else if (kind < 12) this.refundSession();
    else if (kind < 13) this.grant();
    else if (kind < 16) this.book(this.random.of(PAYMENTS));
    else if (kind < 17) this.changeTopups();
    else if (kind < 18) this.changeOverage();
    else if (kind < 19) this.payOverage();
    else this.changeTier();
    this.topUp();
  }

  private elapse(milliseconds: number): void {
    this.at += milliseconds;
    while (this.at >= monthBegins(this.month + 1)) {
      this.month += 1;
      const { lapsed, sold } = this.model.nextMonth(this.at);
      const added = addUpgrades(this.organization.tiers, this.time, this.ledger);
      const facts = [...added, ...closePeriod(added.reduce(apply, this.ledger), this.time)];
      const draws = facts.flatMap((fact) => (fact.type === 'CreditsLapsed' ? fact.data.lapsed : []));
      sameParts('lapsed', draws, lapsed);
      this.compareSold(facts, sold);
      const closed = this.applied(facts);
      for (const id of [...PAYMENTS, ...this.topupIds, ...this.sold.keys()])
        this.before.set(id, inBoth(this.accountBefore(id), closed.payments.get(id) ?? noPayment));
      this.open(this.month, closed);
      this.compare('a new month');
    }
    const facts = lapseExpired(this.time, this.ledger);
    const draws = facts.flatMap((fact) => (fact.type === 'CreditsLapsed' ? fact.data.lapsed : []));
    sameParts('lapsed within the month', draws, this.model.lapse(this.at));
    if (facts.length > 0) this.count('lapse within a month');
    this.applied(facts);
    this.compare('a lapse');
  }

  private open(month: number, closed: CreditLedger): void {
    const period = monthName(month);
    this.ledger = unopened;
    // The event of a scheduled change comes with the month, or late.
    if (this.random.oneIn(2)) this.took(dueTier(monthText(month), this.organization));
    const tier = tierAtStartOf(period, this.organization);
    const overage = termsWithin(closed.overage, OVERAGE[tier]);
    this.model.allowAtMost(BigInt(OVERAGE[tier]?.credits ?? 0));
    this.model.priceFrom(BigInt(OVERAGE[tier]?.microdollarsPerCredit ?? 0));
    const opening = { at: this.time, organizationId: ORGANIZATION, period, included: INCLUDED[tier], overage };
    this.applied(openPeriod(closed, { ...opening, tiers: this.organization.tiers }));
    while (this.ledger.status === 'opening') this.applied(carryOn(closed, this.ledger));
  }

  private chargeSession(): void {
    const sessionId = this.random.of(SESSIONS);
    const categories = this.random.some(PRICED).map(([name, price]) => {
      const tools = this.random.some(TOOLS).map((tool) => `${name}-${tool}`);
      return [name, price, tools] as const;
    });
    const priced = categories.filter(([, , tools]) => tools.length > 0);
    const lines: ChargeLine[] = [
      { item: 'base', category: 'base', tool: null, amount: BASE },
      ...priced.flatMap(([name, price, tools]) => toolLines(name, price, tools)),
    ];
    const command = { ...subject(sessionId), at: this.time, lines, categories: priced.map(([name]) => name) };
    const decided = chargeSession(command, this.ledger);
    const base = { name: 'base', category: 'base', amount: BigInt(BASE) };
    const shared = priced.map(([name, price, tools]) => [name, BigInt(price), tools] as const);
    this.agree('charge', decided.ok ? decided.value : undefined, this.model.charge(sessionId, [base], shared));
  }

  private chargeLines(): void {
    const sessionId = this.sessionToChange();
    const amount = fromCredits(this.random.below(14));
    const remaining = PRICED.flatMap(([name]) => this.random.some(TOOLS).map((tool) => `${name}-${tool}`));
    const remainingTools = new Set(this.random.oneIn(2) ? ALL_TOOLS : remaining);
    const decided = chargeLines({ at: this.time, sessionId, linesCounted: 1, amount, remainingTools }, this.ledger);
    const expected = this.model.chargeLines(sessionId, BigInt(amount), remainingTools, BILLING_CATEGORIES);
    this.agree('lines', decided.ok ? decided.value : undefined, expected);
  }

  private settle(): void {
    const sessionId = this.sessionToChange();
    const tools = this.random.some(ALL_TOOLS);
    const rest = this.random.oneIn(5) ? ('failed' as const) : undefined;
    const facts = refundAndSettle(
      {
        at: this.time,
        sessionId,
        linesScanned: 1,
        issuesByCategory: {},
        tools: new Map(tools.map((tool) => [tool, 'failed'])),
        rest,
      },
      this.ledger,
    );
    const moved = this.model.settle(sessionId, new Set(tools), rest !== undefined);
    this.ends(sessionId, facts);
    this.agree('settlement', facts, moved);
  }

  private refundSession(): void {
    const sessionId = this.sessionToChange();
    const reason = this.random.of(['canceled', 'not-started'] as const);
    const facts = refundSession({ at: this.time, sessionId, reason }, this.ledger);
    const moved = this.model.settle(sessionId, new Set(), true);
    if (reason === 'not-started') this.ends(sessionId, facts);
    this.agree('refund', facts, moved);
  }

  /** Chooses mostly a session with an open charge. */
  private sessionToChange(): string {
    const open = SESSIONS.filter((id) => this.model.open.has(id));
    return this.random.of(open.length === 0 || this.random.oneIn(8) ? SESSIONS : open);
  }

  private ends(sessionId: string, facts: readonly LedgerFact[]): void {
    const settled = facts.find((fact) => fact.type === 'ChargeSettled')?.data;
    const expected = this.model.end(sessionId, this.at);
    if (settled?.charged !== num(expected?.[0]) || settled?.refunded !== num(expected?.[1]))
      throw new Error(`settled ${settled?.charged}/${settled?.refunded}, not ${expected?.[0]}/${expected?.[1]}`);
  }

  private grant(): void {
    const id = this.random.of(['grant_1', 'grant_2', 'grant_3']);
    const amount = microcredits(1 + this.random.below(9_999_999));
    const last = this.random.oneIn(2) ? this.month + this.random.below(3) : undefined;
    const priority = this.random.of([50, 50, 50, 20, 70]);
    const lot = {
      id,
      kind: 'promotional' as const,
      remaining: amount,
      expires: last === undefined ? null : monthName(last),
    };
    const more = priority !== 50 && { priority };
    if (last === undefined || this.random.oneIn(2)) {
      const facts = grantCredits({ at: this.time, lot: { ...lot, ...more }, reason: 'test' }, this.ledger);
      this.model.grant(id, BigInt(amount), { last, priority }, this.at);
      return this.agree('grant', facts, { drawn: [], returned: [] });
    }
    const begin = Math.max(this.at, monthBegins(last));
    const until = begin + 1 + this.random.below(monthBegins(last + 1) - begin - 1);
    if (until >= monthBegins(last + 1)) return;
    const timed = { ...lot, ...more, expiresAt: new Date(until).toISOString() };
    const facts = grantCredits({ at: this.time, lot: timed, reason: 'test' }, this.ledger);
    this.model.grant(id, BigInt(amount), { last, until, priority }, this.at);
    this.count('grant that ends within a month');
    this.agree('grant', facts, { drawn: [], returned: [] });
  }

  /** Books a purchase, reverses it in part or as a whole, or gives the reversed credits back. */
  private book(
    purchaseId: string,
    credits: Microcredits = fromCredits(10),
    { isWhole = false, isSpent = false } = {},
  ): void {
    const last = this.reversed.get(purchaseId) ?? fromCredits(0);
    const reversed = isWhole || this.random.oneIn(3) ? last : microcredits(this.random.below(credits + 1));
    this.reversed.set(purchaseId, reversed);
    const booking = { at: this.time, purchaseId, packageId: PACK.id, credits, reversed, isSpent };
    const facts = bookPurchase(booking, this.accountBefore(purchaseId), this.ledger);
    const moved = this.model.book(`purchased-${purchaseId}`, BigInt(credits), BigInt(reversed), this.at, isSpent);
    this.agree(isSpent ? 'purchase of overage' : 'purchase', facts, moved);
  }

  /** First limits the overage to what the tier allows, as each command does. */
  private holdWithinTier(): void {
    const tier = OVERAGE[this.organization.tier as keyof typeof OVERAGE];
    const facts = withinTier(this.time, tier, this.ledger);
    this.model.allowAtMost(BigInt(tier?.credits ?? 0));
    if (facts.length > 0) this.count('overage that the tier allows no longer');
    this.applied(facts);
  }

  private changeOverage(): void {
    const tier = OVERAGE[this.organization.tier as keyof typeof OVERAGE];
    const limit = microcredits(tier === null || this.random.oneIn(4) ? 0 : 1 + this.random.below(tier.credits));
    const terms = { limit, microdollarsPerCredit: tier?.microdollarsPerCredit ?? 0 };
    const facts = changeOverage({ at: this.time, by: 'key_1', terms }, this.ledger);
    this.model.allowOverage(BigInt(limit), BigInt(terms.microdollarsPerCredit));
    this.agree('change of the overage', facts, { drawn: [], returned: [] });
  }

  /** Pays for a month's overage, leaves it unpaid, or reverses the payment. */
  private payOverage(): void {
    const ids = [...this.sold.keys()];
    if (ids.length === 0) return;
    const id = this.random.of(ids);
    this.book(id, this.sold.get(id)!, { isSpent: true });
  }

  private compareSold(facts: readonly LedgerFact[], sold: Sold): void {
    const settled = facts.flatMap((fact) => (fact.type === 'OverageSettled' ? [fact.data] : []))[0];
    const numbers = [settled?.used ?? 0, settled?.amount ?? 0, settled?.cents ?? 0].map(BigInt).join('/');
    const expected = [sold.used, sold.amount, sold.cents].join('/');
    if (numbers !== expected) throw new Error(`of the overage ${numbers} is used/sold/cents, not ${expected}`);
    sameParts('drawn for the overage', settled?.drawn ?? [], sold.drawn);
    if (settled && settled.cents > 0) this.sold.set(settled.paymentId, settled.amount);
  }

  /** Changes the tier. The reactor that adds an upgrade's credits runs at once, or late. */
  private changeTier(): void {
    const tier = this.random.of(['free', 'starter', 'pro'] as const);
    const events = changeTier({ tier, at: this.time, included: INCLUDED }, this.organization);
    for (const { type } of events) this.count(type);
    this.took(events);
    this.model.order(BigInt(INCLUDED[tier]), this.at);
    if (this.random.oneIn(3)) return;
    this.model.addUpgrades(this.at);
    const added = addUpgrades(this.organization.tiers, this.time, this.ledger);
    if (added.length > 0) this.count('upgrade');
    this.agree('change of the tier', added, { drawn: [], returned: [] });
  }

  private took(events: readonly OrganizationEvent[]): void {
    this.organization = events.reduce(organization.evolve, this.organization)!;
  }

  private changeTopups(): void {
    const settings = {
      triggerThreshold: fromCredits(1 + this.random.below(60)),
      packageId: PACK.id,
      maxPerMonth: 1 + this.random.below(3),
    };
    const change = { at: this.time, organizationId: ORGANIZATION, by: 'key_1', enabled: true, settings };
    const events = changeAutoTopup(change, this.topup);
    if (events.length > 0) this.topups.set(BigInt(settings.triggerThreshold), settings.maxPerMonth);
    this.topup = events.reduce(autoTopup.evolve, this.topup);
  }

  /** Works while there is something to do: a top-up in flight may end, and a due one begins. */
  private topUp(): void {
    for (;;) {
      if (this.topup.inFlight) {
        const outcome = this.random.below(4);
        if (outcome === 0) return this.count('top-up still in flight');
        this.endTopup(outcome === 1);
      }
      const balance = balanceOf(this.ledger);
      const events = considerTopup({ at: this.time, balance, offer: PACK, entry: null }, this.topup);
      this.topup = events.reduce(autoTopup.evolve, this.topup);
      const expected = this.topups.packages(BigInt(balance), BigInt(PACK.credits), { at: this.at, month: this.month });
      const packages = this.topup.inFlight?.packages ?? 0;
      if (packages !== expected) throw new Error(`a top-up of ${packages} packages, not of ${expected}`);
      if (packages === 0) return;
      this.topupIds.push(this.topup.inFlight!.topupId);
      this.count('top-up');
    }
  }

  private endTopup(isDeclined: boolean): void {
    const { topupId, credits } = this.topup.inFlight!;
    if (isDeclined) this.topups.declined(this.at);
    else {
      this.topups.credited();
      this.book(topupId, credits, { isWhole: true });
    }
    const outcome = isDeclined
      ? ({ status: 'declined', reason: 'card_declined' } as const)
      : ({ status: 'credited', balance: balanceOf(this.ledger) } as const);
    const events = recordOutcome({ at: this.time, topupId, outcome }, this.topup);
    this.topup = events.reduce(autoTopup.evolve, this.topup);
    this.count(isDeclined ? 'top-up declined' : 'top-up credited');
  }

  /** Applies the decided facts, pays the debt, and compares the movements and the balance with the model. */
  private agree(what: string, decided: readonly LedgerFact[] | undefined, moved: Moved): void {
    if ((decided === undefined) !== (moved.refused ?? false))
      throw new Error(`a ${what} is ${decided ? 'accepted' : 'refused'}, and should not be`);
    this.count(decided === undefined ? `${what} refused` : decided.length === 0 ? `${what} without effect` : what);
    if (decided === undefined) return this.compare(what);
    const facts = payDebt(decided, this.time, this.ledger);
    const debts = facts.slice(decided.length).flatMap((fact) => (fact.type === 'DebtPaid' ? fact.data.drawn : []));
    if (debts.length > 0) this.count('debt paid');
    sameParts('drawn', decided.flatMap(drawnBy), moved.drawn);
    sameParts('returned', decided.flatMap(returnedBy), moved.returned);
    sameParts('paid of the debt', debts, this.model.payDebt());
    this.applied(facts);
    this.compare(what);
  }

  private compare(what: string): void {
    const difference = differenceOf(this.ledger, this.model);
    if (difference !== undefined) throw new Error(`after ${what}: ${difference}`);
  }

  private applied(facts: readonly LedgerFact[]): CreditLedger {
    for (const fact of facts) {
      this.ledger = apply(this.ledger, fact);
      this.count(fact.type);
    }
    return this.ledger;
  }

  private accountBefore = (purchaseId: string): PaymentAccount => this.before.get(purchaseId) ?? noPayment;

  private get time(): string {
    return new Date(this.at).toISOString();
  }

  private count(name: string): void {
    this.tally.set(name, (this.tally.get(name) ?? 0) + 1);
  }
}

const subject = (sessionId: string) => ({ sessionId, scanId: sessionId.replace('ses', 'scn'), projectId: null });

const monthText = (month: number): string => new Date(monthBegins(month)).toISOString();

const num = (amount: bigint | undefined): number | undefined => (amount === undefined ? undefined : Number(amount));
