import type { FindingCategory, Severity } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { LineEntry } from '../domain/lifecycle/findings-line';
import type { CountedAs, LineTotal } from '../domain/lifecycle/line-totals';

/** The documents about lines of scans that the queries read, as the projections of the same names write them. */

/** The line of a scan, by the session's id. */
export interface LineScanDocument {
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly branch: string | null;
  /** The commit that was scanned; null if there is none, and until it is known. */
  readonly commit: string | null;
  /** Null until it has completed. */
  readonly ended: {
    readonly lineId: string;
    /** The position of the scan's end in the log: scans are compared in this order. */
    readonly position: number;
    readonly at: string;
  } | null;
  /** The parts of its line's identity, until it has completed. */
  readonly line: { readonly scope: string; readonly thing: string } | null;
}

export const lineScanDocuments = readModel<LineScanDocument>('line-scans');

/** How many findings a line has, by its id. */
export interface FindingsLineDocument {
  readonly organizationId: string;
  readonly projectId: string | null;
  /** After the scan that changed something last; null if no fact says it. */
  readonly totals: readonly LineTotal[] | null;
  readonly changedBy: string;
  /** Where the end of that scan stood in the log. */
  readonly changedAt: number;
  /** How many came to be open with it. */
  readonly began: readonly (CountedAs & { readonly kind: 'new' | 'reopened'; readonly count: number })[];
}

export const findingsLineDocuments = readModel<FindingsLineDocument>('findings-lines');

interface Moment {
  readonly scanId: string;
  /** The position of the scan's end in the log. */
  readonly position: number;
  readonly at: string;
}

/** A document keeps so many of the stretches of scans that saw a finding, and of the times that it was reopened. */
export const STRETCHES_KEPT = 20;

/** A finding of a line, as the scan saw it that changed it last. */
export interface LineFindingDocument {
  readonly lineId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** The id of the one that speaks for the finding, in the scan that changed it last. */
  readonly findingId: string;
  readonly fingerprint: string;
  readonly tool: string;
  /** See `kindGroup`. */
  readonly kind: string;
  readonly severity: Severity;
  readonly severityRank: number;
  readonly category: FindingCategory;
  readonly file: string | null;
  readonly line: number | null;
  readonly state: LineEntry['state'];
  /** The target suppresses it: it is listed only on request. Missing if it counts, and if it is gone. */
  readonly suppressed?: true;
  /** Whether it was last opened as new or reopened. */
  readonly began: 'new' | 'reopened';
  /** The position at which it came to be open, or was gone. */
  readonly since: number;
  readonly firstSeen: Moment;
  /** The scan with which it was new, where its target had suppressed it from first sight on. Missing elsewhere. */
  readonly countsSince?: string;
  readonly goneAt: string | null;
  /** How often it came back. */
  readonly reopened: number;
  /** With which scans, the latest ones. */
  readonly reopenedBy: readonly string[];
  /** The latest stretches of scans that saw it: from a position on, and up to the first one that did not see it. */
  readonly seen: readonly { readonly from: number; readonly to: number | null }[];
}

export const lineFindingDocuments = readModel<LineFindingDocument>('line-findings');

/** A sighting is handed from one finding to another at most so often before the first ones are forgotten. */
export const OWNERS_KEPT = 20;

/** The finding that a tool's fingerprint stood for on a line, from which scan on; the oldest first. */
export interface LineSightingDocument {
  readonly owners: readonly { readonly key: string; readonly from: number }[];
}

export const lineSightingDocuments = readModel<LineSightingDocument>('line-sightings');

export type SeverityNumbers = Readonly<Record<Severity, number>>;

/** The changes on a line on one day. */
export interface LineDay {
  /** The position of the last scan of the day that changed something. */
  readonly position: number;
  readonly new: SeverityNumbers;
  readonly gone: SeverityNumbers;
  readonly reopened: SeverityNumbers;
  /** How many are open at its end; null if no fact says it. */
  readonly open: SeverityNumbers | null;
}

/** The changes on a line in a month, by day of the month. */
export interface LineMonthDocument {
  readonly lineId: string;
  readonly month: string;
  readonly days: Readonly<Record<string, LineDay>>;
}

export const lineMonthDocuments = readModel<LineMonthDocument>('line-months');

export const lineFindingId = (lineId: string, key: string): string => `${lineId}/${key}`;
/** @param sighting see `sightingName` */
export const lineSightingId = (lineId: string, sighting: string): string => `${lineId}/${sighting}`;
export const lineMonthId = (lineId: string, month: string): string => `${lineId}/${month}`;
