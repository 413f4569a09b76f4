import {
  type DecidedFingerprint,
  type Decisions,
  FoldedDecisions,
  type Judgement,
  changeStatus,
  expired,
} from './triage';

const about = { findingId: 'fnd_1', tool: 'lint', rule: 'rule', title: 'A title', file: 'a.ts' };
const FINDINGS: DecidedFingerprint[] = ['f1', 'f2'].map((fingerprint) => ({ fingerprint, about }));
const [FIRST, SECOND, THIRD] = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z', '2026-11-03T10:00:00.000Z'];
const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  organizationId: 'org_1',
  status: 'accepted',
  note: null,
  expiresAt: null,
  by: 'key_1',
  at: FIRST,
  ...more,
});

describe('decisions about findings', () => {
  let folded: FoldedDecisions;
  const decisions = (): Decisions => folded.decisions;
  const decide = (more?: Partial<Judgement>, findings = FINDINGS) => {
    const facts = changeStatus(findings, judgement(more), decisions());
    for (const fact of facts) folded.apply(fact);
    return facts;
  };
  beforeEach(() => (folded = new FoldedDecisions()));

  it('are of each fingerprint, once, until something about them is another', () => {
    expect(decide().map(({ data }) => [data.fingerprint, data.from, data.to])).toEqual([
      ['f1', 'open', 'accepted'],
      ['f2', 'open', 'accepted'],
    ]);
    expect(decide()).toEqual([]);
    expect(decide({ note: 'why' })).toHaveLength(2);
    expect(decide({ note: 'why' })).toEqual([]);
    expect(decide({ expiresAt: SECOND })).toHaveLength(2);
    expect(decide({ status: 'open' })).toHaveLength(2);
  });

  it('end at their time, once, unless another one was made meanwhile', () => {
    decide({ expiresAt: SECOND });
    decide({ status: 'resolved' }, FINDINGS.slice(1));
    expect(expired(decisions(), FIRST)).toEqual([]);
    const facts = expired(decisions(), THIRD);
    expect(facts.map(({ data }) => data)).toEqual([
      {
        fingerprint: 'f1',
        organizationId: 'org_1',
        from: 'accepted',
        to: 'open',
        note: null,
        by: 'system',
        at: SECOND,
        expired: true,
        about,
      },
    ]);
    for (const fact of facts) folded.apply(fact);
    expect(expired(decisions(), THIRD)).toEqual([]);
  });

  it('name what they are about in a bounded form', () => {
    const [fact] = changeStatus(
      [{ fingerprint: 'f1', about: { ...about, title: 'x'.repeat(5_000), file: 'y'.repeat(5_000) } }],
      judgement(),
      decisions(),
    );
    expect([fact!.data.about!.title.length, fact!.data.about!.file!.length]).toEqual([200, 500]);
  });
});
