import type { Severity } from '@assay/kernel';
import type { FindingsDeleted, FindingsLowered, FindingsRecorded, RecordedFinding } from '../src';

export const finding = (id: string, more: Partial<RecordedFinding> = {}): RecordedFinding => ({
  id,
  fingerprint: `fingerprint of ${id}`,
  group: 'g1',
  rule: 'no-eval',
  title: 'eval is called',
  description: 'eval runs text as code',
  severity: 'medium',
  category: 'security',
  file: 'src/a.js',
  line: 3,
  endLine: 3,
  column: 1,
  snippet: null,
  suggestion: 'Do without',
  cwe: null,
  ...more,
});

/** A batch of one tool's findings of the session `ses_1`. */
export const recorded = (tool: string, ...findings: RecordedFinding[]): FindingsRecorded => ({
  type: 'FindingsRecorded',
  data: {
    sessionId: 'ses_1',
    scanId: 'scn_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    triageScope: 'prj_1',
    tool,
    at: '2026-11-01T10:00:00.000Z',
    findings,
  },
});

/** Findings by id, group and how much they mattered. */
export const lowered = (
  ...findings: readonly (readonly [id: string, group: string, from: Severity])[]
): FindingsLowered => ({
  type: 'FindingsLowered',
  data: {
    sessionId: 'ses_1',
    at: '2026-11-01T10:05:00.000Z',
    to: 'info',
    findings: findings.map(([id, group, from]) => ({ id, group, from, by: 'flow', because: 'constant' })),
  },
});

export const deleted = (findings: readonly string[], groups: readonly string[]): FindingsDeleted => ({
  type: 'FindingsDeleted',
  data: { sessionId: 'ses_1', findings, groups },
});
