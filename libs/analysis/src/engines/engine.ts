import type { Ecosystem } from '@assay/advisories';
import type { TargetKind, ToolDefinition } from '../catalogue/tool';
import type { StagedFile } from '@assay/target-records';

/** For engines that judge what is missing: the staged copy may lack files that the target has. */
export interface WholeTarget {
  readonly kind: TargetKind;
  /** Paths in the target of files and folders that were not copied: the first ones of each reason. */
  readonly leftOut: readonly string[];
  /** `owner/name` of the repository that it was fetched or cloned from, in the target's own words for a clone. */
  readonly repository?: string;
}

/**
 * One run of an engine for several tools of one session. It is plain JSON, because it crosses a process boundary.
 */
export interface EnginePass {
  readonly engine: string;
  readonly tools: readonly ToolDefinition[];
  /** The absolute path of the staged copy of the part that the tools read. It is read-only. */
  readonly root: string;
  /**
   * If the tools read another part: the absolute path of the copy of the target's source, which shows what of that part
   * still exists.
   */
  readonly source?: string;
  /** The staged files that at least one of the tools looks at. */
  readonly files: readonly StagedFile[];
  /** An empty folder that the engine may write to; it is removed afterwards. */
  readonly scratch: string;
  /** The folder of the databases of known holes, for engines that look packages up; undefined if there is none. */
  readonly advisories?: string;
  /** The paths of the programs that the engine needs, by their names. Missing: it needs none. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Whether engines that read lists of packages tell what is in them instead of judging it. */
  readonly listsPackages?: true;
  /** Undefined if the pass is not part of a session. The files are then a published package. */
  readonly target?: WholeTarget;
}

/** A finding as the engine reported it. The tool's definition adds its meaning: severity, weakness and advice. */
export interface RawFinding {
  /** The engine's rule name, a key of the tool's `rules`. */
  readonly rule: string;
  /** The `staged` path of the file; undefined for the target as a whole. */
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  /**
   * The place in the target if it is not a staged file: an entry of an image, or an address that a page links to. It is
   * shown as the finding's file.
   */
  readonly place?: string;
  /**
   * The code of the finding if it is not on a line of a file: the markup of an element, or a header. It identifies the
   * finding instead of the message. It must never contain a whole secret.
   */
  readonly excerpt?: string;
  /**
   * What the finding is about, where several findings are about different things on one line: a package with its
   * version and the name of a hole. It identifies the finding instead of the code around the line.
   */
  readonly subject?: string;
  /**
   * What findings of the rule have in common that are fixed at once: the host of a registry, a link that is dead on
   * many pages. They are one row in lists. Default: all findings of a rule are one row.
   */
  readonly cause?: string;
  /** The engine's message for this occurrence: one line of plain text. Secrets in it must be masked. */
  readonly message: string;
  /** Overrides the rule's severity if the engine knows it better for this occurrence. */
  readonly severity?: ToolDefinition['rules'][string]['severity'];
  /** A change of the file that the engine calls safe: the code does the same after it. */
  readonly fix?: RawFix;
  /** How what comes in from outside gets to the finding's place, where the engine followed it. */
  readonly trace?: RawTrace;
  /** Where the secret stands that the finding is about. It is shown to nobody. */
  readonly hidden?: readonly HiddenRange[];
  /**
   * The same finding at its other places: the engine reports it once. It is shown at the most severe place that counts
   * and that nothing in the target suppresses.
   */
  readonly elsewhere?: readonly RawFinding[];
}

/** The most other places of one finding. */
export const MOST_ELSEWHERE = 499;

/** A part of one line of the finding's file. */
export interface HiddenRange {
  /** Counted from 1. */
  readonly line: number;
  /** UTF-16 code units from the beginning of the line, counted from 0; the end is not part of it. */
  readonly start: number;
  readonly end: number;
}

/** The steps in their order: the first is where it comes in, the last is the finding's place. */
export interface RawTrace {
  readonly steps: readonly RawTraceStep[];
}

/** The kinds of steps in their order: one `source`, what hands it on, one `sink`. */
export const TRACE_STEP_KINDS = ['source', 'propagation', 'sink'] as const;
export type TraceStepKind = (typeof TRACE_STEP_KINDS)[number];

export interface RawTraceStep {
  readonly kind: TraceStepKind;
  /** The `staged` path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column?: number;
  /** What happens there, in plain words: `stored in q`. One line of plain text. */
  readonly text: string;
  /** How many steps between the one before and this one are left out. Missing: none. */
  readonly leftOut?: number;
}

/** The edits of one fix belong together: some of them alone would break the file. */
export interface RawFix {
  /** In the order of their places, of which none overlaps another. */
  readonly edits: readonly RawEdit[];
}

/** Positions are UTF-16 code units, counted from 0 at the beginning of the text without its byte order mark. */
export interface RawEdit {
  readonly start: number;
  readonly end: number;
  /** What the engine saw between them. If the file itself has something else, there is no fix. */
  readonly before: string;
  /** What stands there afterwards. */
  readonly text: string;
}

/** One package of a lockfile, or of what a system has installed. */
export interface ListedPackage {
  /** Tells it from the others of its list. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Counted from 1; undefined if the list has no lines of its own. */
  readonly line?: number;
  /** Keys of what it needs; a key that the list does not have means nothing. */
  readonly needs: readonly string[];
  /** Whether the project itself asks for it. */
  readonly isDirect: boolean;
  readonly forDevelopment: boolean;
  /** The names from what the project asks for down to the package; undefined if the list does not say. */
  readonly path?: readonly string[];
  /** As the list writes it: an SPDX expression, or any words. */
  readonly licence?: string;
  /** What a system's package was built for. */
  readonly architecture?: string;
  /** The source that a system's package was built from, `openssl@3.0.11-1`, where that is another name. */
  readonly builtFrom?: string;
}

/** A part of what one list of packages has. */
export interface ListedPackages {
  /** The `staged` path. */
  readonly file: string;
  /** The list's own place, where that is no staged file: `var/lib/dpkg/status`. */
  readonly place?: string;
  readonly ecosystem: Ecosystem;
  readonly packages: readonly ListedPackage[];
  /** What the list says nothing about. */
  readonly leftOut?: string;
}

/** Why nothing from outside can cause harm at a place. */
export const SAFE_BECAUSE = ['constant', 'made-safe'] as const;

/**
 * What an engine says of a place at which others may suspect a weakness: whatever comes in, nothing dangerous gets
 * there. It says so only of what it has followed in every way; of all else it says nothing.
 */
export interface SafePlace {
  /** The engine's name of the weakness, a key of the tool's `rules`. */
  readonly rule: string;
  /** The `staged` path. */
  readonly file: string;
  /** Counted from 1. It holds for all that begins in the line. */
  readonly line: number;
  /** All that gets there stands in the code, or what does not was made safe for the weakness on its way. */
  readonly because: (typeof SAFE_BECAUSE)[number];
}

/** Why a tool is skipped that nobody is to blame for: there is no database of known holes of what the target has. */
export type SkipCause = 'no-database';

/** Receives an engine's findings one by one. If a pass ends early, the findings that were reported are kept. */
export interface PassReporter {
  engine(name: string, version: string): void;
  finding(tool: string, finding: RawFinding): void;
  /**
   * Reports a file that the engine could not analyse (a syntax error, too deep nesting). It is counted and listed, and
   * never silently dropped.
   */
  unreadable(tool: string, file: string, reason: string): void;
  /** Reports that the tool has analysed everything. */
  completed(tool: string, coverage: { filesChecked: number }): void;
  /** Reports that the tool has failed. The other tools of the pass continue. */
  failed(tool: string, reason: string): void;
  /**
   * Reports that the tool cannot judge the target here.
   * @param cause only where the operator may bring what it lacks: the tool is then excused. Default: it is missed.
   */
  skipped(tool: string, reason: string, cause?: SkipCause): void;
  progress(done: number, total: number): void;
  /** Reports a place that is safe: findings of other tools with the same weakness there matter less. */
  safe?(tool: string, place: SafePlace): void;
  /** Reports packages, in a pass that lists them. Later ones of a list are added to earlier ones. */
  packages?(listed: ListedPackages): void;
  /**
   * Reports the file that the engine analyses now. If the process dies, this file is left out, and the pass is repeated
   * without it. Engines that judge one file at a time should call this.
   */
  working?(file: string): void;
}

/**
 * An adapter of a third-party or own analyser. It lies in `engines/<id>/<id>.engine.ts`, exports one `engine`, and is
 * loaded only inside the sandboxed child process. No other code knows the peculiarities of the analyser.
 */
export interface Engine {
  /** Throwing fails every tool of the pass that has not completed. */
  run(pass: EnginePass, report: PassReporter): Promise<void>;
}
