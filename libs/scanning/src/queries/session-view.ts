import { type Microcredits, toCredits } from '@assay/kernel';
import type { SessionRefund, SessionSummary, TargetFacts } from '../domain/session-events';
import { targetView } from '../targets/describe-target';
import type { TargetView } from '../targets/target-definition';
import type { SessionDocument, ToolReportDocument } from './session-document';
import { type SessionSuppressions, suppressionsOf } from './session-suppressions';

export interface SessionProgressView {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly running: number;
  readonly pending: number;
  readonly percentage: number;
}

export function progressOf({ toolReports, active }: SessionDocument): SessionProgressView {
  const counts = { completed: 0, failed: 0, skipped: 0, running: 0, pending: 0 };
  for (const { status } of Object.values(toolReports)) counts[status] += 1;
  const total = Object.keys(toolReports).length;
  const done = counts.completed + counts.failed + counts.skipped;
  return { total, ...counts, percentage: total === 0 ? (active ? 0 : 100) : Math.floor((done * 100) / total) };
}

/** A report as answers show it: `completedAt` and `result` only where there are any. */
export interface ToolReportView {
  readonly toolName: string;
  readonly category: ToolReportDocument['category'];
  readonly status: ToolReportDocument['status'];
  readonly duration: number;
  readonly findingsCount: number;
  readonly result?: NonNullable<ToolReportDocument['result']>;
  readonly completedAt?: string;
  readonly excused?: true;
}

export const toolReportView = ({ completedAt, result, ...report }: ToolReportDocument): ToolReportView => ({
  ...report,
  ...(result !== null && { result }),
  ...(completedAt !== null && { completedAt }),
});

/**
 * The reports that came after `since`, in the order in which they came. Times in one session are strictly increasing,
 * so none is missed and none comes twice.
 */
export const reportsSince = ({ toolReports }: SessionDocument, since: string): ToolReportView[] =>
  Object.values(toolReports)
    .filter(
      (report): report is ToolReportDocument & { completedAt: string } =>
        report.completedAt !== null && report.completedAt > since,
    )
    .sort((a, b) => (a.completedAt < b.completedAt ? -1 : 1))
    .map(toolReportView);

export const refundView = ({ refunded, toolsRefunded, newBalance }: SessionRefund) => ({
  refundedCredits: toCredits(refunded as Microcredits),
  toolsRefunded,
  newBalance: toCredits(newBalance as Microcredits),
});

export interface SessionView {
  readonly sessionId: string;
  readonly scanId: string;
  readonly userId: string;
  readonly applicationId: string | null;
  readonly status: SessionDocument['status'];
  readonly waitsFor?: string;
  readonly profile: string;
  readonly configuredBy?: string;
  readonly progress: SessionProgressView;
  readonly toolReports: Readonly<Record<string, ToolReportView>>;
  readonly summary: SessionSummary;
  readonly suppressions?: SessionSuppressions;
  readonly refund?: ReturnType<typeof refundView>;
  readonly error?: { readonly code: string; readonly message: string };
  readonly intelligence?: SessionDocument['intelligence'];
  readonly target: TargetView;
  readonly targetSummary:
    | ({
        readonly files: number;
        readonly lines: number;
        readonly languages: Readonly<Record<string, number>>;
        readonly leftOut: SessionDocument['leftOut'];
        readonly roles: SessionDocument['roles'];
        readonly unseen: NonNullable<SessionDocument['unseen']>;
      } & TargetFacts)
    | null;
  readonly lastUpdated: string;
  readonly createdAt: string;
  readonly completedAt?: string;
}

/** `liveSummary` counts the findings so far, while the session has no summary of its own. */
export function sessionView(document: SessionDocument, liveSummary: SessionSummary): SessionView {
  const summary = document.summary ?? liveSummary;
  const suppressions = suppressionsOf({ ...document, summary });
  return {
    sessionId: document.sessionId,
    scanId: document.scanId,
    userId: document.userId,
    applicationId: document.projectId,
    status: document.status,
    ...(document.waitsFor && { waitsFor: document.waitsFor }),
    profile: document.profile,
    ...(document.configuredBy !== undefined && { configuredBy: document.configuredBy }),
    progress: progressOf(document),
    toolReports: Object.fromEntries(
      Object.entries(document.toolReports).map(([tool, report]) => [tool, toolReportView(report)]),
    ),
    summary,
    ...(suppressions && { suppressions }),
    ...(document.refund && { refund: refundView(document.refund) }),
    ...(document.error && { error: document.error }),
    ...(document.intelligence && { intelligence: document.intelligence }),
    target: targetView(document.target),
    targetSummary:
      document.files === null
        ? null
        : {
            files: document.files,
            lines: document.lines ?? 0,
            languages: document.languages,
            leftOut: document.leftOut,
            roles: document.roles,
            unseen: document.unseen ?? [],
            ...document.targetFacts,
          },
    lastUpdated: document.lastUpdated,
    createdAt: document.createdAt,
    ...(document.completedAt && { completedAt: document.completedAt }),
  };
}
