import fc from 'fast-check';
import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import { finding, recorded } from '../../test/recorded';
import type { FindingsEvent } from './finding';
import { tallyFindings } from './tally';

/** A stream that counts how often it is read. */
function streamOf(events: readonly FindingsEvent[]) {
  const seen = { reads: 0 };
  return {
    seen,
    async *read() {
      seen.reads += 1;
      yield* events;
    },
  };
}

const FEATURES = ['summary', 'priority_scoring'];
const batches = fc.array(
  fc.tuple(
    fc.constantFrom('eslint', 'oxlint', 'biome'),
    fc.array(
      fc.record({
        group: fc.integer({ min: 0, max: 30 }).map((number) => `g${number}`),
        severity: fc.constantFrom(...SEVERITIES),
        category: fc.constantFrom(...FINDING_CATEGORIES),
        file: fc.constantFrom(null, 'a.js', 'b.js', 'c.js'),
      }),
      { maxLength: 12 },
    ),
  ),
  { maxLength: 12 },
);

describe('the tally of a session', () => {
  it('is the same however few findings are held at once', () =>
    fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 1, max: 9 }), async (written, part) => {
        const events = written.map(([tool, findings], batch) =>
          recorded(tool, ...findings.map((more, index) => finding(`fnd_${batch}_${index}`, more))),
        );
        const options = { sessionId: 'ses_1', features: FEATURES };
        const atOnce = await tallyFindings(streamOf(events).read, options);
        const inParts = await tallyFindings(streamOf(events).read, { ...options, atOnce: { few: 0, part } });
        expect({ ...inParts, byTool: Object.fromEntries(inParts.byTool) }).toEqual({
          ...atOnce,
          byTool: Object.fromEntries(atOnce.byTool),
        });
      }),
    ));

  it('counts each defect once, for the tool that speaks for it, and ranks what several tools see', async () => {
    const events = [
      recorded('eslint', finding('fnd_1', { group: 'g1', severity: 'low' }), finding('fnd_2', { group: 'g2' })),
      recorded('oxlint', finding('fnd_3', { group: 'g1', severity: 'high' })),
    ];
    const { summary, byTool, intelligence } = await tallyFindings(streamOf(events).read, {
      sessionId: 'ses_1',
      features: FEATURES,
    });
    expect(summary).toMatchObject({ totalFindings: 2, bySeverity: { high: 1, medium: 1, low: 0 } });
    expect([...byTool]).toEqual([
      ['oxlint', 1],
      ['eslint', 1],
    ]);
    expect(intelligence!.priorities.map(({ findingId, score }) => [findingId, score])).toEqual([
      ['fnd_3', 67],
      ['fnd_2', 42],
    ]);
    expect(intelligence!.summary).toContain('2 findings in 1 file: 1 high, 1 medium.');
  });

  it('reads a session of a few findings once, and a large one in its turn and part for part', async () => {
    const many = Array.from({ length: 40 }, (_, batch) =>
      recorded(
        'eslint',
        ...Array.from({ length: 10 }, (_, index) => finding(`fnd_${batch}_${index}`, { group: `g${batch}_${index}` })),
      ),
    );
    let turns = 0;
    const inTurn = <Value>(work: () => Promise<Value>) => ((turns += 1), work());
    const few = streamOf(many);
    await tallyFindings(few.read, { sessionId: 'ses_1', features: FEATURES, inTurn });
    expect({ ...few.seen, turns }).toEqual({ reads: 1, turns: 0 });
    const large = streamOf(many);
    const { summary } = await tallyFindings(large.read, {
      sessionId: 'ses_1',
      features: FEATURES,
      atOnce: { few: 50, part: 100 },
      inTurn,
    });
    expect(summary.totalFindings).toBe(400);
    // Once to see that they are many, then four parts: to count them and to rank them.
    expect({ ...large.seen, turns }).toEqual({ reads: 1 + 4 + 4, turns: 1 });
  });

  it('counts apart what is suppressed, unless another tool sees the same and counts', async () => {
    const suppression = { kind: 'comment', reason: 'why', place: 'src/a.js:2' } as const;
    const events = [
      recorded(
        'eslint',
        finding('fnd_1', { group: 'g1', severity: 'critical', suppression }),
        finding('fnd_2', { group: 'g2', severity: 'critical', suppression: { ...suppression, place: 'src/a.js:9' } }),
      ),
      recorded('oxlint', finding('fnd_3', { group: 'g1', severity: 'low' })),
    ];
    for (const atOnce of [{}, { few: 0, part: 1 }]) {
      const tally = await tallyFindings(streamOf(events).read, { sessionId: 'ses_1', features: FEATURES, atOnce });
      expect(tally.summary).toMatchObject({ totalFindings: 1, suppressed: 1, bySeverity: { critical: 0, low: 1 } });
      expect([...tally.byTool]).toEqual([['oxlint', 1]]);
      expect(tally.intelligence!.priorities.map(({ findingId }) => findingId)).toEqual(['fnd_3']);
      expect([...tally.suppressing]).toEqual(['src/a.js:2', 'src/a.js:9']);
    }
  });
});
