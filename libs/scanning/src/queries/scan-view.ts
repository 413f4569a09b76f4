import type { SessionFailure, SessionSummary } from '../domain/session-events';
import { sourceTypeOf } from '../targets/describe-target';
import { type ScanDocument, type ScanStatus, reportIdOf } from './scan-document';

export interface ScanFindingCounts {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  /** Includes severities that are not counted separately. */
  readonly total: number;
  /** Findings that the target suppresses; no other count includes them. Missing if there are none. */
  readonly suppressed?: number;
}

/** A scan as answers show it. */
export interface ScanView {
  readonly id: string;
  readonly sessionId: string;
  /** Null if a session without a project started it. */
  readonly applicationId: string | null;
  readonly status: ScanStatus;
  readonly profile: string;
  readonly configuredBy?: string;
  readonly sourceType: string;
  readonly toolsTotal: number;
  readonly toolsCompleted: number;
  readonly createdAt: string;
  /** Present until it is over. */
  readonly estimatedCompletion?: string;
  readonly completedAt?: string;
  readonly reportId?: string;
  readonly summary?: ScanFindingCounts;
  readonly error?: SessionFailure;
}

export const isActive = ({ status }: Pick<ScanDocument, 'status'>): boolean =>
  status === 'pending' || status === 'running';

/** @param estimatedCompletion for a scan that is not over */
export const scanView = (document: ScanDocument, estimatedCompletion: string | undefined): ScanView => ({
  id: document.scanId,
  sessionId: document.sessionId,
  applicationId: document.projectId,
  status: document.status,
  profile: document.profile,
  ...(document.configuredBy !== undefined && { configuredBy: document.configuredBy }),
  sourceType: sourceTypeOf(document.sourceType),
  toolsTotal: document.toolsTotal,
  toolsCompleted: document.toolsCompleted,
  createdAt: document.createdAt,
  ...(estimatedCompletion !== undefined && { estimatedCompletion }),
  ...(document.completedAt !== null && { completedAt: document.completedAt }),
  ...(document.status === 'completed' && { reportId: reportIdOf(document.scanId) }),
  ...(document.summary !== null && { summary: severityCounts(document.summary) }),
  ...(document.error !== null && { error: document.error }),
});

export const severityCounts = ({
  bySeverity: { critical, high, medium, low },
  totalFindings,
  suppressed,
}: SessionSummary): ScanFindingCounts => ({
  critical,
  high,
  medium,
  low,
  total: totalFindings,
  ...(suppressed !== undefined && { suppressed }),
});
