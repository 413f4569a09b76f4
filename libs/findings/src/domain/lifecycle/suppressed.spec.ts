import fc from 'fast-check';
import { finding } from '../../../test/recorded';
import { type Looked, comparingFindings } from './compare-findings';
import { comparisonOf } from './comparison';
import { FoldedLine, type LineEntry, seenFirst } from './findings-line';
import type { Change } from './line-events';
import { lineComparison } from './line-comparison';
import { countingTotals } from './line-totals';
import { type Sighting, SightingsOf } from './sighting';

const LOOKED: Looked = { at: () => 'examined', isGone: () => false };
const UNSEEN: Looked = { at: () => 'not examined', isGone: () => false };

function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A scan: the defects it found, by number, and which of them its target suppresses. */
interface Scan {
  readonly found: readonly number[];
  readonly suppressed?: readonly number[];
}

function sightings(at: number, { found, suppressed = [] }: Scan): Sighting[] {
  const all = new SightingsOf();
  const findings = found.map((number) =>
    finding(`fnd_${at}_${number}`, {
      fingerprint: `f${number}`,
      group: `g${number}`,
      file: `src/${number % 3}.js`,
      line: number,
      snippet: { startLine: 1, highlightLine: 1, lines: [`eval(value${number})`] },
      ...(suppressed.includes(number) && {
        suppression: { kind: 'comment', reason: 'why', place: `src/a.js:${number}` },
      }),
    }),
  );
  all.add('lint', findings);
  return all.all();
}

class Line {
  private readonly folded = new FoldedLine();
  private at = 0;
  before: LineEntry[] = [];
  last: Change[] = [];

  scan(scan: Scan, looked = LOOKED): string[] {
    this.at += 1;
    this.before = [...this.folded.before(this.at)];
    this.last = finished(comparingFindings(this.before, sightings(this.at, scan), looked));
    const about = { lineId: 'lin_1', organizationId: 'org_1', projectId: 'prj_1', branch: null, sessionId: 'ses_1' };
    const scanned = { scanId: 'scn_1', scanPosition: this.at, at: '2026-11-01T10:00:00.000Z', paths: '', last: true };
    this.folded.apply({ type: 'FindingsCompared', data: { ...about, ...scanned, changes: this.last } });
    return this.last.map(({ kind }) => kind);
  }

  states(): Record<string, number> {
    const totals = finished(countingTotals([...this.folded.before(this.at + 1)], []));
    return Object.fromEntries(totals.map(({ state, count }) => [state, count]));
  }
}

describe('a finding that its target suppresses', () => {
  it('is neither new nor gone, and has no fact when it is found again', () => {
    const line = new Line();
    expect(line.scan({ found: [1, 2], suppressed: [1] })).toEqual(['suppressed', 'new']);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ fresh: [{ findingId: 'fnd_1_2' }] });
    expect(line.scan({ found: [1, 2], suppressed: [1] })).toEqual([]);
    expect(line.states()).toEqual({ open: 1, suppressed: 1 });
  });

  it('is not gone where it counted before, and not new where it counts again', () => {
    const line = new Line();
    line.scan({ found: [1] });
    expect(line.scan({ found: [1], suppressed: [1] })).toEqual(['suppressed']);
    expect(lineComparison(line.before, line.last, new Map())).toEqual({
      fresh: [],
      gone: 0,
      unchanged: 0,
      notObserved: 0,
      suppressed: 1,
    });
    line.scan({ found: [1, 2], suppressed: [1] });
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ fresh: [{}], suppressed: 0 });
    expect(line.scan({ found: [1] })).toEqual(['gone', 'observed']);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ fresh: [], unchanged: 1 });
    expect(line.states()).toEqual({ gone: 1, open: 1 });
  });

  it('is gone as one that did not count, once each tool looked at its place', () => {
    const line = new Line();
    line.scan({ found: [1], suppressed: [1] });
    expect(line.scan({ found: [] }, UNSEEN)).toEqual([]);
    expect(line.states()).toEqual({ suppressed: 1 });
    line.scan({ found: [] });
    expect(line.last).toMatchObject([{ kind: 'gone', suppressed: true }]);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ gone: 0 });
    expect(line.scan({ found: [1], suppressed: [1] })).toEqual(['suppressed']);
  });

  it('is new with the scan with which it counts first, so that a gate judges it', () => {
    const line = new Line();
    line.scan({ found: [1], suppressed: [1] });
    line.scan({ found: [] });
    line.scan({ found: [1], suppressed: [1] });
    expect(line.scan({ found: [1] })).toEqual(['new']);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({
      fresh: [{ findingId: 'fnd_4_1', reopened: false }],
      unchanged: 0,
    });
    expect(line.states()).toEqual({ open: 1 });
    line.scan({ found: [1], suppressed: [1] });
    expect(line.scan({ found: [1] })).toEqual(['observed']);
  });

  it('is new, and not back again, where it never counted before it was gone', () => {
    const line = new Line();
    line.scan({ found: [1], suppressed: [1] });
    line.scan({ found: [] });
    expect(line.scan({ found: [1] })).toEqual(['new']);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ fresh: [{ reopened: false }] });
  });

  it('is back again where it was gone before its target suppressed it', () => {
    const line = new Line();
    line.scan({ found: [1] });
    expect(line.scan({ found: [] })).toEqual(['gone']);
    expect(line.scan({ found: [1], suppressed: [1] })).toEqual(['suppressed']);
    expect(line.scan({ found: [1] })).toEqual(['reopened']);
    expect(lineComparison(line.before, line.last, new Map())).toMatchObject({ fresh: [{ reopened: true }] });
  });

  it('is in no state of two scans where it is suppressed, and new where the second alone counts it', () => {
    const numbers = fc.uniqueArray(fc.nat(6));
    const scan = fc.record({ found: numbers, suppressed: numbers });
    fc.assert(
      fc.property(scan, scan, (one, other) => {
        const [before, after] = [sightings(1, one), sightings(2, other)];
        const changes = finished(comparingFindings(before.map(seenFirst), after, LOOKED));
        const { gone, unchanged, not_observed, ...states } = finished(comparisonOf(before, after, changes));
        const counting = ({ found, suppressed }: typeof one) => found.filter((number) => !suppressed.includes(number));
        const ids = (scanned: number, defects: readonly number[]) =>
          defects.map((number) => `fnd_${scanned}_${number}`).sort();
        expect([...gone.ids].sort()).toEqual(
          ids(
            1,
            counting(one).filter((number) => !other.found.includes(number)),
          ),
        );
        expect([...states.new.ids].sort()).toEqual(
          ids(
            2,
            counting(other).filter((number) => !counting(one).includes(number)),
          ),
        );
        expect([...unchanged.ids].sort()).toEqual(
          ids(
            2,
            counting(other).filter((number) => counting(one).includes(number)),
          ),
        );
        expect(not_observed.ids).toEqual([]);
      }),
    );
  });
});
