import {
  BILLING_CATEGORIES,
  type BillingCategory,
  type Microcredits,
  type Prices,
  type Refusal,
  type Result,
  formatCredits,
  microcredits,
  minus,
  ok,
  plus,
  refuse,
  toCredits,
} from '@assay/kernel';
import {
  type ChargeCategory,
  type ChargeLine,
  type ChargeSubject,
  type ChargeTerms,
  type OpenCharge,
  type PaidPlan,
  type RefundReason,
  subjectOf,
  toolLines,
  totalOfLines,
} from './charge';
import { type CreditLedger, accountOfSession, apply, balanceOf, wasCharged } from './credit-ledger';
import type { LedgerFact } from './events';
import { type HeldQuote, mayPayQuote, otherSize } from './held-quote';
import { overageAllowed, planCharge } from './overage';
import { refund } from './refunding';

interface AiReportCharge extends ChargeSubject {
  readonly at: string;
  readonly lines: readonly ChargeLine[];
  readonly terms?: ChargeTerms;
}
interface SessionCharge extends AiReportCharge {
  readonly categories: readonly ChargeCategory[];
  readonly plan?: PaidPlan;
  /** Paid in place of today's prices; those only say which categories are free. */
  readonly quote?: { readonly held: HeldQuote; readonly today: Prices };
}

/** The fields that only a session's first charge has. */
type OfFirstCharge = Partial<Pick<SessionCharge, 'categories' | 'plan' | 'terms'>>;

/**
 * Charges a session, or refuses when the balance does not cover it. A charged session is not charged again. A session
 * that pays a quote is refused if the quote does not apply to it, or if the balance does not cover all of it.
 */
export function chargeSession(command: SessionCharge, ledger: CreditLedger): Result<readonly LedgerFact[], Refusal> {
  const { sessionId, at, quote, categories, plan, terms } = command;
  if (quote !== undefined && !wasCharged(ledger, sessionId)) {
    const session = { ...command, aiFeatures: plan?.aiFeatures ?? [] };
    const usedBy = ledger.paidQuotes.get(quote.held.quoteId);
    const holds = mayPayQuote(quote.held, session, { at, usedBy, prices: quote.today });
    if (!holds.ok) return holds;
    const { total } = quote.held.price;
    const lacking = shortOf(total, ledger);
    if (lacking) return refuse(lacking);
  }
  return chargeOnce(command, ledger, {
    categories,
    ...(plan !== undefined && { plan }),
    ...(terms !== undefined && { terms }),
  });
}

/** The same for an AI report. It plans no categories, so that no usage counts it as a scan. */
export const chargeAiReport = (command: AiReportCharge, ledger: CreditLedger): Result<readonly LedgerFact[], Refusal> =>
  chargeOnce(command, ledger, { ...(command.terms !== undefined && { terms: command.terms }) });

function chargeOnce(
  command: AiReportCharge,
  ledger: CreditLedger,
  extra: OfFirstCharge,
): Result<readonly LedgerFact[], Refusal> {
  const { sessionId, lines, at } = command;
  if (wasCharged(ledger, sessionId)) return ok([]);
  const required = totalOfLines(lines);
  const lacking = shortOf(required, ledger);
  if (lacking) return refuse(lacking);
  return ok([charged(ledger, command, lines, { at, ...extra })]);
}

interface LinesCharge {
  readonly at: string;
  readonly sessionId: string;
  readonly linesCounted: number;
  /** The price of the lines, if the session's charge does not hold their terms. */
  readonly amount: Microcredits;
  /** The tools that still have something to analyse. */
  readonly remainingTools: ReadonlySet<string>;
  /** The most that the session may cost in all. */
  readonly most?: Microcredits;
}

/**
 * Charges the lines once they are counted, and adjusts the shares of the tools to the remaining plan: a category's
 * price moves to its remaining tools, or is returned if it has none. Returned credits count towards paying for the
 * lines. Repeating it changes nothing.
 */
export function chargeLines(command: LinesCharge, ledger: CreditLedger): Result<readonly LedgerFact[], Refusal> {
  const charge = ledger.openCharges.get(command.sessionId);
  if (!charge) return isPaid(ledger, command.sessionId) ? ok([]) : refuse(nothingToAddTo(command.sessionId));
  const adjustments = refinePlan(charge, ledger, command);
  if (charge.linesCharged) return ok(adjustments);

  const quoted = charge.terms?.quote;
  const block = charge.terms?.lines.block ?? 1;
  const blocks = (lines: number) => Math.ceil(lines / block);
  if (quoted !== undefined && blocks(quoted.lines) !== blocks(command.linesCounted))
    return refuse(otherSize({ ...quoted, block }, command.linesCounted));

  const price = charge.terms?.lines.price;
  const amount = price === undefined ? command.amount : microcredits(blocks(command.linesCounted) * price);
  const adjusted = adjustments.reduce(apply, ledger);
  const { charged: before, refunded } = accountOfSession(adjusted, command.sessionId);
  const cost = plus(minus(before, refunded), amount);
  if (command.most !== undefined && cost > command.most) return refuse(overBudget(cost, command.most));
  if (amount === 0) return ok(adjustments);
  const lacking = shortOf(amount, adjusted);
  if (lacking) return refuse(lacking);
  const line: ChargeLine = { item: 'lines', category: 'lines', tool: null, amount };
  return ok([
    ...adjustments,
    charged(adjusted, charge, [line], { at: command.at, linesCounted: command.linesCounted }),
  ]);
}

function refinePlan(charge: OpenCharge, ledger: CreditLedger, { at, remainingTools }: LinesCharge): LedgerFact[] {
  const facts: LedgerFact[] = [];
  for (const category of BILLING_CATEGORIES) {
    const lines = charge.lines.filter((line) => line.category === category);
    const remaining = lines.flatMap(({ tool }) => (tool !== null && remainingTools.has(tool) ? [tool] : []));
    if (remaining.length === lines.length) continue;
    facts.push(
      remaining.length === 0
        ? refund(facts.reduce(apply, ledger), charge.sessionId, lines, NOT_APPLICABLE, at)
        : {
            type: 'ChargeReapportioned',
            data: { at, ...subjectOf(charge), category, lines: reapportioned(category, lines, remaining) },
          },
    );
  }
  return facts;
}

const NOT_APPLICABLE: RefundReason = 'not-applicable';

const reapportioned = (
  category: BillingCategory,
  lines: readonly ChargeLine[],
  remaining: readonly string[],
): ChargeLine[] => toolLines(category, totalOfLines(lines), remaining);

function charged(
  ledger: CreditLedger,
  subject: ChargeSubject,
  lines: readonly ChargeLine[],
  extra: OfFirstCharge & { at: string; linesCounted?: number },
): LedgerFact {
  const amount = totalOfLines(lines);
  return {
    type: 'CreditsCharged',
    data: { ...subjectOf(subject), ...extra, amount, lines, drawn: planCharge(ledger, amount) },
  };
}

/** The refusal if the balance, with the allowed overage, does not cover an amount; undefined if it does. */
function shortOf(required: Microcredits, ledger: CreditLedger): Refusal | undefined {
  const balance = balanceOf(ledger);
  const available = plus(balance, overageAllowed(ledger));
  if (required === 0 || required <= available) return undefined;
  return {
    code: 'INSUFFICIENT_CREDITS',
    message:
      `Insufficient credits: ${formatCredits(required)} required, ${formatCredits(available)} available. Buy credits ` +
      'or choose fewer categories.',
    details: { required: toCredits(required), balance: toCredits(balance) },
  };
}

const overBudget = (cost: Microcredits, most: Microcredits): Refusal => ({
  code: 'BUDGET_EXCEEDED',
  message:
    `The session would cost ${formatCredits(cost)} credits, and its budget is ${formatCredits(most)}: raise it, ` +
    'choose fewer categories, or leave out paths.',
  details: { required: toCredits(cost), budget: toCredits(most) },
});

/** Whether the charge is settled and was not returned in full: then this command is a late retry. */
function isPaid(ledger: CreditLedger, sessionId: string): boolean {
  const account = ledger.settled.get(sessionId)?.account;
  return account !== undefined && account.charged > account.refunded;
}

const nothingToAddTo = (sessionId: string): Refusal => ({
  code: 'CONFLICT',
  message: `Session ${sessionId} has no charge to add its lines to: it was never charged, or all of it was returned.`,
});
