import type { FindingStatus, TriageEvent } from '@assay/findings';
import { projected } from '../libs/read-models/test/projected';
import { triage } from './triage.projection';

const stream = 'triage-prj_1';
const changed = (from: FindingStatus, to: FindingStatus, at: string): TriageEvent & { stream: string } => ({
  stream,
  type: 'FindingStatusChanged',
  data: { fingerprint: 'f1', organizationId: 'org_1', from, to, note: null, by: 'key_1', at },
});

describe('the read model of triage', () => {
  const history = [
    changed('open', 'resolved', '2026-11-01T10:00:00.000Z'),
    changed('resolved', 'accepted', '2026-11-02T10:00:00.000Z'),
  ];

  it('has the status of a fingerprint in its scope, and how it came to it', () =>
    expect(projected(triage, history)).toEqual({
      'prj_1/f1': {
        scope: 'prj_1',
        fingerprint: 'f1',
        status: 'accepted',
        isOpen: false,
        decidedAt: '2026-11-02T10:00:00.000Z',
        changes: 2,
        history: [
          { from: 'open', to: 'resolved', note: null, by: 'key_1', at: '2026-11-01T10:00:00.000Z' },
          { from: 'resolved', to: 'accepted', note: null, by: 'key_1', at: '2026-11-02T10:00:00.000Z' },
        ],
      },
    }));

  it('says when the decision ends, as long as it holds, and what it is about', () => {
    const about = { findingId: 'fnd_1', tool: 'lint', rule: 'rule', title: 'A title', file: 'a.ts' };
    const first = changed('open', 'accepted', '2026-11-01T10:00:00.000Z');
    const ending = { ...first, data: { ...first.data, expiresAt: '2026-11-03T10:00:00.000Z', about } } as typeof first;
    expect(projected(triage, [ending])['prj_1/f1']).toMatchObject({ expiresAt: '2026-11-03T10:00:00.000Z', about });
    const ended = projected(triage, [ending, changed('accepted', 'open', '2026-11-03T10:00:00.000Z')])['prj_1/f1']!;
    expect(ended).not.toHaveProperty('expiresAt');
    expect(ended).toMatchObject({ status: 'open', isOpen: true, about });
    expect(ended.history.map(({ expiresAt }) => expiresAt)).toEqual(['2026-11-03T10:00:00.000Z', undefined]);
  });

  it('keeps the latest changes and counts all, so that no number of notes makes its document large', () => {
    const notes = Array.from({ length: 1_400 }, (_, n) => {
      const change = changed('open', 'open', '2026-11-01T10:00:00.000Z') as TriageEvent & {
        type: 'FindingStatusChanged';
      };
      return { ...change, stream, data: { ...change.data, note: `${n} ${'€'.repeat(3_900)}` } };
    });
    const document = projected(triage, notes)['prj_1/f1']!;
    expect([document.changes, document.history.length]).toEqual([1_400, 50]);
    expect(document.history.at(-1)?.note).toMatch(/^1399 /);
    expect(document.history[0]?.note).toMatch(/^1350 /);
  });

  it('forgets the fingerprints that are deleted', () =>
    expect(
      projected(triage, [
        ...history,
        { stream, type: 'TriageDeleted', data: { scope: 'prj_1', fingerprints: ['f1', 'f2'] } },
      ]),
    ).toEqual({}));
});
