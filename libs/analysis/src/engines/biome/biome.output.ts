import type { RawFinding } from '../engine';
import type { StagedFile } from '@assay/target-records';

export interface Lint {
  readonly findings: readonly (RawFinding & { readonly file: string })[];
  /** The first reason for each file that was not linted, by its staged path. */
  readonly unreadable: ReadonlyMap<string, string>;
}

interface Diagnostic {
  readonly category: string | null;
  readonly severity: string;
  readonly message: string;
  readonly location: { readonly path: string | null; readonly start?: Position; readonly end?: Position } | null;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Reads the output of the JSON reporter. Findings of a file with a syntax error are left out, because they depend on
 * Biome's guess at the code.
 * @param files the files by the path that Biome reports
 * @throws SyntaxError if the output is not JSON, Error if a diagnostic belongs to no file
 */
export function readOutput(json: string, files: ReadonlyMap<string, StagedFile>): Lint {
  const { diagnostics } = JSON.parse(json) as { diagnostics: readonly Diagnostic[] };
  const findings: (RawFinding & { file: string })[] = [];
  const unreadable = new Map<string, string>();
  for (const { category, severity, message, location } of diagnostics) {
    if (category?.startsWith('suppressions/')) continue;
    const file = files.get(location?.path ?? '')?.staged;
    if (file === undefined) throw new Error(`biome: ${message || category}`);
    const rule = /^lint\/(.+\/.+)$/.exec(category ?? '')?.[1];
    const { start, end } = location!;
    if (rule !== undefined)
      findings.push({
        rule,
        file,
        message,
        ...(start && { line: start.line, column: start.column }),
        ...(end && { endLine: end.line }),
      });
    else if (severity === 'error' && !unreadable.has(file))
      unreadable.set(file, `${category === 'parse' && start ? `line ${start.line}: ` : ''}${message}`);
  }
  return { findings: findings.filter(({ file }) => !unreadable.has(file)).sort(byPlace), unreadable };
}

/** Sorts the findings, because Biome's threads finish in any order. */
const byPlace = (a: RawFinding, b: RawFinding) =>
  compare(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.rule, b.rule) ||
  compare(a.message, b.message);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
