import { hasType } from '@assay/kernel';
import type { Projection } from '@assay/read-models';
import {
  SESSION_EVENTS,
  type ScanStarted,
  type SessionDocument,
  type SessionEnd,
  type SessionEvent,
  type ToolReportDocument,
  profileOf,
  sessionDocuments,
  shownPath,
  shownReason,
  shownResult,
  shownTitle,
  suppressionsDocument,
  withUnused,
} from '@assay/scanning';

/** GET /api/sessions: one document a session. */
export const sessions: Projection<SessionDocument, SessionEvent> = {
  ...sessionDocuments,
  version: 11,
  indexes: [
    ['organizationId', 'createdAt'],
    ['organizationId', 'projectId', 'createdAt'],
    ['active', 'createdAt'],
    ['scanId'],
  ],
  handles: SESSION_EVENTS,
  documentIds: ({ stream }) => [stream.slice('session-'.length)],
  apply(document, event) {
    if (event.type === 'SessionDeleted') return undefined;
    if (event.type === 'ScanStarted') return started(event.data, event.revision);
    // The stream of a session's events folds whatever the log has, facts of a newer release too.
    if (!document || !hasType(SESSION_EVENTS, event.type)) return document;
    // Whatever comes next, the target waits no longer.
    return { ...apply({ ...document, waitsFor: null }, event), lastUpdated: event.data.at, revision: event.revision };
  },
};

function started(data: ScanStarted['data'], revision: number): SessionDocument {
  const { sessionId, scanId, organizationId, projectId, target, timeout, maxConcurrent, decisions, at } = data;
  return {
    sessionId,
    scanId,
    organizationId,
    projectId,
    target,
    timeout,
    maxConcurrent,
    profile: profileOf(decisions),
    ...(decisions?.configuredBy && { configuredBy: decisions.configuredBy }),
    revision,
    userId: data.startedBy,
    status: 'initializing',
    active: true,
    canceled: false,
    createdAt: at,
    completedAt: null,
    lastUpdated: at,
    waitsFor: null,
    files: null,
    lines: null,
    languages: {},
    targetFacts: null,
    leftOut: { total: 0, first: [] },
    roles: [],
    toolReports: Object.fromEntries(
      data.tools.map(({ id, category }) => [
        id,
        {
          toolName: id,
          category,
          status: 'pending',
          duration: 0,
          findingsCount: 0,
          result: null,
          completedAt: null,
        } satisfies ToolReportDocument,
      ]),
    ),
    summary: null,
    refund: null,
    error: null,
    intelligence: null,
  };
}

function apply(
  document: SessionDocument,
  { type, data }: Exclude<SessionEvent, { type: 'ScanStarted' | 'SessionDeleted' }>,
): SessionDocument {
  switch (type) {
    case 'PreparationDelayed':
      return { ...document, waitsFor: data.reason };
    case 'TargetPrepared':
      return { ...document, ...preparedTarget(data) };
    case 'PlanRefined': {
      const removed = new Set(data.removed.map(({ tool }) => tool));
      return {
        ...document,
        status: 'running',
        toolReports: Object.fromEntries(Object.entries(document.toolReports).filter(([tool]) => !removed.has(tool))),
      };
    }
    case 'ToolStarted':
      return withReport(document, data.tool, { status: 'running' });
    case 'ToolCompleted':
      return withReport(document, data.tool, {
        status: 'completed',
        duration: data.duration,
        findingsCount: data.findingsCount,
        result: shownResult(data.result),
        completedAt: data.at,
      });
    case 'ToolFailed':
      return withReport(document, data.tool, {
        status: 'failed',
        duration: data.duration,
        findingsCount: data.findingsCount,
        result: shownResult({ reason: data.message, ...data.result }),
        completedAt: data.at,
      });
    case 'ToolSkipped':
      return withReport(document, data.tool, {
        status: 'skipped',
        result: shownResult({ reason: data.message }),
        completedAt: data.at,
        ...(data.excused && { excused: true }),
      });
    case 'ScanCompleted':
      return { ...document, status: data.status, ...ended(data, document) };
    case 'ScanCanceled':
      return { ...document, status: 'partial', canceled: true, ...ended(data, document) };
    case 'ScanFailed':
      return { ...document, status: 'failed', ...ended(data, document), error: data.error };
    case 'ScanCancelRequested':
    case 'SettlementBegan':
    case 'ScanAbandoned':
      return document;
  }
}

const preparedTarget = (data: Extract<SessionEvent, { type: 'TargetPrepared' }>['data']): Partial<SessionDocument> => ({
  files: data.files,
  lines: data.lines,
  languages: data.languages,
  leftOut: {
    total: data.leftOutTotal,
    first: data.leftOut.map(({ path, reason }) => ({ path: shownPath(path), reason: shownReason(reason) })),
  },
  roles: (data.roles ?? []).map((each) => ({ ...each, first: each.first.map(shownPath) })),
  targetFacts: data.target ?? null,
  ...(data.unseen !== undefined && { unseen: data.unseen }),
  ...(data.suppressions && { suppressions: suppressionsDocument(data.suppressions) }),
});

const ended = (
  { at, summary, refund, intelligence, unusedSuppressions }: SessionEnd['data'],
  { suppressions }: SessionDocument,
) => ({
  active: false,
  completedAt: at,
  summary,
  refund,
  ...(suppressions && unusedSuppressions && { suppressions: withUnused(suppressions, unusedSuppressions) }),
  intelligence: intelligence && {
    ...intelligence,
    priorities: intelligence.priorities.map((priority) => ({ ...priority, title: shownTitle(priority.title) })),
  },
});

const withReport = (document: SessionDocument, tool: string, change: Partial<ToolReportDocument>): SessionDocument => {
  const report = document.toolReports[tool];
  return report
    ? { ...document, toolReports: { ...document.toolReports, [tool]: { ...report, ...change } } }
    : document;
};
