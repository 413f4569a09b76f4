import { BILLING_CATEGORIES, type Microcredits, fromCredits, microcredits } from '@assay/kernel';
import { type ChargeLine, toolLines } from '../../libs/billing/src/domain/charge';
import { chargeLines, chargeSession } from '../../libs/billing/src/domain/charging';
import { type CreditLedger, apply, balanceOf, unopened } from '../../libs/billing/src/domain/credit-ledger';
import { bookPurchase, payDebt } from '../../libs/billing/src/domain/crediting';
import type { LedgerFact } from '../../libs/billing/src/domain/events';
import { grantCredits } from '../../libs/billing/src/domain/granting';
import { type PaymentAccount, inBoth, noPayment } from '../../libs/billing/src/domain/payment-account';
import { carryOn, closePeriod, openPeriod } from '../../libs/billing/src/domain/period-roll';
import { refundAndSettle, refundSession } from '../../libs/billing/src/domain/refunding';
import { type AutoTopup, autoTopup } from '../../libs/billing/src/domain/topup/auto-topup';
import { changeAutoTopup } from '../../libs/billing/src/domain/topup/changing';
import { considerTopup, recordOutcome } from '../../libs/billing/src/domain/topup/deciding';
import { differenceOf, drawnBy, returnedBy, sameParts } from './differences';
import { LotModel, type Moved, monthBegins, monthName } from './lot-model';
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
const MONTHLY = [fromCredits(0), fromCredits(0), fromCredits(12)] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALL_TOOLS = PRICED.flatMap(([name]) => TOOLS.map((tool) => `${name}-${tool}`));
/** Mostly within a day; into the next month now and then, and over several. */
const PAUSES = [0, 1_000, HOUR, 3 * HOUR, DAY, 9 * DAY, 25 * DAY, 70 * DAY] as const;
/** Over so many steps the months go by. */
const MOST_STEPS = 18;
/** November 2026. */
const FIRST_MONTH = 10;

/** The ledger did not do what the model says. */
export class LedgerDiffers extends Error {
  override readonly name = 'LedgerDiffers';
}

/** How often something happened, by its name. */
export type Tally = Map<string, number>;

/**
 * Lives through one history of commands, the same for the same number, with the ledger's own decisions and with the
 * model of them, and compares both after each command.
 *
 * @returns how many commands there were
 * @throws LedgerDiffers with the number of the history and what differs
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
  private readonly monthly: Microcredits;
  private ledger: CreditLedger = unopened;
  private readonly model: LotModel;
  private topup: AutoTopup = autoTopup.initial;
  private readonly topups = new TopupModel();
  /** What closed months have of each purchase: the ledger forgets them with their month. */
  private readonly before = new Map<string, PaymentAccount>();
  private readonly reversed = new Map<string, Microcredits>();
  private readonly topupIds: string[] = [];

  constructor(
    number: number,
    private readonly tally: Tally,
  ) {
    this.random = new SeededRandom(number);
    this.monthly = this.random.of(MONTHLY);
    this.at = monthBegins(FIRST_MONTH) + this.random.below(20 * DAY);
    this.model = new LotModel(FIRST_MONTH, BigInt(this.monthly), this.at);
    this.open(FIRST_MONTH, unopened);
    this.compare('the first month');
  }

  step(): void {
    this.elapse((this.random.oneIn(2) ? this.random.of(PAUSES) : 0) + this.random.below(1_000));
    const kind = this.random.below(16);
    if (kind < 6) this.chargeSession();
    else if (kind < 8) this.chargeLines();
    else if (kind < 11) this.settle();
    else if (kind < 12) this.refundSession();
    else if (kind < 13) this.grant();
    else if (kind < 15) this.book(this.random.of(PAYMENTS));
    else this.changeTopups();
    this.topUp();
  }

  private elapse(milliseconds: number): void {
    this.at += milliseconds;
    while (this.at >= monthBegins(this.month + 1)) {
      this.month += 1;
      const lapsed = this.model.nextMonth(this.at);
      const facts = closePeriod(this.ledger, this.time);
      const draws = facts.flatMap((fact) => (fact.type === 'CreditsLapsed' ? fact.data.lapsed : []));
      sameParts('lapsed', draws, lapsed);
      const closed = this.applied(facts);
      for (const id of [...PAYMENTS, ...this.topupIds])
        this.before.set(id, inBoth(this.accountBefore(id), closed.payments.get(id) ?? noPayment));
      this.open(this.month, closed);
      this.compare('a new month');
    }
  }

  private open(month: number, closed: CreditLedger): void {
    const period = monthName(month);
    this.ledger = unopened;
    const opening = { at: this.time, organizationId: ORGANIZATION, period, included: this.monthly };
    this.applied(openPeriod(closed, opening));
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

  /** Mostly one with an open charge. */
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
    const expires = last === undefined ? null : monthName(last);
    const lot = { id, kind: 'promotional' as const, remaining: amount, expires };
    const facts = grantCredits({ at: this.time, lot, reason: 'test' }, this.ledger);
    this.model.grant(id, BigInt(amount), last, this.at);
    this.agree('grant', facts, { drawn: [], returned: [] });
  }

  /** Comes, is taken back in part or whole, or is given back again. */
  private book(purchaseId: string, credits: Microcredits = fromCredits(10), isWhole = false): void {
    const last = this.reversed.get(purchaseId) ?? fromCredits(0);
    const reversed = isWhole || this.random.oneIn(3) ? last : microcredits(this.random.below(credits + 1));
    this.reversed.set(purchaseId, reversed);
    const booking = { at: this.time, purchaseId, packageId: PACK.id, credits, reversed };
    const facts = bookPurchase(booking, this.accountBefore(purchaseId), this.ledger);
    const moved = this.model.book(`purchased-${purchaseId}`, BigInt(credits), BigInt(reversed), this.at);
    this.agree('purchase', facts, moved);
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

  /** As long as there is something to do: what is in flight may end, and what is due begins. */
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
      this.book(topupId, credits, true);
    }
    const outcome = isDeclined
      ? ({ status: 'declined', reason: 'card_declined' } as const)
      : ({ status: 'credited', balance: balanceOf(this.ledger) } as const);
    const events = recordOutcome({ at: this.time, topupId, outcome }, this.topup);
    this.topup = events.reduce(autoTopup.evolve, this.topup);
    this.count(isDeclined ? 'top-up declined' : 'top-up credited');
  }

  /** Takes what was decided, and what is owed, and compares what moved and what is there. */
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

const num = (amount: bigint | undefined): number | undefined => (amount === undefined ? undefined : Number(amount));
