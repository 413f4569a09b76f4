import { SEVERITIES, type Severity } from '@assay/kernel';
import fc from 'fast-check';
import { type EndedCase, scanVerdict } from './scan-verdict';

type Fresh = NonNullable<EndedCase['comparison']>['fresh'][number];
const fresh = (findingId: string, severity: Severity, more: Partial<Fresh> = {}): Fresh => ({
  findingId,
  key: `key of ${findingId}`,
  severity,
  tools: ['lint'],
  fingerprints: [`${findingId}-of-which-the-beginning-is-kept`],
  status: 'open',
  ...more,
});
const found = (...all: Fresh[]) => ({ fresh: all, gone: 0, unchanged: 0, notObserved: 0 });
const BASELINE = { scanId: 'scn_0', tools: ['lint'], missingTools: ['audit'] };
const ended = (more: Partial<EndedCase> = {}): EndedCase => ({
  outcome: 'completed',
  error: null,
  failOn: 'high',
  branch: 'main',
  targetBranch: null,
  missingTools: [],
  excused: [],
  notKept: [],
  unseen: [],
  comparison: found(),
  baseline: BASELINE,
  ...more,
});
const said = (more: Partial<EndedCase>) => {
  const { verdict, reason } = scanVerdict(ended(more));
  return [verdict, reason];
};
const missing = [{ tool: 'spelling', reason: 'timed out' }];
const cut = (more: Partial<Record<Severity, number>>) => ({
  tool: 'css-lint',
  count: 1,
  bySeverity: { critical: 0, high: 0, medium: 0, low: 0, info: 0, ...more },
});

describe("the verdict on an automation's scan", () => {
  it.each<[string, Partial<EndedCase>, string, string]>([
    ['nothing new', {}, 'pass', 'nothing new of severity high or above'],
    [
      'less than the gate',
      { comparison: found(fresh('a', 'medium')) },
      'pass',
      'nothing new of severity high or above',
    ],
    ['the gate', { comparison: found(fresh('a', 'high')) }, 'fail', '1 new finding of severity high or above'],
    [
      'the gate, with tools missing',
      { comparison: found(fresh('a', 'critical'), fresh('b', 'high')), missingTools: missing },
      'fail',
      '2 new findings of severity high or above',
    ],
    ['tools missing', { missingTools: missing }, 'inconclusive', '1 tool did not complete: spelling'],
    [
      'no gate',
      { failOn: null, comparison: found(fresh('a', 'critical')) },
      'pass',
      'failOn is not set: nothing fails it',
    ],
    [
      'no gate, tools missing',
      { failOn: null, missingTools: missing },
      'inconclusive',
      '1 tool did not complete: spelling',
    ],
    [
      'no baseline',
      { baseline: null, comparison: found(fresh('a', 'critical')) },
      'pass',
      'there was nothing to compare with',
    ],
    [
      'no baseline, tools missing',
      { baseline: null, missingTools: missing },
      'inconclusive',
      '1 tool did not complete: spelling',
    ],
    [
      'a failed scan',
      { outcome: 'failed', error: { message: 'no such branch' }, comparison: null, missingTools: missing },
      'inconclusive',
      'the scan failed: no such branch',
    ],
    ['a canceled scan', { outcome: 'canceled', comparison: null }, 'inconclusive', 'the scan was canceled'],
    [
      'what somebody decided',
      {
        comparison: found(fresh('a', 'high', { status: 'accepted' }), fresh('b', 'high', { status: 'false_positive' })),
      },
      'pass',
      'nothing new of severity high or above',
    ],
    [
      'what somebody called resolved, and is there',
      { comparison: found(fresh('a', 'high', { status: 'resolved' })) },
      'fail',
      '1 new finding of severity high or above',
    ],
    [
      'a tool that did not run before',
      { comparison: found(fresh('a', 'high', { tools: ['secrets'] })) },
      'pass',
      'nothing new of severity high or above',
    ],
    [
      'a tool that failed before',
      { comparison: found(fresh('a', 'high', { tools: ['audit'] })) },
      'inconclusive',
      '1 tool did not complete: audit',
    ],
    [
      'a tool that failed before, below the gate',
      { comparison: found(fresh('a', 'low', { tools: ['audit'] })) },
      'pass',
      'nothing new of severity high or above',
    ],
    ['more than is kept', { notKept: [cut({ high: 1 })] }, 'inconclusive', '1 tool did not complete: css-lint'],
    [
      'more than is kept, below the gate',
      { notKept: [cut({ low: 1 })] },
      'pass',
      'nothing new of severity high or above',
    ],
  ])('judges %s', (_, more, verdict, reason) => expect(said(more)).toEqual([verdict, reason]));

  it('says how many findings the target suppresses now, and counts none of them', () =>
    expect(scanVerdict(ended({ comparison: { ...found(), suppressed: 2 } }))).toMatchObject({
      verdict: 'pass',
      notes: ['2 findings newly suppressed by the target: not counted'],
    }));

  it('names what it leaves out in its notes', () => {
    const comparison = found(
      fresh('a', 'high', { status: 'accepted' }),
      fresh('b', 'high', { tools: ['secrets'] }),
      fresh('c', 'low'),
    );
    expect(scanVerdict(ended({ comparison, unseen: [{ language: 'terraform' }] }))).toMatchObject({
      notes: [
        '1 new finding accepted or called false positive: not counted',
        '1 finding of tools that no scan of main ran before, not counted as new: secrets',
        'no tool knows terraform',
      ],
      counts: { decided: 1, unchanged: 1, new: { low: 1 } },
      newFindings: { ids: ['c'], total: 1, failing: 0, digest: expect.stringMatching(/^sha256:/) },
    });
    const first = { baseline: null, comparison: found(fresh('a', 'high')) };
    expect(scanVerdict(ended(first)).notes).toEqual([
      'the first finished scan of main: it is its own baseline, with 1 finding',
    ]);
    expect(scanVerdict(ended({ ...first, targetBranch: 'release' })).notes).toEqual([
      'release has no finished scan yet, so that none of the 1 finding can be called new',
    ]);
  });

  it('names a tool once that is missing for several reasons', () => {
    const baseline = { ...BASELINE, tools: ['lint', 'spelling'] };
    const { missingTools, reason } = scanVerdict(
      ended({
        missingTools: missing,
        excused: ['spelling'],
        notKept: [{ ...cut({ high: 1 }), tool: 'spelling' }],
        baseline,
      }),
    );
    expect(missingTools).toEqual(missing);
    expect(reason).toBe('1 tool did not complete: spelling');
  });

  it('says exactly how many findings it rests on beyond those that it names', () => {
    const many = Array.from({ length: 250 }, (_, index) => fresh(`f${index}`, 'high'));
    expect(scanVerdict(ended({ comparison: found(...many) })).notes).toContain(
      'the verdict names the first 100 of 250 new findings; 150 more are in the report of the scan',
    );
    expect(scanVerdict(ended({ comparison: found(...many.slice(0, 100)) })).notes).toEqual([]);
  });

  it('keeps a hundred ids, the most severe first, and says how many there are', () => {
    const many = Array.from({ length: 300 }, (_, index) => fresh(`f${index}`, index < 298 ? 'low' : 'high'));
    const { newFindings } = scanVerdict(ended({ comparison: found(...many) }));
    expect(newFindings).toMatchObject({ total: 300, failing: 2 });
    expect(newFindings.ids).toHaveLength(100);
    expect(newFindings.ids.slice(0, 3)).toEqual(['f298', 'f299', 'f0']);
  });

  it('keeps the beginnings of the fingerprints of what it fails on, of five hundred findings', () => {
    const merged = fresh('f', 'high', { fingerprints: ['b'.repeat(40), 'a'.repeat(40)] });
    const { failingFingerprints, failingKeys } = scanVerdict(ended({ comparison: found(merged, fresh('g', 'low')) }));
    expect(failingFingerprints).toEqual([['a'.repeat(16), 'b'.repeat(16)]]);
    expect(failingKeys).toEqual(['key of f']);
    const many = Array.from({ length: 600 }, (_, index) => fresh(`f${index}`, 'high'));
    expect(scanVerdict(ended({ comparison: found(...many) })).failingFingerprints).toHaveLength(500);
  });

  const tool = fc.constantFrom('lint', 'audit', 'secrets');
  const anyFresh = fc.record({
    findingId: fc.uuid(),
    key: fc.uuid(),
    fingerprints: fc.array(fc.string()),
    severity: fc.constantFrom(...SEVERITIES),
    tools: fc.uniqueArray(tool, { minLength: 1 }),
    status: fc.constantFrom('open', 'resolved', 'false_positive', 'accepted'),
  }) as fc.Arbitrary<Fresh>;
  const anyCase = fc.record({
    outcome: fc.constantFrom('completed', 'failed', 'canceled'),
    failOn: fc.constantFrom(null, 'critical', 'high', 'medium', 'low'),
    missingTools: fc.uniqueArray(tool).map((tools) => tools.map((each) => ({ tool: each, reason: 'failed' }))),
    fresh: fc.array(anyFresh),
    baseline: fc.constantFrom(null, BASELINE),
  });

  it('passes only what ended, lacks no tool, and has nothing new that reaches the gate', () =>
    fc.assert(
      fc.property(anyCase, ({ outcome, fresh: all, ...more }) => {
        const comparison = outcome === 'completed' ? found(...all) : null;
        const given = ended({ ...more, outcome, comparison } as Partial<EndedCase>);
        const { verdict, newFindings, counts, missingTools } = scanVerdict(given);
        const isGood = outcome === 'completed' && missingTools.length === 0 && newFindings.failing === 0;
        expect(verdict === 'pass').toBe(isGood);
        expect(verdict === 'fail').toBe(newFindings.failing > 0);
        expect(Object.values(counts.new).reduce((sum, count) => sum + count, 0)).toBe(newFindings.total);
        // Each finding is counted once: as new, decided, known before, or as one of a tool that is named as missing.
        const counted = newFindings.total + counts.decided + counts.unchanged;
        expect(counted).toBeLessThanOrEqual(comparison?.fresh.length ?? 0);
      }),
    ));

  it('never becomes better by another new finding', () => {
    const rank = { pass: 0, inconclusive: 1, fail: 2 };
    fc.assert(
      fc.property(anyCase, anyFresh, ({ fresh: all, ...more }, another) => {
        const of = (findings: readonly Fresh[]) =>
          rank[
            scanVerdict(ended({ ...more, outcome: 'completed', comparison: found(...findings) } as Partial<EndedCase>))
              .verdict
          ];
        expect(of([...all, another])).toBeGreaterThanOrEqual(of(all));
      }),
    );
  });
});
