import { type ToolDefinition, catalogue } from '@assay/analysis';
import { type Estimate, estimateOf, quotedPrice } from '@assay/billing';
import { type Prices, counted } from '@assay/kernel';
import picomatch from 'picomatch';
import type { Looked } from './look-at';

/** The tools that have something to look at in these files. */
export function proposedTools(paths: readonly string[]): ToolDefinition[] {
  const isAmong = (patterns: readonly string[]) => {
    const matches = picomatch([...patterns], { dot: true });
    return paths.some((path) => matches(path));
  };
  return catalogue.filter(
    ({ targets, reads = 'source', files, needs }) =>
      targets.includes('directory') && reads === 'source' && isAmong(files) && (needs === undefined || isAmong(needs)),
  );
}

/** The price that a service would take for a scan with these tools. */
export function proposedQuote(
  { lines }: Pick<Looked, 'lines'>,
  tools: readonly ToolDefinition[],
  prices: Prices,
): Estimate {
  const categories = [...new Set(tools.map(({ billing }) => billing))];
  return estimateOf(quotedPrice({ estimatedLines: lines, config: { categories } }, prices));
}

/** Item by item, as a charge has them. */
export function quoteText({ lines, isPart }: Pick<Looked, 'lines' | 'isPart'>, { breakdown, total }: Estimate): string {
  const items: readonly (readonly [string, number])[] = [
    ['base', breakdown.base],
    [`${counted(lines, 'line')}${isPart ? ' and more' : ''}`, breakdown.lines],
    ...Object.entries(breakdown.tools),
  ];
  const priced = items.filter(([, amount]) => amount > 0).map(([item, amount]) => `${item} ${amount}`);
  return `A scan on a service costs ${counted(total, 'credit')}: ${priced.join(', ')}`;
}
