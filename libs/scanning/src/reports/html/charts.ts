import { type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import type { NotKept } from '../not-kept';
import { escaped, thousands } from './markup';

export type SeverityNumbers = Readonly<Record<Severity, number>>;

interface Bar {
  readonly name: string;
  readonly counts: Partial<SeverityNumbers>;
}

/** CSS pixels. Widths are in percent of the chart's place, so that its text keeps its size on a phone. */
const ROW = 42;
const TEXT = 14;
const BAR = { top: 20, height: 12 };

/** How many findings there are of each severity and of each category, as bars. Empty if there are none. */
export function charts(bySeverity: SeverityNumbers, byCategory: ReadonlyMap<string, SeverityNumbers>): string {
  const severities = SEVERITIES.map((severity) => ({ name: severity, counts: { [severity]: bySeverity[severity] } }));
  const categories = [...byCategory].map(([name, counts]) => ({ name, counts })).sort((a, b) => sum(b) - sum(a));
  if (severities.every((bar) => sum(bar) === 0)) return '';
  return (
    '<section class="charts"><h2>What it is</h2><div>' +
    `<figure><figcaption>By severity</figcaption>${chart('Findings by severity', severities)}</figure>` +
    `<figure><figcaption>By category</figcaption>${chart('Findings by category', categories)}</figure></div></section>`
  );
}

/** The findings of each category that has any. Those that are only counted have the category of their tool. */
export function countsByCategory(
  listed: ReadonlyMap<string, SeverityNumbers>,
  notKept: readonly (Pick<NotKept, 'bySeverity'> & { readonly category: FindingCategory })[],
): ReadonlyMap<string, SeverityNumbers> {
  const counts = new Map([...listed].map(([category, numbers]) => [category, { ...numbers }]));
  for (const { category, bySeverity } of notKept) {
    const known = counts.get(category) ?? noFindings();
    for (const severity of SEVERITIES) known[severity] += bySeverity[severity];
    counts.set(category, known);
  }
  return counts;
}

export const noFindings = (): Record<Severity, number> => ({ critical: 0, high: 0, medium: 0, low: 0, info: 0 });

const sum = ({ counts }: Bar): number => Object.values(counts).reduce((total, count) => total + count, 0);

function chart(name: string, bars: readonly Bar[]): string {
  const longest = Math.max(1, ...bars.map(sum));
  const told = bars.map((bar) => `${bar.name} ${thousands(sum(bar))}`).join(', ');
  return (
    `<svg class="bars" role="img" aria-label="${escaped(`${name}: ${told}`)}" width="100%" ` +
    `height="${bars.length * ROW}">${bars.map((bar, row) => drawn(bar, row * ROW, longest)).join('')}</svg>`
  );
}

function drawn(bar: Bar, top: number, longest: number): string {
  let before = 0;
  const parts = SEVERITIES.flatMap((severity) => {
    const count = bar.counts[severity] ?? 0;
    if (count === 0) return [];
    const from = before;
    before += count;
    const place = `x="${percent(from, longest)}" width="${percent(count, longest)}"`;
    return [
      `<g class="${severity}"><title>${escaped(bar.name)}: ${thousands(count)} ${severity}</title>` +
        `<rect ${place} y="${BAR.top}" height="${BAR.height}"/></g>`,
    ];
  });
  return (
    `<svg class="bar" width="100%" height="${ROW}" y="${top}"><text y="${TEXT}">${escaped(bar.name)}</text>` +
    `<text class="count" x="100%" y="${TEXT}">${thousands(sum(bar))}</text>` +
    `<rect class="track" width="100%" y="${BAR.top}" height="${BAR.height}"/>${parts.join('')}</svg>`
  );
}

const percent = (count: number, longest: number): string => `${Number(((count * 100) / longest).toFixed(2))}%`;
