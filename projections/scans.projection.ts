import type { Projection } from '@assay/read-models';
import {
  type QueueCarried,
  type ScanDocument,
  type ScanStarted,
  type SessionAdmitted,
  type SessionEvent,
  profileOf,
  scanDocuments,
} from '@assay/scanning';

/** The list shows neither that a target waits, nor that a session settles; one that was abandoned is never in it. */
type Shown = Exclude<SessionEvent, { type: 'PreparationDelayed' | 'SettlementBegan' | 'ScanAbandoned' }>;
export type ScanEvent = Shown | SessionAdmitted | QueueCarried;

/**
 * GET /api/v1/scans: one document a session, by the session's id. Whether its turn has come, its organization's queue
 * says.
 */
export const scans: Projection<ScanDocument, ScanEvent> = {
  ...scanDocuments,
  version: 4,
  indexes: [
    ['scanId'],
    ['organizationId', 'createdAt'],
    ['organizationId', 'projectId', 'createdAt'],
    ['organizationId', 'status', 'createdAt'],
    ['organizationId', 'status', 'completedAt'],
  ],
  handles: {
    ScanStarted: true,
    TargetPrepared: true,
    PlanRefined: true,
    ToolStarted: true,
    ToolCompleted: true,
    ToolFailed: true,
    ToolSkipped: true,
    ScanCancelRequested: true,
    ScanCompleted: true,
    ScanFailed: true,
    ScanCanceled: true,
    SessionDeleted: true,
    SessionAdmitted: true,
    QueueCarried: true,
  },
  documentIds({ type, data, stream }) {
    if (type === 'SessionAdmitted') return [data.sessionId];
    // Where the log has lost who was admitted before, this still says it.
    if (type === 'QueueCarried') return data.running;
    return [stream.slice('session-'.length)];
  },
  apply(document, event) {
    if (event.type === 'SessionDeleted') return undefined;
    if (event.type === 'ScanStarted') return started(event.data);
    return document && apply(document, event);
  },
};

function started({
  scanId,
  sessionId,
  organizationId,
  projectId,
  target,
  tools,
  maxConcurrent,
  decisions,
  at,
}: ScanStarted['data']): ScanDocument {
  return {
    scanId,
    sessionId,
    organizationId,
    projectId,
    maxConcurrent,
    profile: profileOf(decisions),
    ...(decisions?.configuredBy && { configuredBy: decisions.configuredBy }),
    sourceType: target.kind,
    status: 'pending',
    ...counted(Object.fromEntries(tools.map(({ id, engine }) => [id, { engine, isDone: false }]))),
    createdAt: at,
    admittedAt: null,
    completedAt: null,
    summary: null,
    error: null,
  };
}

function apply(
  document: ScanDocument,
  { type, data }: Exclude<ScanEvent, { type: 'ScanStarted' | 'SessionDeleted' }>,
): ScanDocument {
  switch (type) {
    case 'SessionAdmitted':
    case 'QueueCarried':
    case 'TargetPrepared':
    case 'ToolStarted':
      return running(document, data.at);
    case 'PlanRefined': {
      const removed = new Set(data.removed.map(({ tool }) => tool));
      return {
        ...running(document, data.at),
        ...counted(Object.fromEntries(Object.entries(document.tools).filter(([tool]) => !removed.has(tool)))),
      };
    }
    case 'ToolCompleted':
    case 'ToolFailed':
      return done(document, data.tool);
    case 'ToolSkipped':
      return data.reason === 'canceled' ? document : done(document, data.tool);
    case 'ScanCancelRequested':
      return { ...document, status: 'canceled' };
    case 'ScanCompleted':
      return { ...document, status: 'completed', completedAt: data.at, summary: data.summary };
    case 'ScanCanceled':
      return { ...document, status: 'canceled', completedAt: data.at, summary: data.summary };
    case 'ScanFailed':
      return { ...document, status: 'failed', completedAt: data.at, summary: data.summary, error: data.error };
  }
}

/** Sessions from before there were queues were never admitted: they ran at once. */
const running = (document: ScanDocument, at: string): ScanDocument =>
  document.status === 'pending' ? { ...document, status: 'running', admittedAt: at } : document;

const done = (document: ScanDocument, tool: string): ScanDocument => {
  const planned = document.tools[tool];
  return planned ? { ...document, ...counted({ ...document.tools, [tool]: { ...planned, isDone: true } }) } : document;
};

const counted = (tools: ScanDocument['tools']): Pick<ScanDocument, 'tools' | 'toolsTotal' | 'toolsCompleted'> => {
  const all = Object.values(tools);
  return { tools, toolsTotal: all.length, toolsCompleted: all.filter(({ isDone }) => isDone).length };
};
