import type { GivenVerdict } from '../src/domain/verdict-news';

type Given = GivenVerdict['data'];

/** A verdict of one automation on `main`, the n-th. */
export const verdictGiven = (n: number, verdict: Given['verdict'], more: Partial<Given> = {}): GivenVerdict => ({
  type: 'VerdictGiven',
  data: {
    scanId: `scn_${n}`,
    organizationId: 'org_1',
    automationId: 'aut_1',
    historyId: `run_${n}`,
    verdict,
    reason: 'a reason',
    conditions: { branch: 'main', commit: null },
    newFindings: { total: 0, failing: 0 },
    at: `2026-11-02T10:00:${String(n).padStart(2, '0')}.000Z`,
    ...more,
  },
});
