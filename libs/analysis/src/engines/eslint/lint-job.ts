import type { ToolDefinition } from '../../catalogue/tool';
import type { FileKind } from './file-kind';

/** What a worker needs before its first file. */
export interface WorkerSetup {
  readonly tools: readonly ToolDefinition[];
  /** The kinds of file that it may be sent. */
  readonly kinds: readonly FileKind[];
}

/** Sent to a worker that goes on with another pass. */
export interface NextSetup {
  readonly setup: WorkerSetup;
}

/** One file to lint. */
export interface LintJob {
  /** Its place in the order of results, from 0. */
  readonly index: number;
  /** Absolute. */
  readonly path: string;
  readonly staged: string;
  readonly kind: FileKind;
  /** The ids of the tools that look at it. */
  readonly tools: readonly string[];
}

export interface LintFinding {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly message: string;
}

/** All that one file gave, for all tools of the pass. */
export interface FileReport {
  readonly index: number;
  readonly findings: readonly LintFinding[];
  /** Why nothing was looked at. */
  readonly unreadable?: string;
  /** Where the parser gave up, if that is why. */
  readonly syntaxError?: { readonly line: number; readonly column: number; readonly message: string };
  /** Rules that threw on this file. The findings are those of the others. */
  readonly brokenRules: readonly { readonly rule: string; readonly reason: string }[];
}

export type WorkerMessage =
  /** Plugins are loaded. `unavailable`: rules that the installed plugins do not have, and why. */
  | { readonly kind: 'ready'; readonly unavailable: readonly { readonly rule: string; readonly reason: string }[] }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'linted'; readonly report: FileReport };

/**
 * The rule under which a tool lists files that are not what their name says; only tools that judge a data format have
 * it.
 */
export const SYNTAX_RULE = 'parse-error';
