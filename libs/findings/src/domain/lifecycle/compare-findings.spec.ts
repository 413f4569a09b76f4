import fc from 'fast-check';
import { finding } from '../../../test/recorded';
import type { RecordedFinding } from '../finding';
import { type Looked, comparingFindings } from './compare-findings';
import { FoldedLine } from './findings-line';
import type { Change, FindingsCompared } from './line-events';
import { SightingsOf } from './sighting';

const TOOLS = ['lint', 'audit'] as const;
type Tool = (typeof TOOLS)[number];
/** The findings of each tool of a scan, and whether the tool completed. */
type Scan = Readonly<Record<Tool, { readonly found: readonly number[]; readonly completed: boolean }>>;

const compareFindings = (...asked: Parameters<typeof comparingFindings>): Change[] => {
  const steps = comparingFindings(...asked);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The same number is the same defect; each tool that has the number saw it in the same place. */
const defect = (scan: number, tool: string, number: number): RecordedFinding =>
  finding(`fnd_${scan}_${tool}_${number}`, {
    fingerprint: `${tool} ${number}`,
    group: `g${number}`,
    file: `src/${number % 3}.js`,
    line: number,
    snippet: { startLine: 1, highlightLine: 1, lines: [`eval(value${number})`] },
  });

const sightingsOf = (scan: Scan, at: number) => {
  const sightings = new SightingsOf();
  for (const tool of TOOLS)
    if (scan[tool].completed)
      sightings.add(
        tool,
        scan[tool].found.map((number) => defect(at, tool, number)),
      );
  return sightings.all();
};
const lookedBy = (scan: Scan): Looked => ({
  at: ({ tool }) => (scan[tool as Tool].completed ? 'examined' : 'not examined'),
  isGone: () => false,
});

const factOf = (scanPosition: number, changes: readonly Change[], last = true): FindingsCompared => ({
  type: 'FindingsCompared',
  data: {
    lineId: 'lin_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    branch: null,
    sessionId: `ses_${scanPosition}`,
    scanId: `scn_${scanPosition}`,
    scanPosition,
    at: '2026-11-01T10:00:00.000Z',
    paths: '',
    changes,
    last,
  },
});

/** The changes of each scan of a line, one after the other. */
function changesOf(...scans: Scan[]): Change[][] {
  const line = new FoldedLine();
  return scans.map((scan, index) => {
    const changes = compareFindings(line.before(index + 1), sightingsOf(scan, index + 1), lookedBy(scan));
    if (changes.length > 0) line.apply(factOf(index + 1, changes));
    return changes;
  });
}
const kindsOf = (...scans: Scan[]) => changesOf(...scans).map((changes) => changes.map(({ kind }) => kind));
const both = (...found: number[]): Scan => ({ lint: { found, completed: true }, audit: { found, completed: true } });
const onlyLint = (...found: number[]): Scan => ({
  lint: { found, completed: true },
  audit: { found: [], completed: false },
});

const numbers = fc.uniqueArray(fc.nat(9));
const tool = fc.record({ found: numbers, completed: fc.boolean() });
const scan: fc.Arbitrary<Scan> = fc.record({ lint: tool, audit: tool });

describe('the findings of a line of scans', () => {
  it('are new, unchanged without a fact, gone, and the same again when they come back', () => {
    const [first, same, fewer, again] = changesOf(both(1, 2), both(1, 2), both(2), both(1, 2));
    expect(first!.map(({ kind }) => kind)).toEqual(['new', 'new']);
    expect(same).toEqual([]);
    expect(fewer).toEqual([{ kind: 'gone', key: first![0]!.key, severity: 'medium' }]);
    expect(again).toMatchObject([{ kind: 'reopened', key: first![0]!.key }]);
  });

  it('are not gone because a tool that saw them did not look, and are as before once it looks', () => {
    const unseen = { lint: { found: [], completed: true }, audit: { found: [], completed: false } };
    expect(kindsOf(both(1), unseen, unseen, both(1), both())).toEqual([
      ['new'],
      ['not_observed'],
      [],
      ['observed'],
      ['gone'],
    ]);
  });

  it('stay what they are where one of the tools that agree sees them still', () =>
    expect(kindsOf(both(1), onlyLint(1), both(1))).toEqual([['new'], ['changed'], ['changed']]));

  it('have not one fact when the same is found again', () =>
    fc.assert(
      fc.property(fc.array(scan, { maxLength: 5 }), scan, (before, last) =>
        expect(changesOf(...before, last, last).at(-1)).toEqual([]),
      ),
    ));

  it('are never gone because of any tools that did not complete', () => {
    let gone = 0;
    fc.assert(
      fc.property(fc.array(scan, { maxLength: 5 }), scan, (before, last) => {
        const complete = [
          ...before,
          { lint: { ...last.lint, completed: true }, audit: { ...last.audit, completed: true } },
        ];
        const none = { lint: { found: [], completed: false }, audit: { found: [], completed: false } };
        expect(kindsOf(...complete, none).at(-1)).not.toContain('gone');
        // One tool alone closes no defect that the other tool saw, too.
        const keys = new Map(
          changesOf(...complete)
            .flat()
            .map((change) => [change.key, change]),
        );
        const closed = changesOf(...complete, onlyLint())
          .at(-1)!
          .filter(({ kind }) => kind === 'gone');
        for (const { key } of closed) expect(keys.get(key)).not.toHaveProperty('now.seenBy.1');
        for (const { key } of closed) expect(keys.get(key)).not.toHaveProperty('now.seenBy.0.tool', 'audit');
        gone += closed.length;
      }),
    );
    expect(gone).toBeGreaterThan(0);
  });

  it('are each one thing: as many are open as the last scan has, and none has two keys', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(numbers, numbers), { minLength: 1, maxLength: 6 }), (scans) => {
        const open = new Set<string>();
        const complete = scans.map(
          ([lint, audit]): Scan => ({
            lint: { found: lint, completed: true },
            audit: { found: audit, completed: true },
          }),
        );
        for (const { kind, key } of changesOf(...complete).flat()) {
          const begins = kind === 'new' || kind === 'reopened';
          expect([kind, open.has(key)]).toEqual([kind, !begins]);
          open[kind === 'gone' ? 'delete' : 'add'](key);
        }
        expect(open.size).toBe(new Set(scans.at(-1)!.flat()).size);
      }),
    ));

  it('have a line of their own said only where another finding of the file is new or changed', () => {
    const line = new FoldedLine();
    const seenAt = (scan: number, lines: Readonly<Record<number, number>>) => {
      const sightings = new SightingsOf();
      const found = Object.entries(lines).map(([number, at]) => ({
        ...defect(scan, 'lint', Number(number)),
        file: 'src/a.js',
        line: at,
      }));
      sightings.add('lint', found);
      const changes = compareFindings(line.before(scan), sightings.all(), lookedBy(both()));
      if (changes.length > 0) line.apply(factOf(scan, changes));
      return changes.map((change) => `${change.kind}${'now' in change ? ` ${change.now.line}` : ''}`);
    };
    expect(seenAt(1, { 1: 10, 2: 20 })).toEqual(['new 10', 'new 20']);
    expect(seenAt(2, { 1: 11, 2: 21 })).toEqual([]);
    expect(seenAt(3, { 1: 12, 2: 22, 3: 30 })).toEqual(['changed 12', 'changed 22', 'new 30']);
    expect(seenAt(4, { 1: 12, 2: 22, 3: 30 })).toEqual([]);
  });

  it('follow a file that was moved', () => {
    const line = new FoldedLine();
    const moved = (at: number, file: string) => {
      const sightings = new SightingsOf();
      sightings.add('lint', [{ ...defect(at, 'lint', 1), file, fingerprint: file }]);
      return sightings.all();
    };
    const first = compareFindings(line.before(1), moved(1, 'old/a.js'), lookedBy(both()));
    line.apply(factOf(1, first));
    expect(
      compareFindings(line.before(2), moved(2, 'new/a.js'), {
        at: () => 'absent',
        isGone: (file) => file === 'old/a.js',
      }),
    ).toMatchObject([{ kind: 'changed', key: first[0]!.key, now: { file: 'new/a.js' } }]);
  });
});

describe('a folded line', () => {
  const [found] = changesOf(both(1, 2, 3));
  const [later] = changesOf(both(4));

  it('knows what was before a scan of which only a part is recorded, and which part that is', () => {
    const line = new FoldedLine();
    line.apply(factOf(5, found!.slice(0, 2), false));
    expect([...line.before(5)]).toEqual([]);
    expect(found!.map(({ key }) => line.isRecorded(5, key))).toEqual([true, true, false]);
    line.apply(factOf(5, found!.slice(2)));
    expect([...line.before(6)].map(({ key }) => key)).toEqual(found!.map(({ key }) => key));
  });

  it('awaits no scan that is compared, none before it, and none after it is deleted', () => {
    const line = new FoldedLine();
    line.apply(factOf(5, found!));
    line.apply(factOf(7, later!, false));
    expect([4, 5, 6, 7, 8].map((position) => line.awaits(position))).toEqual([false, false, false, true, true]);
    line.apply({ type: 'FindingsLineDeleted', data: { lineId: 'lin_1', keys: [], months: [], through: 1 } });
    expect(line.awaits(9)).toBe(false);
  });
});
