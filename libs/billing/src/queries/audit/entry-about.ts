/** The parts of a ledger entry that describe its subject, as an audit shows them. */
export interface EntryFacts {
  readonly type: string;
  readonly reason?: string;
  readonly details: {
    readonly period?: string;
    readonly linesScanned?: number;
    readonly lines?: readonly {
      readonly item: string;
      readonly category: string;
      readonly tool: string | null;
      readonly amount: number;
    }[];
  };
}

/** The most names shown; further ones are counted: a category's price is split over dozens of tools. */
const TOOLS_NAMED = 3;

/** `base 1, security 1` for a charge; `timed-out: regex-dos 0.5` for a refund. */
export function entryAbout({ type, reason, details: { period, lines = [], linesScanned } }: EntryFacts): string {
  if (period !== undefined) return period;
  if (type === 'settlement') return `final, ${linesScanned ?? 0} lines scanned`;
  const parts =
    lines.length > 0 && lines.length <= TOOLS_NAMED
      ? lines.map(({ tool, item, amount }) => `${tool ?? item} ${amount}`)
      : categoriesOf(lines);
  return [reason, parts.join(', ')].filter(Boolean).join(': ');
}

function categoriesOf(lines: NonNullable<EntryFacts['details']['lines']>): string[] {
  const millionths = new Map<string, number>();
  // Summed in millionths, so that 21 shares of a credit add up to a credit.
  for (const { category, amount } of lines)
    millionths.set(category, (millionths.get(category) ?? 0) + Math.round(amount * 1_000_000));
  return [...millionths].map(([category, sum]) => `${category} ${sum / 1_000_000}`);
}
