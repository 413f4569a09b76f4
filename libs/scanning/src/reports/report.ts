import type { FindingView } from '@assay/findings';
import { type ScanDocument, reportIdOf } from '../queries/scan-document';
import { type ScanFindingCounts, severityCounts } from '../queries/scan-view';
import type { FilesOfRole, UnseenCode } from '../domain/session-events';
import type { SessionDocument, ToolReportDocument } from '../queries/session-document';
import type { SessionSuppressions } from '../queries/session-suppressions';
import { describeTarget } from '../targets/describe-target';

export interface ReportSummary extends ScanFindingCounts {
  readonly info: number;
  /**
   * 0 to 100 with at most 2 decimals: the share of completed tools without findings. Failed and skipped tools do not
   * count as passed.
   */
  readonly passRate: number;
  /** Milliseconds from the scan's turn to its end. */
  readonly duration: number;
}

/** The ends of a scan that leave a report. */
export const REPORT_STATUSES = ['completed', 'canceled'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A report without its findings. */
export interface ReportHead {
  readonly id: string;
  readonly scanId: string;
  readonly projectId: string | null;
  /** A canceled scan's report has the findings until then. */
  readonly status: ReportStatus;
  /** The rules that counted. */
  readonly profile: string;
  /** `project`: choices that the request left open were from the project's configuration. */
  readonly configuredBy?: string;
  readonly summary: ReportSummary;
  readonly generatedAt: string;
}

/** The content of a report in any format. The findings may be more than fit into memory. */
export interface ReportContent {
  readonly head: ReportHead;
  /** One line of text. */
  readonly target: string;
  /** The size of the examined code. */
  readonly extent?: { readonly files: number | null; readonly lines: number | null; readonly leftOut: number };
  /** Files that are not simply the target's own code. */
  readonly roles?: readonly FilesOfRole[];
  /** Code that no tool looks at which knows its language. */
  readonly unseen?: readonly UnseenCode[];
  /** All planned tools, in the order of the plan. */
  readonly tools: readonly ToolReportDocument[];
  readonly findings: AsyncIterable<FindingView>;
  /** The effects of suppressions. Missing if the target may suppress nothing. */
  readonly suppressions?: SessionSuppressions;
  /** The suppressed findings, for formats that mark them: `findings` has none of them. Missing if there are none. */
  readonly suppressed?: AsyncIterable<FindingView>;
  /**
   * Whether a finding was there before. Only where the scan is compared with an earlier one; undefined of a finding
   * that is not compared yet.
   */
  readonly baselineState?: (finding: FindingView) => 'new' | 'unchanged' | undefined;
}

export const reportHead = (scan: ScanDocument, tools: readonly ToolReportDocument[]): ReportHead => ({
  id: reportIdOf(scan.scanId),
  scanId: scan.scanId,
  projectId: scan.projectId,
  status: scan.status === 'canceled' ? 'canceled' : 'completed',
  profile: scan.profile,
  ...(scan.configuredBy !== undefined && { configuredBy: scan.configuredBy }),
  summary: {
    ...(scan.summary ? severityCounts(scan.summary) : { critical: 0, high: 0, medium: 0, low: 0, total: 0 }),
    info: scan.summary?.bySeverity.info ?? 0,
    passRate: passRate(tools),
    duration: Math.max(
      0,
      Date.parse(scan.completedAt ?? scan.createdAt) - Date.parse(scan.admittedAt ?? scan.createdAt),
    ),
  },
  generatedAt: scan.completedAt ?? scan.createdAt,
});

export const toolsOf = ({ toolReports }: SessionDocument): ToolReportDocument[] => Object.values(toolReports);
export const extentOf = ({ files, lines, leftOut }: SessionDocument): NonNullable<ReportContent['extent']> => ({
  files,
  lines,
  leftOut: leftOut.total,
});
export const targetOf = ({ target }: SessionDocument): string => describeTarget(target);

function passRate(tools: readonly ToolReportDocument[]): number {
  const completed = tools.filter(({ status }) => status === 'completed');
  if (completed.length === 0) return 0;
  return Math.round((completed.filter(foundNothing).length * 10_000) / completed.length) / 100;
}

/** Suppressed findings do not count. */
export const foundNothing = ({ findingsCount, result }: ToolReportDocument): boolean =>
  findingsCount === (result?.suppressed ?? 0);
