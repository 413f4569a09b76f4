import type { Severity } from '@assay/kernel';
import { type ScanComparison, comparisonOf, findingsToList } from './comparison';
import type { Change } from './line-events';
import type { Sighting } from './sighting';

const sighting = (findingId: string, severity: Severity, file: string | null, line: number): Sighting => ({
  findingId,
  seenBy: [{ tool: 'lint', rule: 'rule', fingerprint: findingId }],
  severity,
  category: 'quality',
  file,
  line,
  code: null,
  said: 'words',
});
const BEFORE = [sighting('b1', 'low', 'b.ts', 1), sighting('b2', 'high', 'a.ts', 9), sighting('b3', 'low', 'a.ts', 2)];
const AFTER = [
  sighting('a1', 'low', 'z.ts', 1),
  sighting('a2', 'critical', 'z.ts', 7),
  sighting('a3', 'low', 'b.ts', 20),
  sighting('a4', 'low', 'b.ts', 3),
];
const CHANGES: Change[] = [
  { kind: 'new', key: 'a1', now: AFTER[0]! },
  { kind: 'new', key: 'a2', now: AFTER[1]! },
  { kind: 'new', key: 'a4', now: AFTER[3]! },
  { kind: 'changed', key: 'b1', from: 'low', now: AFTER[2]! },
  { kind: 'gone', key: 'b2', severity: 'high' },
  { kind: 'not_observed', key: 'b3' },
];

function compared(): ScanComparison {
  const steps = comparisonOf(BEFORE, AFTER, CHANGES);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('two scans side by side', () => {
  it('have each finding once, named by the scan that has it', () => {
    const { new: fresh, gone, not_observed: missed, unchanged } = compared();
    expect([fresh.ids, gone.ids, missed.ids, unchanged.ids]).toEqual([['a2', 'a4', 'a1'], ['b2'], ['b3'], ['a3']]);
    expect(fresh.bySeverity).toEqual({ critical: 1, high: 0, medium: 0, low: 2, info: 0 });
  });

  it('are listed by state and severity', () => {
    const comparison = compared();
    expect(findingsToList(comparison, {}).map(({ state, ids }) => [state, ids.length])).toEqual([
      ['new', 3],
      ['gone', 1],
      ['not_observed', 1],
      ['unchanged', 1],
    ]);
    expect(findingsToList(comparison, { state: 'new', severity: 'low' })).toEqual([
      { state: 'new', ids: ['a4', 'a1'] },
    ]);
    expect(findingsToList(comparison, { state: 'gone', severity: 'critical' })).toEqual([{ state: 'gone', ids: [] }]);
  });
});
