import type { TargetKind, ToolDefinition } from '../catalogue/tool';
import type { StagedFile } from '@assay/target-records';

/** For engines that judge what is *not* there: the copy need not be all that there is. */
export interface WholeTarget {
  readonly kind: TargetKind;
  /** Files and folders that were not copied, by their paths in the target; the first ones of each reason. */
  readonly leftOut: readonly string[];
}

/**
 * One run of an engine for several tools of one session. Everything in it is plain JSON: it crosses a process boundary.
 */
export interface EnginePass {
  readonly engine: string;
  readonly tools: readonly ToolDefinition[];
  /** The absolute path of the staged, filtered copy of the part that the tools read. Read only. */
  readonly root: string;
  /**
   * Where the tools read another part: the copy of the target's source, which says what of that part is still there.
   * Absolute.
   */
  readonly source?: string;
  /** The staged files that at least one of the tools looks at. */
  readonly files: readonly StagedFile[];
  /** An empty folder that the engine may write to; it is removed afterwards. */
  readonly scratch: string;
  /** Unknown where a pass is not part of a session: then the files are a package as it is published. */
  readonly target?: WholeTarget;
}

/** A finding as an engine saw it. What it means (severity, weakness, advice) is the tool definition's business. */
export interface RawFinding {
  /** The engine's rule name, a key of the tool's `rules`. */
  readonly rule: string;
  /** The `staged` path of the file; undefined for the target as a whole. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  /**
   * What of the target is meant where it is none of the staged files: an entry of an image, an address that a page
   * links to. Shown as the finding's file.
   */
  readonly place?: string;
  /**
   * The code that is meant where no line of a file holds it: the markup of an element, a header. Identifies the finding
   * in place of the message. Never a whole secret.
   */
  readonly excerpt?: string;
  /** The engine's words for this occurrence, plain text, one line. Never a whole secret: mask it. */
  readonly message: string;
  /** Overrides the rule's severity where the engine knows better for this occurrence. */
  readonly severity?: ToolDefinition['rules'][string]['severity'];
}

/** How an engine says what it found, as it finds it: a pass that is ended early keeps what was reported. */
export interface PassReporter {
  engine(name: string, version: string): void;
  finding(tool: string, finding: RawFinding): void;
  /**
   * A file that the engine could not look at (a syntax error, too deep): it is counted and listed, never silently
   * dropped.
   */
  unreadable(tool: string, file: string, reason: string): void;
  /** The tool has looked at everything it was given. */
  completed(tool: string, coverage: { filesChecked: number }): void;
  /** The tool broke; the other tools of the pass go on. */
  failed(tool: string, reason: string): void;
  skipped(tool: string, reason: string): void;
  progress(done: number, total: number): void;
  /**
   * The file that is looked at from now on: when the process dies, this one is blamed, left out and the rest repeated.
   * Worth saying by engines that judge one file at a time.
   */
  working?(file: string): void;
}

/**
 * How tools run. An adapter lives in `engines/<id>/<id>.engine.ts`, exports one `engine`, and is loaded only inside the
 * sandboxed child process. What is peculiar about the third-party engine is known there and nowhere else.
 */
export interface Engine {
  /** Throwing fails every tool of the pass that has not completed. */
  run(pass: EnginePass, report: PassReporter): Promise<void>;
}
