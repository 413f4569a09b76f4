import type { Severity } from '@assay/kernel';
import type { ToolDefinition } from '../../catalogue/tool';
import type { RawFix } from '../engine';
import type { FileKind } from './file-kind';
import type { UnavailableRule } from './plugins';

/** The setup of a worker, sent before its first file. */
export interface WorkerSetup {
  readonly tools: readonly ToolDefinition[];
  /** The memory in which the worker writes the running rule. */
  readonly running: SharedArrayBuffer;
}

/** The message to a worker that continues with another pass. */
export interface NextSetup {
  readonly setup: Pick<WorkerSetup, 'tools'>;
}

/** One file to lint. */
export interface LintJob {
  /** The position in the order of results, counted from 0. */
  readonly index: number;
  /** The absolute path. */
  readonly path: string;
  readonly staged: string;
  readonly kind: FileKind;
  /** The ids of the tools that analyse it. */
  readonly tools: readonly string[];
  /** Rules that took too long on this or an earlier file. */
  readonly withoutRules?: readonly string[];
  /** Whether its rules record when they run. That costs a twentieth of the time. */
  readonly watched?: boolean;
}

export interface LintFinding {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly message: string;
  /** The severity at this place, if it differs from the rule's. */
  readonly severity?: Severity;
  readonly fix?: RawFix;
}

export interface BrokenRule {
  readonly rule: string;
  /** The fault, such as `took longer than 30 s`. */
  readonly reason: string;
}

/** The results of one file for all tools of the pass. */
export interface FileReport {
  readonly index: number;
  readonly findings: readonly LintFinding[];
  /** Why the file was not analysed. */
  readonly unreadable?: string;
  /** The position where the parser failed, if that is the reason. */
  readonly syntaxError?: { readonly line: number; readonly column: number; readonly message: string };
  /** Rules that did not judge this file. The findings come from the other rules. */
  readonly brokenRules: readonly BrokenRule[];
  /** Rules that the file needed, and that the installed plugins do not have. */
  readonly unavailable?: readonly UnavailableRule[];
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly reason: string }
  /** Plugins and parsers for the file are loaded. From now on, the time that it takes is its own. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'linted'; readonly report: FileReport };

/**
 * The rule that reports files with syntax errors. Only tools for a data format have it.
 */
export const SYNTAX_RULE = 'parse-error';
/**
 * The rule for duplicate keys, which the YAML parser calls a syntax error. Most other parsers accept them: the last
 * value counts.
 */
export const TWICE_RULE = 'duplicate-key';
