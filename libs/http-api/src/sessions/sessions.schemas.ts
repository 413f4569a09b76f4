import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import { shownTargetFields } from '@assay/scanning';
import {
  type Schema,
  count,
  credits,
  exactly,
  flag,
  listOf,
  mapOf,
  milliseconds,
  object,
  oneOf,
  orNull,
  pagination,
  ref,
  text,
  time,
} from '../openapi/schema';

const counts = (names: readonly string[]): Schema => object(Object.fromEntries(names.map((name) => [name, count])));
const percentage: Schema = { type: 'integer', minimum: 0, maximum: 100 };
const status = oneOf(['initializing', 'running', 'completed', 'partial', 'failed']);
const failure = object({ code: text, message: text });

const result = object(
  {
    reason: text,
    engine: orNull(object({ name: text, version: text })),
    rules: count,
    filesChecked: count,
    unreadable: listOf(object({ file: text, reason: text })),
    unreadableTotal: count,
    truncated: flag,
    topFindings: listOf(
      object({ id: text, title: text, severity: oneOf(SEVERITIES), file: orNull(text), line: orNull(count) }),
    ),
  },
  ['reason', 'engine', 'rules', 'filesChecked', 'unreadable', 'unreadableTotal', 'truncated', 'topFindings'],
);

const target = object(
  Object.fromEntries(
    Object.entries(shownTargetFields).map(([name, type]) => [name, type === 'text' ? text : listOf(text)]),
  ),
  Object.keys(shownTargetFields),
);

const targetSummary = object(
  {
    files: count,
    lines: count,
    languages: mapOf(count),
    leftOut: object({ total: count, first: listOf(object({ path: text, reason: text })) }),
    repository: object({ name: text, branch: text, commit: text, committedAt: orNull(time) }),
    package: object({ name: text, version: text, integrity: text }),
    upload: object({ filename: text, sha256: text }),
    image: object({ name: text, digest: text }),
    build: object({ kind: text, identifier: orNull(text), version: orNull(text) }),
    site: object({
      pages: listOf(
        object({
          url: text,
          finalUrl: text,
          status: count,
          fetches: count,
          browserLoads: count,
          lighthouseRuns: count,
        }),
      ),
    }),
  },
  ['repository', 'package', 'upload', 'image', 'build', 'site'],
);

const intelligence = object({
  summary: text,
  priorities: listOf(
    object({ findingId: text, title: text, score: { type: 'number', minimum: 0, maximum: 100 }, reason: text }),
  ),
});

export const sessionsSchemas: Readonly<Record<string, Schema>> = {
  SessionStarted: object({
    sessionId: text,
    scanId: text,
    status: exactly('started'),
    message: text,
    pollUrls: object({ full: text, progress: text, newReports: text }),
  }),
  SessionProgress: object({
    total: count,
    completed: count,
    failed: count,
    skipped: count,
    running: count,
    pending: count,
    percentage,
  }),
  ToolReport: object(
    {
      toolName: text,
      category: oneOf(FINDING_CATEGORIES),
      status: oneOf(['pending', 'running', 'completed', 'failed', 'skipped']),
      duration: milliseconds,
      findingsCount: count,
      result,
      completedAt: time,
    },
    ['result', 'completedAt'],
  ),
  SessionSummary: object({
    totalFindings: count,
    bySeverity: counts(SEVERITIES),
    byCategory: counts(FINDING_CATEGORIES),
    toolsRun: count,
    toolsSkipped: count,
    toolsFailed: count,
  }),
  SessionRefund: object({ refundedCredits: credits, toolsRefunded: listOf(text), newBalance: credits }),
  SessionFull: object(
    {
      sessionId: text,
      scanId: text,
      userId: text,
      applicationId: orNull(text),
      status,
      progress: ref('SessionProgress'),
      toolReports: mapOf(ref('ToolReport')),
      summary: ref('SessionSummary'),
      refund: ref('SessionRefund'),
      error: failure,
      intelligence,
      target,
      targetSummary: orNull(targetSummary),
      lastUpdated: time,
      createdAt: time,
      completedAt: time,
    },
    ['refund', 'error', 'intelligence', 'completedAt'],
  ),
  SessionProgressOnly: object({ sessionId: text, status, progress: ref('SessionProgress'), lastUpdated: time }),
  SessionNewReports: object({
    sessionId: text,
    status,
    progress: ref('SessionProgress'),
    newReports: listOf(ref('ToolReport')),
    lastUpdated: time,
  }),
  SessionPoll: { anyOf: [ref('SessionFull'), ref('SessionProgressOnly'), ref('SessionNewReports')] },
  SessionList: object({
    sessions: listOf(
      object({
        sessionId: text,
        scanId: text,
        status,
        progress: object({ total: count, completed: count, percentage }),
        createdAt: time,
        completedAt: orNull(time),
      }),
    ),
    total: count,
    pagination,
  }),
};
