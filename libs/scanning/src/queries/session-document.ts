import type { FindingCategory } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type {
  FilesOfRole,
  SessionIntelligence,
  SessionFailure,
  SessionRefund,
  SessionSummary,
  TargetFacts,
  ToolResult,
  UnseenCode,
} from '../domain/session-events';
import type { SessionTarget } from '../domain/session-target';
import type { SuppressionsDocument } from './session-suppressions';

type ToolReportStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped';

export interface ToolReportDocument {
  readonly toolName: string;
  readonly category: FindingCategory;
  readonly status: ToolReportStatus;
  /** Milliseconds. */
  readonly duration: number;
  readonly findingsCount: number;
  readonly result: (Partial<ToolResult> & { readonly reason?: string }) | null;
  readonly completedAt: string | null;
  /** It was skipped, and no verdict waits for it. Missing otherwise. */
  readonly excused?: true;
}

/** One session, as `projections/sessions.projection.ts` writes it and the queries read it. */
export interface SessionDocument {
  readonly sessionId: string;
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly userId: string;
  readonly status: 'initializing' | 'running' | 'completed' | 'partial' | 'failed';
  /** True until the session has its end: a restart resumes active sessions. */
  readonly active: boolean;
  readonly canceled: boolean;
  readonly target: SessionTarget;
  readonly timeout: number;
  readonly maxConcurrent: number;
  /** The rules that count. */
  readonly profile: string;
  /** `project`: choices that the request left open are from the project's configuration. */
  readonly configuredBy?: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
  /** The time of the last fact that the document holds. */
  readonly lastUpdated: string;
  /** The stream revision of that fact: the event id of the server-sent events. */
  readonly revision: number;
  /** Why its target waits before it is fetched; null if it does not wait. */
  readonly waitsFor: string | null;
  readonly files: number | null;
  readonly lines: number | null;
  readonly languages: Readonly<Record<string, number>>;
  /** Facts about the target; null until it is staged. */
  readonly targetFacts: TargetFacts | null;
  readonly leftOut: {
    readonly total: number;
    readonly first: readonly { readonly path: string; readonly reason: string }[];
  };
  /** Files that are not simply the target's own code. */
  readonly roles: readonly FilesOfRole[];
  /** Code in a language that none of the tools knows. Missing in earlier documents. */
  readonly unseen?: readonly UnseenCode[];
  /** Missing if the target may suppress nothing. */
  readonly suppressions?: SuppressionsDocument;
  /** By the tool's id, in the order of the plan. */
  readonly toolReports: Readonly<Record<string, ToolReportDocument>>;
  readonly summary: SessionSummary | null;
  readonly refund: SessionRefund | null;
  readonly error: SessionFailure | null;
  readonly intelligence: SessionIntelligence | null;
}

export const sessionDocuments = readModel<SessionDocument>('sessions');
