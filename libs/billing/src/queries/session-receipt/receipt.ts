import { type Microcredits, minus, noCredits, plus, sumOf, toCredits } from '@assay/kernel';
import type { HeldQuote } from '../../domain/held-quote';
import type { ChargedItem, SessionChargeDocument } from '../session-charge';

/** The result of a tool, as its session says. */
export interface ToolResultOnReceipt {
  readonly status: string;
  readonly findingsCount: number;
  readonly reason?: string;
}

/** All in credits. Each column adds up to its total. */
interface ReceiptItem {
  readonly item: string;
  readonly category: string;
  readonly tool: string | null;
  /** Null if no quote was paid. */
  readonly quoted: number | null;
  readonly charged: number;
  readonly moved: number;
  readonly refunded: number;
  readonly paid: number;
  readonly refundReasons: readonly string[];
  readonly result: ToolResultOnReceipt | null;
}

export interface Receipt {
  readonly sessionId: string;
  readonly chargedAt: string | null;
  readonly settledAt: string | null;
  readonly quote: {
    readonly quoteId: string;
    readonly at: string;
    readonly expiresAt: string;
    readonly estimatedLines: number;
    readonly total: number;
  } | null;
  readonly items: readonly ReceiptItem[];
  readonly totals: {
    readonly quoted: number | null;
    readonly charged: number;
    readonly moved: number;
    readonly refunded: number;
    readonly paid: number;
  };
}

/** @param tools the session's tools in the order of its plan, free ones too, with their billing category */
export function receiptOf(
  sessionId: string,
  charge: SessionChargeDocument | undefined,
  quote: HeldQuote | undefined,
  tools: ReadonlyMap<string, ToolResultOnReceipt & { readonly category: string }>,
): Receipt {
  const items = itemsOf(charge, quote, tools);
  const quotes = items.map(([id, item]) => quotedFor(id, item, quote));
  const total = (amount: (item: ChargedItem) => Microcredits) =>
    toCredits(sumOf(items.map(([, item]) => amount(item))));
  return {
    sessionId,
    chargedAt: charge?.chargedAt ?? null,
    settledAt: charge?.settledAt ?? null,
    quote: quote === undefined ? null : shownQuote(quote),
    items: items.map(([id, item], index) => ({
      item: id,
      category: item.category,
      tool: item.tool,
      quoted: quote === undefined ? null : toCredits(quotes[index]!),
      charged: toCredits(item.charged),
      moved: toCredits(item.moved),
      refunded: toCredits(item.refunded),
      paid: toCredits(paidFor(item)),
      refundReasons: item.reasons,
      result: resultOf(item, tools),
    })),
    totals: {
      quoted: quote === undefined ? null : toCredits(sumOf(quotes)),
      charged: total(({ charged }) => charged),
      moved: total(({ moved }) => moved),
      refunded: total(({ refunded }) => refunded),
      paid: total(paidFor),
    },
  };
}

const paidFor = ({ charged, moved, refunded }: ChargedItem) => minus(plus(charged, moved), refunded);

/** Items that belong to the session as a whole, then its tools. Items that were quoted and not charged are included. */
function itemsOf(
  charge: SessionChargeDocument | undefined,
  quote: HeldQuote | undefined,
  tools: Parameters<typeof receiptOf>[3],
): [string, ChargedItem][] {
  const items = new Map<string, ChargedItem>(Object.entries(charge?.items ?? {}));
  const also = (id: string, category: string, tool: string | null) =>
    items.has(id) || items.set(id, { ...nothing, category: category as ChargedItem['category'], tool });
  if (quote !== undefined && quote.price.lines.amount > 0) also('lines', 'lines', null);
  for (const [tool, { category }] of tools) also(`tool:${tool}`, category, tool);
  const order = [...tools.keys()];
  const place = ({ category, tool }: ChargedItem) =>
    tool === null
      ? ['base', 'lines', 'ai'].indexOf(category) - 3
      : order.indexOf(tool) + (order.includes(tool) ? 0 : 1e6);
  return [...items].sort(([a, one], [b, other]) => place(one) - place(other) || (a < b ? -1 : 1));
}

const nothing = { charged: noCredits, moved: noCredits, refunded: noCredits, reasons: [] };

/** The price of a category is quoted as a whole, and charged as shares of its tools, which add up to it. */
function quotedFor(id: string, { charged }: ChargedItem, quote: HeldQuote | undefined): Microcredits {
  if (quote === undefined) return noCredits;
  return id === 'lines' ? quote.price.lines.amount : charged;
}

function resultOf({ tool }: ChargedItem, tools: Parameters<typeof receiptOf>[3]): ToolResultOnReceipt | null {
  const found = tool === null ? undefined : tools.get(tool);
  if (!found) return null;
  const { category: _, ...result } = found;
  return result;
}

const shownQuote = ({ quoteId, at, expiresAt, price }: HeldQuote): NonNullable<Receipt['quote']> => ({
  quoteId,
  at,
  expiresAt,
  estimatedLines: price.lines.estimated,
  total: toCredits(price.total),
});
