import type { Change, FindingsCompared, FindingsLineDeleted, LineTotal, Sighting } from '../src';

export const sighting = (findingId: string, more: Partial<Sighting> = {}): Sighting => ({
  findingId,
  seenBy: [{ tool: 'lint', rule: 'no-eval', fingerprint: `fingerprint of ${findingId}` }],
  severity: 'medium',
  category: 'security',
  file: 'src/a.js',
  line: 3,
  code: 'eval(a)',
  said: 'evaliscalled',
  ...more,
});

export const total = (count: number, more: Partial<LineTotal> = {}): LineTotal => ({
  tool: 'lint',
  category: 'security',
  severity: 'medium',
  state: 'open',
  count,
  ...more,
});

/** The changes by the scan `scn_<number>`, of that day of November, on its line. */
export const compared = (
  number: number,
  changes: readonly Change[],
  more: Partial<FindingsCompared['data']> = {},
): FindingsCompared => ({
  type: 'FindingsCompared',
  data: {
    lineId: 'lin_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    branch: null,
    sessionId: `ses_${number}`,
    scanId: `scn_${number}`,
    scanPosition: number,
    at: `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`,
    paths: '',
    changes,
    last: true,
    ...more,
  },
});

export const lineDeleted = (more: Partial<FindingsLineDeleted['data']> = {}): FindingsLineDeleted => ({
  type: 'FindingsLineDeleted',
  data: { lineId: 'lin_1', keys: [], sightings: [], months: [], through: 0, ...more },
});
