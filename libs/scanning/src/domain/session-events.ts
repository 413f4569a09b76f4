import {
  type BillingCategory,
  type Fact,
  type FactTypes,
  type FindingCategory,
  type Microcredits,
  type Severity,
  hasType,
} from '@assay/kernel';
import type { SessionDecisions } from './session-decisions';
import type { SessionTarget } from './session-target';

/** Facts about the target beyond the request, by its kind. They are shown, and no decision depends on them. */
export interface TargetFacts {
  readonly repository?: {
    readonly name: string;
    readonly branch: string;
    readonly commit: string;
    readonly committedAt: string | null;
  };
  readonly package?: { readonly name: string; readonly version: string; readonly integrity: string };
  readonly upload?: { readonly filename: string; readonly sha256: string };
  readonly image?: { readonly name: string; readonly digest: string };
  /** The names in a mobile build's own manifest, if they can be read. */
  readonly build?: { readonly kind: string; readonly identifier: string | null; readonly version: string | null };
  /** The pages that were visited, and the number of requests for each. */
  readonly site?: {
    readonly pages: readonly {
      readonly url: string;
      readonly finalUrl: string;
      readonly status: number;
      readonly fetches: number;
      readonly browserLoads: number;
      readonly lighthouseRuns: number;
    }[];
  };
}

/** The commits that a change has in common with the branch that it is to be merged into. */
export interface CommonCommits {
  /** The branch that the change is to be merged into. */
  readonly branch: string;
  /** The merge base and commits before it, the newest first; at most 256. */
  readonly commits: readonly string[];
  /** Why there are no common commits. */
  readonly unknown?: string;
}

/** Files of the target that are not simply its own code, and why. */
export interface FilesOfRole {
  /** `vendored`, `generated` and so on. */
  readonly role: string;
  /** The source of the role: `path`, `git`, `attributes` and so on. */
  readonly basis: string;
  /** They are read for secrets and licences only, and cost nothing. */
  readonly leftOut: boolean;
  readonly files: number;
  /** Lines of code. */
  readonly lines: number;
  /** The first places: folders, or files. */
  readonly first: readonly string[];
}

/** Files in a language that none of the tools knows. */
export interface UnseenCode {
  readonly language: string;
  readonly files: number;
  readonly lines: number;
  /** The first places. */
  readonly first: readonly string[];
}

/** The target's suppressions of findings in its own code, if they are honoured. */
export interface TargetSuppressed {
  /** Each suppression that has a reason, and what it names: a tool, a rule, `tool/rule`, or `*`. */
  readonly declared: readonly { readonly place: string; readonly names: string }[];
  /** Suppressions that are not honoured, and why; the first ones. */
  readonly notHonoured: readonly { readonly place: string; readonly reason: string }[];
  readonly notHonouredTotal: number;
}

/** Suppressions that cover no finding. */
export interface UnusedSuppressions {
  readonly total: number;
  /** The first ones. */
  readonly first: TargetSuppressed['declared'];
}

export interface PlannedTool {
  readonly id: string;
  readonly category: FindingCategory;
  readonly billing: BillingCategory;
  readonly engine: string;
}

/** The result of a tool's run. */
export interface ToolResult {
  readonly engine: { readonly name: string; readonly version: string } | null;
  /** How many rules the tool applied. */
  readonly rules: number;
  readonly filesChecked: number;
  /** Files that it could not read, and why; the first ones. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
  readonly unreadableTotal: number;
  /** More findings than are stored: `findingsCount` counts all. */
  readonly truncated: boolean;
  /**
   * How many findings of each severity are counted and not stored. Missing if all are stored, and in earlier events.
   */
  readonly notKept?: Readonly<Record<Severity, number>>;
  /** The tool ended early: the findings until then are kept. Missing if there are none. */
  readonly partial?: true;
  /** How many of the stored findings the target suppresses. Missing if there are none. */
  readonly suppressed?: number;
  readonly topFindings: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: Severity;
    readonly file: string | null;
    readonly line: number | null;
  }[];
}

/** The units that a completed tool really examined. */
export interface ToolCoverage {
  /** The digest of the listing of units: see UnitsListed in the session's stream of findings. */
  readonly listing: string;
  /** Which of the units in the listing the tool examined, by their numbers: see `indexSet`. */
  readonly examined: string;
  /** The engine judges units together: a scan of fewer units finds other things in the rest. */
  readonly together?: true;
}

export type ToolFailureReason = 'failed' | 'timed-out';
export type ToolSkipReason = 'skipped' | 'canceled';

export interface SessionFailure {
  readonly code: string;
  readonly message: string;
}

export interface SessionSummary {
  readonly totalFindings: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCategory: Readonly<Record<FindingCategory, number>>;
  /** Findings that the target suppresses, which nothing else counts. Missing if there are none. */
  readonly suppressed?: number;
  readonly toolsRun: number;
  readonly toolsSkipped: number;
  readonly toolsFailed: number;
}

export interface SessionRefund {
  readonly refunded: Microcredits;
  readonly toolsRefunded: readonly string[];
  readonly newBalance: Microcredits;
}

export interface SessionIntelligence {
  readonly summary: string;
  readonly priorities: readonly {
    readonly findingId: string;
    readonly title: string;
    readonly score: number;
    readonly reason: string;
  }[];
}

/** Every fact's `at` is strictly later than the previous one of the same session: clients poll by it with `since`. */
type Timed<Data> = { readonly at: string } & Data;

export type ScanStarted = Fact<
  'ScanStarted',
  Timed<{
    readonly sessionId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly startedBy: string;
    readonly target: SessionTarget;
    readonly tools: readonly PlannedTool[];
    /** Tools that the client requested by name: they are skipped with a reason in cases where others leave the plan. */
    readonly namedTools: readonly string[];
    readonly aiFeatures: readonly string[];
    /** Milliseconds per tool. */
    readonly timeout: number;
    readonly maxConcurrent: number;
    /** Roles whose files are not left out, or `all`. Missing if nothing was included. */
    readonly include?: readonly string[];
    /** The client's decisions about rules. Undefined if there are none: all rules count. */
    readonly decisions?: SessionDecisions;
    /** The automation that started it, and the firing. Missing if it was started otherwise. */
    readonly automation?: { readonly automationId: string; readonly historyId: string };
  }>
>;
/** The target waits before it is fetched; the reason is shown to clients. */
export type PreparationDelayed = Fact<'PreparationDelayed', Timed<{ readonly reason: string }>>;
export type TargetPrepared = Fact<
  'TargetPrepared',
  Timed<{
    readonly files: number;
    readonly bytes: number;
    /** Billed lines of code. */
    readonly lines: number;
    readonly languages: Readonly<Record<string, number>>;
    /** Files that were left out of the analysis; the first ones. */
    readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
    readonly leftOutTotal: number;
    /** Missing in events from before files had roles. */
    readonly roles?: readonly FilesOfRole[];
    /** Missing in earlier events, and if there is no such code. */
    readonly unseen?: readonly UnseenCode[];
    /** Missing if the target may suppress nothing. */
    readonly suppressions?: TargetSuppressed;
    /** Missing for a directory, about which the request says everything. */
    readonly target?: TargetFacts;
    /** Missing in earlier events, and if nothing is to be merged. */
    readonly common?: CommonCommits;
  }>
>;
export type PlanRefined = Fact<
  'PlanRefined',
  Timed<{ readonly removed: readonly { readonly tool: string; readonly reason: string }[] }>
>;
/** `attempt` counts the attempts at the session's passes: only a tool's latest one records its outcome. */
export type ToolStarted = Fact<'ToolStarted', Timed<{ readonly tool: string; readonly attempt: number }>>;
export type ToolCompleted = Fact<
  'ToolCompleted',
  Timed<{
    readonly tool: string;
    readonly duration: number;
    readonly findingsCount: number;
    readonly result: ToolResult;
    /**
     * Which units of the target the tool examined. Missing in earlier events, and for a tool that could not say for
     * each unit whether it examined it.
     */
    readonly coverage?: ToolCoverage;
    /** How many places it proved to be safe. Missing if there are none, and in earlier events. */
    readonly safePlaces?: number;
  }>
>;
export type ToolFailed = Fact<
  'ToolFailed',
  Timed<{
    readonly tool: string;
    readonly duration: number;
    readonly findingsCount: number;
    readonly reason: ToolFailureReason;
    readonly message: string;
    readonly result: ToolResult;
    /**
     * Whose target it was, as a digest: circuit breakers count by it. Missing if the failure says nothing about the
     * tool.
     */
    readonly subject?: { readonly organizationId: string; readonly target: string };
  }>
>;
export type ToolSkipped = Fact<
  'ToolSkipped',
  Timed<{
    readonly tool: string;
    readonly reason: ToolSkipReason;
    readonly message: string;
    /**
     * The tool was not requested by name, and it had no vulnerability database for the target: it is shown and
     * refunded, and no verdict waits for it. Missing otherwise, whatever else a tool lacks.
     */
    readonly excused?: true;
  }>
>;

/** The end of a tool: the stream has one of these for each tool that stays in the plan. */
export type ToolEnd = ToolCompleted | ToolFailed | ToolSkipped;
const TOOL_ENDS: FactTypes<ToolEnd> = { ToolCompleted: true, ToolFailed: true, ToolSkipped: true };

export const isToolEnd = <Event extends Fact>(event: Event): event is Event & ToolEnd => hasType(TOOL_ENDS, event.type);

export type ScanCancelRequested = Fact<'ScanCancelRequested', Timed<{ readonly by: string }>>;

/** The outcomes of the tools are final, and so is the reason for a failure, if any: the refund and the end follow. */
export type SettlementBegan = Fact<'SettlementBegan', Timed<{ readonly failure: SessionFailure | null }>>;

type EndData = {
  readonly summary: SessionSummary;
  readonly refund: SessionRefund;
  /**
   * The results of the charged AI features; null if none were bought, or if no tool completed and they were refunded.
   */
  readonly intelligence: SessionIntelligence | null;
  /** Missing if there are none, and if tools that could have used them are missing, or were not requested. */
  readonly unusedSuppressions?: UnusedSuppressions;
};
export type ScanCompleted = Fact<'ScanCompleted', Timed<EndData & { readonly status: 'completed' | 'partial' }>>;
export type ScanFailed = Fact<'ScanFailed', Timed<EndData & { readonly error: SessionFailure }>>;
export type ScanCanceled = Fact<'ScanCanceled', Timed<EndData>>;
/** The end of a session that has started. */
export type SessionEnd = ScanCompleted | ScanFailed | ScanCanceled;
export const ENDINGS: FactTypes<SessionEnd> = { ScanCompleted: true, ScanFailed: true, ScanCanceled: true };

export const isEnding = <Event extends Fact>(event: Event): event is Event & SessionEnd => hasType(ENDINGS, event.type);

/** The session was charged but never started; this closes the stream so that it cannot start any longer. */
export type ScanAbandoned = Fact<'ScanAbandoned', Timed<{ readonly reason: string }>>;

/**
 * The session and its findings are deleted for good, with its project. The event names the automation that started it,
 * if any, because a firing may still wait for its end.
 */
export type SessionDeleted = Fact<
  'SessionDeleted',
  Timed<{ readonly started?: Pick<ScanStarted['data'], 'sessionId' | 'scanId' | 'automation'> }>
>;

export type SessionEvent =
  | ScanStarted
  | PreparationDelayed
  | TargetPrepared
  | PlanRefined
  | ToolStarted
  | ToolCompleted
  | ToolFailed
  | ToolSkipped
  | ScanCancelRequested
  | SettlementBegan
  | SessionEnd
  | ScanAbandoned
  | SessionDeleted;

export const SESSION_EVENTS: FactTypes<SessionEvent> = {
  ScanStarted: true,
  PreparationDelayed: true,
  TargetPrepared: true,
  PlanRefined: true,
  ToolStarted: true,
  ...TOOL_ENDS,
  ScanCancelRequested: true,
  SettlementBegan: true,
  ...ENDINGS,
  ScanAbandoned: true,
  SessionDeleted: true,
};

export const sessionStream = (sessionId: string): string => `session-${sessionId}`;
