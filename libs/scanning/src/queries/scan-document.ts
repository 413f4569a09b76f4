import { readModel } from '@assay/read-models';
import type { SessionFailure, SessionSummary } from '../domain/session-events';
import type { SourceKind } from '../domain/session-target';

export const SCAN_STATUSES = ['pending', 'running', 'completed', 'failed', 'canceled'] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/**
 * A scan as `projections/scans.projection.ts` writes it: the older face of a session, and a view of the same stream.
 */
export interface ScanDocument {
  readonly scanId: string;
  readonly sessionId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly sourceType: SourceKind;
  readonly status: ScanStatus;
  /** By id; those that left the plan are not in it. `isDone`: it has its outcome. */
  readonly tools: Readonly<Record<string, { readonly engine: string; readonly isDone: boolean }>>;
  readonly toolsTotal: number;
  readonly toolsCompleted: number;
  readonly maxConcurrent: number;
  /** Which rules count. */
  readonly profile: string;
  /** `project`: what the request did not say is from the project's configuration. */
  readonly configuredBy?: string;
  readonly createdAt: string;
  /** When its turn had come; null while it waits. */
  readonly admittedAt: string | null;
  readonly completedAt: string | null;
  readonly summary: SessionSummary | null;
  readonly error: SessionFailure | null;
}

export const scanDocuments = readModel<ScanDocument>('scans');

/** How long a tool took in earlier runs, as `projections/tool-durations.projection.ts` keeps it. */
export interface ToolDurationDocument {
  readonly tool: string;
  readonly runs: number;
  /** Milliseconds; later runs count more. */
  readonly mean: number;
}

export const toolDurationDocuments = readModel<ToolDurationDocument>('tool-durations');

/** A completed scan's report has an id of its own, and there is one for each. */
export const reportIdOf = (scanId: string): string => scanId.replace(/^scn_/, 'rpt_');
/** Undefined for what can be no report's id. */
export const scanIdOf = (reportId: string): string | undefined =>
  reportId.startsWith('rpt_') ? reportId.replace(/^rpt_/, 'scn_') : undefined;

/** Whether it has ended with findings, all or those until it was canceled. */
export const hasReport = ({ status, completedAt }: ScanDocument): boolean =>
  status === 'completed' || (status === 'canceled' && completedAt !== null);
