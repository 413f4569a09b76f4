import { type Fact, type Severity, sha256Hex } from '@assay/kernel';
import type { LineTotal } from './line-totals';
import type { Sighting } from './sighting';

/** A line of scans: the same thing of one project, scanned again and again. Each branch has one of its own. */
export interface FindingsLine {
  readonly lineId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly branch: string | null;
}

/** The change of a defect between earlier scans of a line and this one. */
export type Change =
  /** It counts for the first time. Its target may have suppressed it until now. */
  | { readonly kind: 'new'; readonly key: string; readonly now: Sighting }
  /** It is the same defect, seen with another fingerprint, in another file, or by other tools. */
  | { readonly kind: 'changed'; readonly key: string; readonly from: Severity; readonly now: Sighting }
  | { readonly kind: 'reopened'; readonly key: string; readonly now: Sighting }
  | {
      readonly kind: 'gone';
      readonly key: string;
      readonly severity: Severity;
      /** It did not count before, either. Missing if it did. */
      readonly suppressed?: true;
    }
  /** It is there, for the first time or again, and its target suppresses it: it does not count. */
  | { readonly kind: 'suppressed'; readonly key: string; readonly now: Sighting }
  /** Nobody can say whether it is still there: a tool that saw it did not look at its place. */
  | { readonly kind: 'not_observed'; readonly key: string }
  /** It is there again, and nobody had said that it was gone: it was not observed, or it counted until suppressed. */
  | { readonly kind: 'observed'; readonly key: string; readonly from: Severity; readonly now: Sighting };

/**
 * The changes of a scan on its line, in chunks of at most about 256 KB. A scan with the same findings as the one before
 * has none.
 */
export type FindingsCompared = Fact<
  'FindingsCompared',
  FindingsLine & {
    readonly sessionId: string;
    readonly scanId: string;
    /** Where the end of the scan stands in the log: scans are compared in this order. */
    readonly scanPosition: number;
    /** When the scan ended. */
    readonly at: string;
    /** A digest of the paths that the session was restricted to; empty if it was not. */
    readonly paths: string;
    readonly changes: readonly Change[];
    /** All of the scan is said with this chunk. */
    readonly last: boolean;
    /** How many findings the line has after the scan, in the last chunk. Missing in earlier events. */
    readonly totals?: readonly LineTotal[];
  }
>;

/** The line is gone for good, with the project that it belonged to. */
export type FindingsLineDeleted = Fact<
  'FindingsLineDeleted',
  {
    readonly lineId: string;
    readonly keys: readonly string[];
    /** The names of the sightings: see `sightingName`. Missing in earlier events. */
    readonly sightings?: readonly string[];
    /** In which something changed, as `2026-11`. */
    readonly months: readonly string[];
    /** As in FindingsDeleted; -1 if there was nothing. */
    readonly through: number;
  }
>;

export type FindingsLineEvent = FindingsCompared | FindingsLineDeleted;

export const lineStream = (lineId: string): string => `line-${lineId}`;

/**
 * The same for each scan of the same thing: a project or, without one, organization and target; the target; the branch.
 * @param scope see `triageScope`
 */
export const lineIdOf = (scope: string, target: string, branch: string | null): string =>
  `lin_${sha256Hex(JSON.stringify([scope, target, branch])).slice(0, 24)}`;

/** A tool's sighting of a defect, as FindingsLineDeleted names it. */
export const sightingName = ({ tool, fingerprint }: Sighting['seenBy'][number]): string => `${tool}/${fingerprint}`;
