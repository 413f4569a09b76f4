import type { VerdictDocument } from '@assay/verdicts';
import { verdictText } from './verdict-text';

const verdict: VerdictDocument = {
  sessionId: 'ses_2',
  scanId: 'scn_2',
  organizationId: 'org_1',
  projectId: 'prj_1',
  automationId: 'aut_1',
  historyId: 'run_1',
  verdict: 'fail',
  reason: '2 new findings of severity high or above',
  notes: ['no tool knows terraform'],
  conditions: {
    failOn: 'high',
    branch: 'change',
    commit: 'c0ffee',
    targetBranch: 'main',
    baseline: { scanId: 'scn_1', at: '2026-11-01T10:00:00.000Z' },
  },
  counts: {
    new: { critical: 0, high: 2, medium: 0, low: 1, info: 0 },
    decided: 0,
    gone: 4,
    unchanged: 5,
    notObserved: 0,
  },
  newFindings: { ids: ['fnd_1', 'fnd_2', 'fnd_3'], total: 3, failing: 2 },
  missingTools: [{ tool: 'secrets', reason: 'timed out' }],
  at: '2026-11-02T10:00:00.000Z',
};
const findings = [
  { id: 'fnd_1', severity: 'high' as const, title: 'eval\u001b[2J is called', file: 'a.js', line: 3, tool: 'lint' },
];

describe('what assay why says of a verdict', () => {
  it('is the reason, what it was compared with, what is new, and what it rests on', () => {
    const events = [{ position: 12, type: 'ToolFailed', text: 'secrets: timed out' }];
    expect(verdictText(verdict, { findings, events }).split('\n')).toEqual([
      'fail: 2 new findings of severity high or above',
      '',
      'scan           scn_2, branch change',
      'commit         c0ffee',
      'automation     aut_1, which fails on high',
      'compared with  scn_1 of main, 2026-11-01T10:00:00.000Z',
      'new            2 high, 1 low',
      'gone           4',
      'unchanged      5',
      '',
      'New findings',
      '  high  a.js:3  eval [2J is called (lint, fnd_1)',
      '  and 2 more',
      '',
      'Missing tools',
      '  secrets: timed out',
      '',
      'Notes',
      '  no tool knows terraform',
      '',
      'Events',
      '  12  ToolFailed  secrets: timed out',
      '',
    ]);
  });

  it('has all ids where they are asked for, and whether they are those of the digest', () => {
    const newFindings = { ...verdict.newFindings, digest: 'sha256:c0ffee' };
    const lines = (agrees: boolean) =>
      verdictText({ ...verdict, newFindings }, { findings, others: ['fnd_2', 'fnd_3'], agrees, events: [] }).split(
        '\n',
      );
    expect(lines(true)).toContain('their digest   sha256:c0ffee, checked');
    expect(lines(false)).toContain('their digest   sha256:c0ffee, DOES NOT AGREE');
    expect(lines(true).join('\n')).toContain('(lint, fnd_1)\n  fnd_2\n  fnd_3\n\n');
  });

  it('names what it could not be compared with', () =>
    expect(
      verdictText({ ...verdict, conditions: { ...verdict.conditions, baseline: null } }, { findings: [], events: [] }),
    ).toContain('compared with  nothing: no finished scan of main before\n'));

  it('names the merge base of a change, and whether it was compared with that', () => {
    const lines = (mergeBase: { commit: string | null; isCompared: boolean }) => {
      const baseline = { scanId: 'scn_1', at: '2026-11-01T10:00:00.000Z', commit: 'decade' };
      const conditions = { ...verdict.conditions, baseline, mergeBase };
      return verdictText({ ...verdict, conditions }, { findings, events: [] })
        .split('\n')
        .slice(5, 7);
    };
    const compared = 'compared with  scn_1 of main, 2026-11-01T10:00:00.000Z, commit decade';
    expect(lines({ commit: 'facade', isCompared: true })).toEqual([compared, 'merge base     facade']);
    expect(lines({ commit: 'facade', isCompared: false })).toEqual([
      compared,
      'merge base     facade: neither it nor a commit before it was scanned',
    ]);
    expect(lines({ commit: null, isCompared: false })).toEqual([compared, 'merge base     not known']);
  });
});
