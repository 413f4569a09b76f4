import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { RawFinding } from '../engine';
import { ruleOf } from './oxlint.config';

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface FindingInFile extends RawFinding {
  readonly file: string;
  /** The earlier one of two places that a rule names. */
  readonly earlier?: Place;
}

export interface OxlintOutput {
  readonly findings: readonly FindingInFile[];
  /** The first reason for each file that was not linted, by its staged path. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** The number of files that oxlint opened; undefined if it ended while writing, or wrote something else. */
  readonly opened: number | undefined;
}

interface Diagnostic {
  readonly message: string;
  readonly code?: string;
  readonly filename?: string;
  readonly labels: readonly { readonly span: Place }[];
}

/**
 * These rules report two places: first the earlier one, which is correct, and last the one to change. ESLint reports
 * the latter too.
 */
const REPORTED_AT_LAST: ReadonlySet<string> = new Set([
  'grouped-accessor-pairs',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-duplicate-case',
  'no-func-assign',
  'no-import-assign',
  'no-label-var',
  'no-redeclare',
  'typescript/no-duplicate-enum-values',
]);

const START = '{ "diagnostics": [';

/**
 * Reads the output of `--format json` as a stream. Oxlint writes one diagnostic per line, and a hostile file can cause
 * hundreds of thousands of them.
 * @param root the staging root with its final `/`, because oxlint reports files by their absolute paths
 */
export async function readOutput(path: string, root: string): Promise<OxlintOutput> {
  const findings: FindingInFile[] = [];
  const unreadable = new Map<string, string>();
  let opened: number | undefined;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    const count = /^\s*"number_of_files": (\d+)/.exec(line)?.[1];
    if (count !== undefined) opened = Number(count);
    const diagnostic = parseLine(line);
    if (!diagnostic) continue;
    const { code, labels } = diagnostic;
    const file = fileOf(diagnostic, root);
    const message = diagnostic.message.replaceAll(root, ''); // the path of the copy must not be shown
    if (file === undefined) throw new Error(`oxlint: ${message}`);
    const rule = ruleOf(code);
    const isOfTwo = rule !== undefined && REPORTED_AT_LAST.has(rule) && labels.length > 1;
    const span = (isOfTwo ? labels.at(-1) : labels[0])?.span;
    if (rule === undefined) {
      if (!unreadable.has(file)) unreadable.set(file, span ? `line ${span.line}: ${message}` : message);
    } else {
      const earlier = isOfTwo ? labels[0]?.span : undefined;
      findings.push({
        rule,
        file,
        message,
        ...(span && { line: span.line, column: span.column }),
        ...(earlier && { earlier }),
      });
    }
  }
  return { findings: findings.filter(({ file }) => !unreadable.has(file)).sort(byPlace), unreadable, opened };
}

function parseLine(line: string): Diagnostic | undefined {
  const text = line.startsWith(START) ? line.slice(START.length) : line;
  if (!text.startsWith('{')) return undefined;
  return JSON.parse(text.replace(/(?:\],|,)$/, '')) as Diagnostic;
}

function fileOf({ filename, message }: Diagnostic, root: string): string | undefined {
  // Only the message names a file that is not UTF-8.
  const path = filename ?? /^Failed to open file (.+) with error /.exec(message)?.[1];
  return path?.startsWith(root) ? path.slice(root.length) : undefined;
}

/** Sorts the findings, because Oxlint's threads finish in any order. */
const byPlace = (a: RawFinding, b: RawFinding) =>
  compare(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.rule, b.rule) ||
  compare(a.message, b.message);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
