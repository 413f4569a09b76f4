import type { FindingCategory, Severity } from '@assay/kernel';
import { inSlices } from '../matching/match-by-file';
import { type LineEntry, changed } from './findings-line';
import type { Change } from './line-events';
import type { Sighting } from './sighting';

/** The properties of a line's finding by which it is counted. */
export interface CountedAs {
  /** The one that speaks for the finding. */
  readonly tool: string;
  readonly category: FindingCategory;
  readonly severity: Severity;
}

/** How many findings of a kind a line has in a state. */
export interface LineTotal extends CountedAs {
  readonly state: LineEntry['state'];
  readonly count: number;
}

export const countedAs = ({ seenBy, category, severity }: Sighting): CountedAs => ({
  tool: seenBy[0]!.tool,
  category,
  severity,
});

/**
 * How many findings a line has once a scan is compared, so that nobody has to count a million of them.
 *
 * @param before as it was before the scan
 * @yields when somebody else may have a turn
 */
export function* countingTotals(before: Iterable<LineEntry>, changes: readonly Change[]): Generator<void, LineTotal[]> {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const totals = new Map<string, LineTotal>();
  const count = (entry: LineEntry | undefined) => {
    if (!entry) return;
    const { tool, category, severity } = countedAs(entry.sighting);
    const id = `${entry.state} ${severity} ${category} ${tool}`;
    const known = totals.get(id);
    totals.set(id, { tool, category, severity, state: entry.state, count: (known?.count ?? 0) + 1 });
  };
  yield* inSlices(before, (entry) => {
    const change = byKey.get(entry.key);
    byKey.delete(entry.key);
    count(change ? changed(entry, change) : entry);
  });
  yield* inSlices(byKey.values(), (change) => count(changed(undefined, change)));
  return [...totals.values()];
}
