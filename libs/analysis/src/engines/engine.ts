import type { Ecosystem } from '@assay/advisories';
import type { TargetKind, ToolDefinition } from '../catalogue/tool';
import type { StagedFile } from '@assay/target-records';

/** For engines that judge what is missing: the staged copy may lack files that the target has. */
export interface WholeTarget {
  readonly kind: TargetKind;
  /** Paths in the target of files and folders that were not copied: the first ones of each reason. */
  readonly leftOut: readonly string[];
  /** `owner/name` of the repository of origin. A clone states it itself. */
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
   * If the tools read another part: the absolute path of the copy of the target's source, which shows what still exists
   * there.
   */
  readonly source?: string;
  /** The staged files that at least one of the tools looks at. */
  readonly files: readonly StagedFile[];
  /** An empty folder that the engine may write to; it is removed afterwards. */
  readonly scratch: string;
  /**
   * The folder of the databases of known vulnerabilities, for engines that look packages up; undefined if there is
   * none.
   */
  readonly advisories?: string;
  /** The paths of the programs that the engine needs, by their names. Absent: it needs none. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Whether engines that read package lists report their content instead of judging it. */
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
   * The subject of the finding, if several findings on one line have different ones: a package with its version and the
   * id of a vulnerability. It identifies the finding instead of the code around the line.
   */
  readonly subject?: string;
  /**
   * The common cause of several findings of the rule, which one fix removes: the host of a registry, a link that is
   * dead on many pages. They are one row in lists. Default: all findings of a rule are one row.
   */
  readonly cause?: string;
  /** The engine's message for this occurrence: one line of plain text. Secrets in it must be masked. */
  readonly message: string;
  /** Overrides the rule's severity if the engine knows it better for this occurrence. */
  readonly severity?: ToolDefinition['rules'][string]['severity'];
  /** A change of the file that the engine calls safe: it does not change the behaviour of the code. */
  readonly fix?: RawFix;
  /** The way of input from outside to the finding's place, if the engine followed it. */
  readonly trace?: RawTrace;
  /** The range of the secret that the finding is about. It is never shown. */
  readonly hidden?: readonly HiddenRange[];
  /**
   * The same finding at its other places: the engine reports it once. It is shown at the most severe place that counts
   * and that nothing in the target suppresses.
   */
  readonly elsewhere?: readonly RawFinding[];
}

/** The maximum number of other places of one finding. */
export const MOST_ELSEWHERE = 499;

/** A part of one line of the finding's file. */
export interface HiddenRange {
  /** Counted from 1. */
  readonly line: number;
  /** UTF-16 code units from the beginning of the line, counted from 0; the end is not part of it. */
  readonly start: number;
  readonly end: number;
}

/** The steps in order: the first is where the input enters, the last is the finding's place. */
export interface RawTrace {
  readonly steps: readonly RawTraceStep[];
}

/** The kinds of steps in order: one `source`, any `propagation`, one `sink`. */
export const TRACE_STEP_KINDS = ['source', 'propagation', 'sink'] as const;
export type TraceStepKind = (typeof TRACE_STEP_KINDS)[number];

export interface RawTraceStep {
  readonly kind: TraceStepKind;
  /** The `staged` path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column?: number;
  /** The event at this step in plain words: `stored in q`. One line of plain text. */
  readonly text: string;
  /** The number of steps left out between the previous one and this one. Absent: none. */
  readonly leftOut?: number;
}

/** The edits of one fix. They are applied together, because some of them alone would break the file. */
export interface RawFix {
  /** In the order of their positions, without overlaps. */
  readonly edits: readonly RawEdit[];
}

/** Positions are UTF-16 code units, counted from 0 at the beginning of the text without its byte order mark. */
export interface RawEdit {
  readonly start: number;
  readonly end: number;
  /** The text that the engine read there. If the file has another text, there is no fix. */
  readonly before: string;
  /** The replacement. */
  readonly text: string;
}

/** One package of a lockfile or of an installed system. */
export interface ListedPackage {
  /** Identifies the package within its list. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Counted from 1; undefined if the list has no lines of its own. */
  readonly line?: number;
  /** Keys of its dependencies. A key that the list does not have is ignored. */
  readonly needs: readonly string[];
  /** Whether it is a direct dependency of the project. */
  readonly isDirect: boolean;
  readonly forDevelopment: boolean;
  /** The names from a direct dependency down to the package; undefined if the list does not say. */
  readonly path?: readonly string[];
  /** As the list writes it: an SPDX expression, or any text. */
  readonly licence?: string;
  /** The architecture that a system's package was built for. */
  readonly architecture?: string;
  /** The source that a system's package was built from, `openssl@3.0.11-1`, if it has another name. */
  readonly builtFrom?: string;
}

/** A part of one list of packages. */
export interface ListedPackages {
  /** The `staged` path. */
  readonly file: string;
  /** The list's own place, if that is no staged file: `var/lib/dpkg/status`. */
  readonly place?: string;
  readonly ecosystem: Ecosystem;
  readonly packages: readonly ListedPackage[];
  /** The parts that the list has no data about. */
  readonly leftOut?: string;
}

/** The reasons why input from outside can cause no harm at a place. */
export const SAFE_BECAUSE = ['constant', 'made-safe', 'checked'] as const;

/**
 * A place where other tools may suspect a weakness, but no dangerous input arrives. An engine reports only places that
 * it has followed on every path.
 */
export interface SafePlace {
  /** The engine's name of the weakness, a key of the tool's `rules`. */
  readonly rule: string;
  /** The `staged` path. */
  readonly file: string;
  /** Counted from 1. It holds for all code that begins in the line. */
  readonly line: number;
  /**
   * Every value there is a constant of the code, or was sanitized for the weakness on its way. `checked`: so was all
   * input that was followed there, while other code may call the function with other values.
   */
  readonly because: (typeof SAFE_BECAUSE)[number];
}

/**
 * The cause of a skip that nobody is to blame for: there is no database of known vulnerabilities for the target's
 * packages.
 */
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
   * @param cause only if the operator can supply what is missing: the tool is then excused. Default: it counts as
   * missed.
   */
  skipped(tool: string, reason: string, cause?: SkipCause): void;
  progress(done: number, total: number): void;
  /** Reports a safe place: findings of other tools with the same weakness there become milder. */
  safe?(tool: string, place: SafePlace): void;
  /** Reports packages, in a pass that lists them. Later parts of a list are added to earlier ones. */
  packages?(listed: ListedPackages): void;
  /**
   * Reports the file that the engine analyses now. If the process dies, this file is left out, and the pass is repeated
   * without it. Engines that judge one file at a time should call this.
   */
  working?(file: string): void;
}

/**
 * An adapter of an analyser, third-party or our own. It is in `engines/<id>/<id>.engine.ts`, exports one `engine`, and
 * is loaded only inside the sandboxed child process. No other code knows the peculiarities of the analyser.
 */
export interface Engine {
  /** Throwing fails every tool of the pass that has not completed. */
  run(pass: EnginePass, report: PassReporter): Promise<void>;
}
