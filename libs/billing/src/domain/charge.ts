import { type BillingCategory, type Microcredits, noCredits, plus, splitEvenly } from '@assay/kernel';
import { type Draw, undoDraws } from './lot';

/** The subject of a line: the base price, the lines of code, a feature, or one of the priced categories. */
export type ChargeCategory = 'base' | 'lines' | 'ai' | BillingCategory;

/** One line of a bill. Quote, charge, refund and receipt show the same lines. */
export interface ChargeLine {
  /** `base`, `lines`, `ai:<feature>` or `tool:<tool id>`; unique within a session. */
  readonly item: string;
  readonly category: ChargeCategory;
  /** The tool whose share it is; null for a line of the session as a whole. */
  readonly tool: string | null;
  readonly amount: Microcredits;
}

export const REFUND_REASONS = ['failed', 'timed-out', 'skipped', 'canceled', 'not-applicable', 'not-started'] as const;
/** `not-applicable`: nothing to analyse. `not-started`: charged, but the session never began. */
export type RefundReason = (typeof REFUND_REASONS)[number];

/** The subject of a charge. */
export interface ChargeSubject {
  /** The session; for an AI report, which has a charge of its own, the report. */
  readonly sessionId: string;
  readonly scanId: string;
  readonly projectId: string | null;
}

/** Whether a charge is for an AI report; the prefix of an id tells its kind. */
export const isAiReportCharge = (sessionId: string): boolean => sessionId.startsWith('air_');

/**
 * The tools and features that the first charge of a session paid for. A session that starts has exactly these tools and
 * features.
 */
export interface PaidPlan {
  /** Tools by billing category, including free categories. */
  readonly tools: Readonly<Partial<Record<BillingCategory, readonly string[]>>>;
  readonly aiFeatures: readonly string[];
}

/** The conditions of a session's first charge. They apply to its lines, too, even if prices change meanwhile. */
export interface ChargeTerms {
  /** The price of each started block of lines. */
  readonly lines: { readonly price: Microcredits; readonly block: number };
  /** The version of the price list that the charge was made from; charges of earlier releases lack it. */
  readonly prices?: string;
  /** The quote that is paid, and its number of lines. */
  readonly quote?: { readonly quoteId: string; readonly lines: number };
}

/** The cost of a session so far. */
export interface ChargeAccount {
  readonly charged: Microcredits;
  readonly refunded: Microcredits;
  /** Tools that returned credits because they failed, timed out, were skipped or canceled; sorted. */
  readonly toolsRefunded: readonly string[];
  /** Tools that returned credits because they had nothing to analyse; sorted. */
  readonly toolsNotApplicable: readonly string[];
}

/**
 * A session's charge while credits of it may still be returned. Its lines and its draws both sum to `charged -
 * refunded`.
 */
export interface OpenCharge extends ChargeSubject, ChargeAccount {
  /** The lines that are still refundable. */
  readonly lines: readonly ChargeLine[];
  /** The lots that paid it, in the order they were drawn. */
  readonly drawn: readonly Draw[];
  readonly linesCharged: boolean;
  /** Charges of earlier releases lack them. */
  readonly terms?: ChargeTerms;
}

export const noAccount: ChargeAccount = {
  charged: noCredits,
  refunded: noCredits,
  toolsRefunded: [],
  toolsNotApplicable: [],
};

export const accountOf = ({ charged, refunded, toolsRefunded, toolsNotApplicable }: ChargeAccount): ChargeAccount => ({
  charged,
  refunded,
  toolsRefunded,
  toolsNotApplicable,
});

export const subjectOf = ({ sessionId, scanId, projectId }: ChargeSubject): ChargeSubject => ({
  sessionId,
  scanId,
  projectId,
});

export const totalOfLines = (lines: readonly ChargeLine[]): Microcredits => {
  let total = noCredits;
  for (const { amount } of lines) total = plus(total, amount);
  return total;
};

/**
 * Splits a category's price into equal shares that add up to it exactly; sorted by tool, so that the same tools always
 * get the same shares.
 */
export const toolLines = (category: BillingCategory, price: Microcredits, tools: readonly string[]): ChargeLine[] =>
  [...splitEvenly(price, [...tools].sort())].map(([tool, amount]) => ({
    item: `tool:${tool}`,
    category,
    tool,
    amount,
  }));

/**
 * Written out field by field: replaying spends most of its time here, and a second spread in a literal costs ten times
 * the first.
 */
export function newCharge({
  sessionId,
  scanId,
  projectId,
  terms,
}: ChargeSubject & { readonly terms?: ChargeTerms }): OpenCharge {
  const charge: OpenCharge = {
    sessionId,
    scanId,
    projectId,
    charged: noCredits,
    refunded: noCredits,
    toolsRefunded: [],
    toolsNotApplicable: [],
    lines: [],
    drawn: [],
    linesCharged: false,
  };
  return terms === undefined ? charge : { ...charge, terms };
}

export const withCharged = (charge: OpenCharge, lines: readonly ChargeLine[], drawn: readonly Draw[]): OpenCharge => ({
  ...charge,
  charged: plus(charge.charged, totalOfLines(lines)),
  lines: charge.lines.length === 0 ? lines : charge.lines.concat(lines),
  drawn: charge.drawn.length === 0 ? drawn : charge.drawn.concat(drawn),
  linesCharged: charge.linesCharged || lines.some(({ category }) => category === 'lines'),
});

export const withReapportioned = (
  charge: OpenCharge,
  category: ChargeCategory,
  lines: readonly ChargeLine[],
): OpenCharge => ({ ...charge, lines: [...charge.lines.filter((line) => line.category !== category), ...lines] });

export function withRefunded(charge: OpenCharge, lines: readonly ChargeLine[], reason: RefundReason): OpenCharge {
  const amount = totalOfLines(lines);
  const isReturned = membership(lines);
  const tools = toolsOf(lines);
  const isRefund = reason !== 'not-applicable';
  return {
    ...charge,
    refunded: plus(charge.refunded, amount),
    toolsRefunded: isRefund ? grown(charge.toolsRefunded, tools) : charge.toolsRefunded,
    toolsNotApplicable: isRefund ? charge.toolsNotApplicable : grown(charge.toolsNotApplicable, tools),
    lines: charge.lines.filter(({ item }) => !isReturned(item)),
    drawn: undoDraws(charge.drawn, amount).left,
  };
}

const grown = (list: readonly string[], tools: readonly string[]): readonly string[] =>
  list.length + tools.length <= 1 ? list.concat(tools) : [...new Set([...list, ...tools])].sort();

/** Most refunds are of one tool: building a set for it would cost more than the rest of the refund. */
function membership(lines: readonly ChargeLine[]): (item: string) => boolean {
  if (lines.length === 1) {
    const { item: only } = lines[0]!;
    return (item) => item === only;
  }
  const all = new Set(lines.map(({ item }) => item));
  return (item) => all.has(item);
}

function toolsOf(lines: readonly ChargeLine[]): string[] {
  const tools: string[] = [];
  for (const { tool } of lines) if (tool !== null) tools.push(tool);
  return tools;
}
