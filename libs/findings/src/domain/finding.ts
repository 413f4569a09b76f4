import { type Fact, type FindingCategory, type Severity } from '@assay/kernel';
import type { RecordedFix } from './fixes/fix';
import type { RecordedTrace } from './trace';
import type { UnitsListed } from './units';

/** Where a finding's code stands, as it was when the target was analysed. */
export interface RecordedSnippet {
  /** The number of the first line, from 1. */
  readonly startLine: number;
  readonly highlightLine: number;
  readonly lines: readonly string[];
}

/** Why a finding does not count: its target says so, and the session honours that. */
export interface RecordedSuppression {
  /** A comment beside the finding, or a line of the target's `.assay/ignore`. */
  readonly kind: 'comment' | 'file';
  /** The justification that the target gives. */
  readonly reason: string;
  /** Where it says so: `src/a.ts:12`. */
  readonly place: string;
}

/** A comment by which the authors of the code switch such a finding of another linter off. The finding counts. */
export interface RecordedWaiver {
  /** The beginning of the comment: `eslint-disable-next-line`, `nosec`. */
  readonly directive: string;
  /** The line on which it begins, in the finding's file. */
  readonly line: number;
}

/** Why a finding matters less than its tool says. */
export interface RecordedLowering {
  /** The severity before. */
  readonly from: Severity;
  /** The tool that proved that no dangerous input reaches the place. */
  readonly by: string;
  readonly because: SafeReason;
}

/**
 * Why no dangerous input reaches a place: all values there are constants of the code, or were made safe on the way, or
 * all input that was followed there was checked before.
 */
export const SAFE_REASONS = ['constant', 'made-safe', 'checked'] as const;
export type SafeReason = (typeof SAFE_REASONS)[number];

/** Whether a finding, or the defect that it represents, does not count. */
export const isSuppressed = ({ suppression }: { readonly suppression?: unknown }): boolean => suppression !== undefined;

/** One finding of one tool, as recorded for ever. */
export interface RecordedFinding {
  /** `fnd_…`, the same whenever the same session records it again. */
  readonly id: string;
  /** The same in every scan in which the same defect stands in the same code. */
  readonly fingerprint: string;
  /** Findings of one session with the same group are one defect seen by several tools. */
  readonly group: string;
  readonly rule: string;
  /** Groups findings of a rule into one row. Missing if all findings of the rule form one row. */
  readonly cause?: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly category: FindingCategory;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly column: number | null;
  readonly snippet: RecordedSnippet | null;
  readonly suggestion: string;
  readonly cwe: string | null;
  /** The role of its file: `test`, `generated` and so on. Missing in the target's own code. */
  readonly role?: string;
  /** The unit that the tool examined, if that is not `file`: the name of a record of a page, an image or a build. */
  readonly unit?: string;
  /** Missing if its engine offers no safe fix, and in events of earlier releases. */
  readonly fix?: RecordedFix;
  /** Missing if its engine follows no data, and in events of earlier releases. */
  readonly trace?: RecordedTrace;
  /** Missing if it matters as much as its tool says. FindingsRecorded never has it: see FindingsLowered. */
  readonly lowering?: RecordedLowering;
  /** Missing if it counts, as it does unless the session honours suppressions. */
  readonly suppression?: RecordedSuppression;
  /** Missing if no comment is about it, and in events of earlier releases. */
  readonly waiver?: RecordedWaiver;
}

/** A batch of one tool's findings, at most about 256 KB. */
export type FindingsRecorded = Fact<
  'FindingsRecorded',
  {
    readonly sessionId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    /** The triage scope of the decisions about these findings; see `triageScope`. */
    readonly triageScope: string;
    readonly tool: string;
    readonly at: string;
    readonly findings: readonly RecordedFinding[];
  }
>;

/** The session's findings are gone for good, with the project that they belonged to. */
export type FindingsDeleted = Fact<
  'FindingsDeleted',
  {
    readonly sessionId: string;
    readonly findings: readonly string[];
    readonly groups: readonly string[];
    /**
     * All findings recorded up to this revision are named in this event or in an earlier one. Undefined in events from
     * before the naming could continue after a crash.
     */
    readonly through?: number;
  }
>;

/**
 * An attempt at an engine pass takes over the recording of these tools' findings from any earlier attempt. Sessions
 * from before several workers existed have no such event.
 */
export type RecordingBegan = Fact<
  'RecordingBegan',
  { readonly sessionId: string; readonly attempt: number; readonly tools: readonly string[]; readonly at: string }
>;

/**
 * The session settles: findings that arrive later are not recorded. Sessions from before several workers existed ended
 * without this event.
 */
export type FindingsClosed = Fact<'FindingsClosed', { readonly sessionId: string; readonly at: string }>;

/** Places that one tool proved to be safe for a weakness. Other tools' findings of that weakness there matter less. */
export type SafePlacesRecorded = Fact<
  'SafePlacesRecorded',
  {
    readonly sessionId: string;
    readonly tool: string;
    readonly at: string;
    readonly places: readonly RecordedSafePlace[];
  }
>;

export interface RecordedSafePlace {
  readonly file: string;
  readonly line: number;
  /** The name of the weakness, shared by all tools that see it. */
  readonly weakness: string;
  readonly because: SafeReason;
}

/**
 * Findings of other tools at places that a tool of the session proved to be safe: they get the lowest severity but stay
 * in the list. Decided once, when all findings are recorded, so the order of the tools makes no difference.
 */
export type FindingsLowered = Fact<
  'FindingsLowered',
  {
    readonly sessionId: string;
    readonly at: string;
    readonly to: Severity;
    readonly findings: readonly (RecordedLowering & { readonly id: string; readonly group: string })[];
  }
>;

/** The events of a session's stream of findings. */
export type FindingsEvent =
  | RecordingBegan
  | UnitsListed
  | SafePlacesRecorded
  | FindingsRecorded
  | FindingsClosed
  | FindingsLowered
  | FindingsDeleted;

export const findingsStream = (sessionId: string): string => `findings-${sessionId}`;

export const FINDING_STATUSES = ['open', 'resolved', 'false_positive', 'accepted'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];
