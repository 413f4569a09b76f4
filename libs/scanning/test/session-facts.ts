import type { SessionEvent, ToolResult } from '../src';

/** The facts of one session, `ses_1` with the tools `a` and `b`, a second after the other. */
export const at = (second: number): string => `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const stream = 'session-ses_1';

type Told = SessionEvent & { readonly stream: string };

const result: ToolResult = {
  engine: { name: 'engine', version: '1' },
  rules: 3,
  filesChecked: 2,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};
export const summary = {
  totalFindings: 2,
  bySeverity: { critical: 0, high: 2, medium: 0, low: 0, info: 0 },
  byCategory: { security: 2, quality: 0, performance: 0, accessibility: 0, standards: 0 },
  toolsRun: 1,
  toolsSkipped: 0,
  toolsFailed: 1,
};
const refund = { refunded: 0 as never, toolsRefunded: [], newBalance: 0 as never };
const end = { summary, refund, intelligence: null };

export const started: Told = {
  stream,
  type: 'ScanStarted',
  data: {
    sessionId: 'ses_1',
    scanId: 'scn_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    startedBy: 'key_1',
    target: { kind: 'directory', directory: '/src' },
    tools: ['a', 'b'].map((id) => ({ id, category: 'security', billing: 'security', engine: 'one' })),
    namedTools: [],
    aiFeatures: [],
    timeout: 1_000,
    maxConcurrent: 2,
    at: at(0),
  },
};
export const prepared: Told = {
  stream,
  type: 'TargetPrepared',
  data: { files: 3, bytes: 90, lines: 30, languages: { javascript: 30 }, leftOut: [], leftOutTotal: 0, at: at(1) },
};
export const refined = (...removed: string[]): Told => ({
  stream,
  type: 'PlanRefined',
  data: { removed: removed.map((tool) => ({ tool, reason: 'nothing to look at' })), at: at(2) },
});
export const running = (tool: string, second: number): Told => ({
  stream,
  type: 'ToolStarted',
  data: { tool, attempt: 1, at: at(second) },
});
export const completed = (tool: string, second: number, duration = 500): Extract<Told, { type: 'ToolCompleted' }> => ({
  stream,
  type: 'ToolCompleted',
  data: { tool, duration, findingsCount: 2, result, at: at(second) },
});
export const failed = (tool: string, second: number, target?: string): Extract<Told, { type: 'ToolFailed' }> => ({
  stream,
  type: 'ToolFailed',
  data: {
    tool,
    duration: 100,
    findingsCount: 0,
    reason: 'failed',
    message: 'it broke',
    result,
    at: at(second),
    ...(target !== undefined && { subject: { organizationId: 'org_1', target } }),
  },
});
export const cancelRequested = (second: number): Told => ({
  stream,
  type: 'ScanCancelRequested',
  data: { by: 'key_1', at: at(second) },
});
export const ended = (status: 'completed' | 'partial', second: number): Told => ({
  stream,
  type: 'ScanCompleted',
  data: { ...end, status, at: at(second) },
});
export const canceled = (second: number): Told => ({ stream, type: 'ScanCanceled', data: { ...end, at: at(second) } });
export const broken = (second: number): Told => ({
  stream,
  type: 'ScanFailed',
  data: { ...end, error: { code: 'ALL_TOOLS_FAILED', message: 'none worked' }, at: at(second) },
});
export const deleted: Told = { stream, type: 'SessionDeleted', data: { at: at(59) } };
