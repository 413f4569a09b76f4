import { readModel } from '@assay/read-models';
import type { SessionFailure, SessionSummary } from '../domain/session-events';
import type { SourceKind } from '../domain/session-target';

export const SCAN_STATUSES = ['pending', 'running', 'completed', 'failed', 'canceled'] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** A scan as `projections/scans.projection.ts` writes it: the older interface to a session, from the same stream. */
export interface ScanDocument {
  readonly scanId: string;
  readonly sessionId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly sourceType: SourceKind;
  readonly status: ScanStatus;
  /** By id; tools that left the plan are missing. `isDone`: the tool has its outcome. */
  readonly tools: Readonly<Record<string, { readonly engine: string; readonly isDone: boolean }>>;
  readonly toolsTotal: number;
  readonly toolsCompleted: number;
  readonly maxConcurrent: number;
  /** The rules that count. */
  readonly profile: string;
  /** `project`: choices that the request left open are from the project's configuration. */
  readonly configuredBy?: string;
  readonly createdAt: string;
  /** The time when its turn came; null while it waits. */
  readonly admittedAt: string | null;
  readonly completedAt: string | null;
  readonly summary: SessionSummary | null;
  readonly error: SessionFailure | null;
}

export const scanDocuments = readModel<ScanDocument>('scans');

/** The duration of a tool in earlier runs, as `projections/tool-durations.projection.ts` keeps it. */
export interface ToolDurationDocument {
  readonly tool: string;
  readonly runs: number;
  /** Milliseconds; later runs count more. */
  readonly mean: number;
}

export const toolDurationDocuments = readModel<ToolDurationDocument>('tool-durations');

/** Each completed scan has one report, with an id of its own. */
export const reportIdOf = (scanId: string): string => scanId.replace(/^scn_/, 'rpt_');
/** Undefined if the id cannot be a report's. */
export const scanIdOf = (reportId: string): string | undefined =>
  reportId.startsWith('rpt_') ? reportId.replace(/^rpt_/, 'scn_') : undefined;

/** Whether it has ended with findings: all, or those until it was canceled. */
export const hasReport = ({ status, completedAt }: ScanDocument): boolean =>
  status === 'completed' || (status === 'canceled' && completedAt !== null);
