import { microcredits } from '@assay/kernel';
import type { Session } from '../src/domain/session';
import type { PlannedTool, ScanStarted, SessionEvent, SessionFailure, ToolResult } from '../src/domain/session-events';

const tool = (id: string): PlannedTool => ({ id, category: 'security', billing: 'security', engine: 'engine' });
export const at = (millisecond: number) => new Date(Date.UTC(2026, 0, 1) + millisecond).toISOString();
export const planned: Omit<ScanStarted['data'], 'at'> = {
  sessionId: 'ses_1',
  scanId: 'scn_1',
  organizationId: 'org_1',
  projectId: null,
  startedBy: 'key_1',
  target: { kind: 'directory', directory: '/src' },
  tools: ['a', 'b', 'c'].map(tool),
  namedTools: ['c'],
  aiFeatures: [],
  timeout: 1_000,
  maxConcurrent: 5,
};
export const result: ToolResult = {
  engine: null,
  rules: 1,
  filesChecked: 1,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};
export const measured = { files: 1, bytes: 1, lines: 1, languages: {}, leftOut: [], leftOutTotal: 0 };
export const refund = { refunded: microcredits(0), toolsRefunded: [], newBalance: microcredits(0) };
export const summary = {
  totalFindings: 0,
  bySeverity: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  byCategory: { security: 0, quality: 0, performance: 0, accessibility: 0, standards: 0 },
};

export const started: SessionEvent = { type: 'ScanStarted', data: { ...planned, at: at(0) } };
export const prepared: SessionEvent = { type: 'TargetPrepared', data: { ...measured, at: at(1) } };
export const refined: SessionEvent = { type: 'PlanRefined', data: { removed: [], at: at(2) } };
export const completed = (id: string, millisecond: number): SessionEvent => ({
  type: 'ToolCompleted',
  data: { tool: id, duration: 5, findingsCount: 0, result, at: at(millisecond) },
});
export const failed = (id: string, millisecond: number): SessionEvent => ({
  type: 'ToolFailed',
  data: { tool: id, duration: 5, findingsCount: 0, reason: 'failed', message: 'broke', result, at: at(millisecond) },
});
export const running = (id: string, attempt: number, millisecond: number): SessionEvent => ({
  type: 'ToolStarted',
  data: { tool: id, attempt, at: at(millisecond) },
});
export const canceled = (millisecond: number): SessionEvent => ({
  type: 'ScanCancelRequested',
  data: { by: 'key_2', at: at(millisecond) },
});
export const settling = (millisecond: number, failure: SessionFailure | null = null): SessionEvent => ({
  type: 'SettlementBegan',
  data: { failure, at: at(millisecond) },
});
export const attemptAt = (id: string, { tools }: Session): number => {
  const state = tools.get(id);
  return state?.status === 'running' ? state.attempt : 0;
};
export const outcome = (id: string) =>
  ({ status: 'completed', tool: id, duration: 5, findingsCount: 0, result }) as const;
