import { type Microcredits, formatCredits, microcredits, minus, sumOf } from '@assay/kernel';
import { type ChargeLine, type RefundReason, isAiReportCharge } from './charge';
import type { LedgerEntry, OverageSettled } from './events';
import type { Draw, Lot } from './lot';
import { LEAST_CHARGE, overageDue } from './overage';
import type { Prorated } from './prorating';

/** An entry of a ledger as a sentence: what changed, by how much, and why. */
export function ledgerWords({ type, data }: LedgerEntry): string {
  switch (type) {
    case 'PeriodOpened':
      return `${data.period} was opened with ${formatCredits(data.balance)} credits carried over.`;
    case 'ChargesCarried':
      return `${data.openCharges.length} open charges and ${data.settled.length} settled ones were carried over.`;
    case 'CreditsGranted':
      return `${lotWords(data.lot)} were granted (${data.upgrade ? upgradeWords(data.upgrade) : data.reason}).`;
    case 'CreditsPurchased':
      return `${lotWords(data.lot)} were bought (package ${data.packageId}, payment ${data.paymentId}).`;
    case 'CreditsCharged': {
      const { sessionId, amount, lines, drawn, terms, linesCounted } = data;
      const counted = linesCounted === undefined ? '' : ` for ${linesCounted} lines of code`;
      const quote = terms?.quote === undefined ? '' : `, as quote ${terms.quote.quoteId} says`;
      return (
        `${subjectWords(sessionId)} was charged ${formatCredits(amount)} credits${counted}${quote}: ` +
        `${linesWords(lines)}. They came from ${drawWords(drawn)}.`
      );
    }
    case 'ChargeReapportioned':
      return (
        `The price of ${data.category} in ${data.sessionId} moved to the tools that remain in its plan: ` +
        `${linesWords(data.lines)}.`
      );
    case 'CreditsRefunded': {
      const { sessionId, amount, lines, reason, returned } = data;
      return (
        `${formatCredits(amount)} credits of ${sessionId} came back, because ${REASONS[reason]}: ` +
        `${linesWords(lines)}. They went to ${drawWords(returned)}.`
      );
    }
    case 'ChargeSettled':
      return (
        `The charge of ${data.sessionId} became final: ${formatCredits(data.charged)} charged, ` +
        `${formatCredits(data.refunded)} refunded, ${data.linesScanned} lines scanned.`
      );
    case 'OverageChanged': {
      const { limit, microdollarsPerCredit } = data.overage;
      return limit === 0
        ? `Overage was turned off (${data.by}).`
        : `Overage of ${formatCredits(limit)} credits was allowed, at ${dollarsWords(microdollarsPerCredit)} a ` +
            `credit (${data.by}).`;
    }
    case 'OverageSettled':
      return (
        `The overage of ${data.period}, ${formatCredits(data.used)} credits, was settled: ` +
        `${formatCredits(sumOf(data.drawn.map(({ amount }) => amount)))} by ${drawWords(data.drawn)}, ` +
        `${formatCredits(data.amount)} for ${dollarsWords(data.cents * 10_000)} (${paymentWords(data)}).`
      );
    case 'CreditsLapsed':
      return `${formatCredits(data.amount)} credits expired: ${drawWords(data.lapsed)}.`;
    case 'PeriodClosed':
      return `${data.period} was closed; ${data.next} follows.`;
    default:
      return (type as string).replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  }
}

/** The words for a refund's reason. */
const REASONS: Readonly<Record<RefundReason, string>> = {
  failed: 'what they were for failed',
  'timed-out': 'what they were for was not done in time',
  skipped: 'what they were for was skipped',
  canceled: 'the session was canceled before it was done',
  'not-applicable': 'there was nothing to look at',
  'not-started': 'the session never began',
};

const upgradeWords = ({ from, to, at, includedBefore, included, daysLeft, days }: Prorated): string =>
  `upgraded from ${from} to ${to} at ${at}: of ${formatCredits(minus(included, includedBefore))} more a month the ` +
  `part for ${daysLeft} of ${days} days`;

function paymentWords(settled: OverageSettled): string {
  const { before, isLeft, paymentId } = settled;
  const due = `${dollarsWords(overageDue(settled).cents * 10_000)}${before ? ', with what was left before,' : ''}`;
  if (isLeft) return `${due} is left to the next month: a charge is at least ${dollarsWords(LEAST_CHARGE * 10_000)}`;
  return before ? `payment ${paymentId} of ${due.slice(0, -1)}` : `payment ${paymentId}`;
}

const subjectWords = (sessionId: string): string =>
  `${isAiReportCharge(sessionId) ? 'AI report' : 'Session'} ${sessionId}`;

const dollarsWords = (microdollars: number): string => `$${formatCredits(microcredits(microdollars))}`;

const lotWords = ({ id, kind, remaining, expires, expiresAt, priority }: Lot): string => {
  const month = expires === null ? 'which never expires' : `to be spent by the end of ${expires}`;
  const end = expiresAt === undefined ? month : `to be spent before ${expiresAt}`;
  const order = priority === undefined ? '' : `, of priority ${priority}`;
  return `${formatCredits(remaining)} ${kind} credits (lot ${id}, ${end}${order})`;
};

const drawWords = (draws: readonly Draw[]): string =>
  draws.length === 0 ? 'no lot' : draws.map(({ lot, amount }) => `${lot} (${formatCredits(amount)})`).join(', ');

/** If there are more lines than this, they are summed by category. */
const LINES_NAMED = 5;

function linesWords(lines: readonly ChargeLine[]): string {
  if (lines.length <= LINES_NAMED)
    return lines.map(({ item, amount }) => `${item} ${formatCredits(amount)}`).join(', ');
  const amounts = new Map<string, Microcredits[]>();
  for (const { category, amount } of lines) amounts.set(category, [...(amounts.get(category) ?? []), amount]);
  return [...amounts]
    .map(
      ([category, each]) =>
        `${category} ${formatCredits(sumOf(each))}${each.length > 1 ? ` (${each.length} tools)` : ''}`,
    )
    .join(', ');
}
