import {
  type Fact,
  type Microcredits,
  type Model,
  type Prices,
  type Refusal,
  type Result,
  formatCredits,
  ok,
  passedOver,
  refuse,
} from '@assay/kernel';
import type { QuotedPrice } from './quote';

/** The minutes for which a quote holds its price. */
const HELD_MINUTES = 15;

export interface HeldQuote {
  readonly quoteId: string;
  readonly organizationId: string;
  /** Null: for any project or none. */
  readonly projectId: string | null;
  readonly at: string;
  readonly expiresAt: string;
  readonly price: QuotedPrice;
  /** The version of the price list that the quote was made from; quotes of earlier releases lack it. */
  readonly prices?: string;
}

/** The event of a `quote-<id>` stream (version 1). The use of a quote is recorded in the ledger, with the charge. */
export type QuoteEvent = Fact<'QuoteGiven', HeldQuote>;

export const quoteStream = (quoteId: string): string => `quote-${quoteId}`;

/** A fact of an unknown type is skipped. */
export const heldQuote: Model<HeldQuote | undefined, QuoteEvent> = {
  initial: undefined,
  evolve(state, event) {
    switch (event.type) {
      case 'QuoteGiven':
        return event.data;
      default:
        return passedOver(state, event.type);
    }
  },
};

/** A quote is given once, however often it is requested under its id. */
export function giveQuote(command: Omit<HeldQuote, 'expiresAt'>, given: HeldQuote | undefined): [] | [QuoteEvent] {
  if (given) return [];
  const expiresAt = new Date(Date.parse(command.at) + HELD_MINUTES * 60_000).toISOString();
  return [{ type: 'QuoteGiven', data: { ...command, expiresAt } }];
}

/** The session or scan that would pay a quote. */
export interface QuotedSession {
  readonly sessionId: string;
  readonly projectId: string | null;
  /** The billing categories of its tools, including free ones. */
  readonly categories: readonly string[];
  /** The features that it can have beyond tools: they must include those of the quote. */
  readonly aiFeatures: readonly string[];
}

/** One difference between a session and the quote that it names. */
interface Change {
  readonly what: 'expiry' | 'use' | 'project' | 'tools' | 'aiFeatures' | 'size';
  readonly message: string;
  readonly quoted: unknown;
  readonly now: unknown;
}

/**
 * Whether a session may pay a quote. All differences are named at once.
 *
 * @param usedBy the session that has paid it already
 * @param prices today's, which only say whether a category is free
 */
export function mayPayQuote(
  quote: HeldQuote,
  session: QuotedSession,
  { at, usedBy, prices }: { readonly at: string; readonly usedBy: string | undefined; readonly prices: Prices },
): Result<undefined, Refusal> {
  const changes = [
    ...(at < quote.expiresAt ? [] : [expired(quote, at)]),
    ...(usedBy === undefined || usedBy === session.sessionId ? [] : [used(usedBy)]),
    ...(quote.projectId === null || quote.projectId === session.projectId ? [] : [otherProject(quote, session)]),
    ...otherTools(quote, session, prices),
    ...otherFeatures(quote, session),
  ];
  return changes.length === 0 ? ok(undefined) : refuse(notApplicable(quote.quoteId, changes));
}

/** The refusal for a target with another number of blocks of lines than the quote. */
export const otherSize = (
  { quoteId, lines: quoted, block }: { readonly quoteId: string; readonly lines: number; readonly block: number },
  counted: number,
): Refusal =>
  notApplicable(quoteId, [
    {
      what: 'size',
      message:
        `it is for ${quoted} lines, and the target has ${counted}, which is another number of ` +
        `${block} lines begun: ask for a quote with estimatedLines ${counted}`,
      quoted,
      now: counted,
    },
  ]);

const notApplicable = (quoteId: string, changed: readonly Change[]): Refusal => ({
  code: 'QUOTE_NOT_APPLICABLE',
  message: `Quote ${quoteId} does not hold: ${changed.map(({ message }) => message).join('; ')}.`,
  details: { quoteId, changed },
});

const expired = ({ expiresAt }: HeldQuote, at: string): Change => ({
  what: 'expiry',
  message: `it expired at ${expiresAt}: ask for a new one`,
  quoted: expiresAt,
  now: at,
});

const used = (sessionId: string): Change => ({
  what: 'use',
  message: `session ${sessionId} has used it: ask for one for each session`,
  quoted: null,
  now: sessionId,
});

const otherProject = ({ projectId }: HeldQuote, session: QuotedSession): Change => ({
  what: 'project',
  message: `it is for project ${projectId}, and the session is for ${session.projectId ?? 'none'}`,
  quoted: projectId,
  now: session.projectId,
});

/** Compares the categories with a price, in the quote or today: one free category more or less changes no price. */
function otherTools({ price }: HeldQuote, { categories }: QuotedSession, prices: Prices): Change[] {
  const isPriced = (name: string) =>
    (price.categories[name] ?? prices.categories[name as keyof Prices['categories']].price) > 0;
  const quoted = Object.keys(price.categories).filter(isPriced).sort();
  const now = categories.filter(isPriced).sort();
  if (quoted.join() === now.join()) return [];
  const named = (list: readonly string[]) => (list.length === 0 ? 'no priced category' : list.join(', '));
  const message =
    `it is for tools of ${named(quoted)}, and those of the session are of ${named(now)}: choose other tools, or ask ` +
    `for a quote with config.categories [${now.join(', ')}]`;
  return [{ what: 'tools', message, quoted, now }];
}

function otherFeatures({ price }: HeldQuote, { aiFeatures }: QuotedSession): Change[] {
  const quoted = Object.keys(price.ai);
  const missing = quoted.filter((feature) => !aiFeatures.includes(feature));
  if (missing.length === 0) return [];
  const cost = formatCredits(missing.reduce((sum, feature) => sum + price.ai[feature]!, 0) as Microcredits);
  const what = `it has ${missing.join(', ')} (price: ${cost})`;
  const message = `${what}, which this session does not deliver: ask for a quote without`;
  return [{ what: 'aiFeatures', message, quoted, now: aiFeatures }];
}

/** The prices of a quote, for a session that pays it. */
export const pricesOf = ({ price: { base, lines, categories, ai } }: HeldQuote, prices: Prices): Prices => ({
  base,
  lines: { price: lines.price, block: lines.block },
  categories: Object.fromEntries(
    Object.entries(prices.categories).map(([id, category]) => [
      id,
      { ...category, price: categories[id] ?? category.price },
    ]),
  ) as Prices['categories'],
  ai: Object.fromEntries(
    Object.entries(prices.ai).map(([id, feature]) => [id, { ...feature, price: ai[id] ?? feature.price }]),
  ) as Prices['ai'],
});
