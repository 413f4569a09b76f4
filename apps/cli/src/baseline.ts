import { type FindingView, type MatchableFinding, matchFindings } from '@assay/findings';
import { SEVERITIES, type Severity, messageOf } from '@assay/kernel';
import { notKeptOf } from '@assay/scanning';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed } from './exit-status';
import type { LocalScanResult } from './local-scan';

/** What was found before. */
export interface Baseline {
  readonly file: string;
  readonly findings: readonly MatchableFinding[];
}

/** How a result compares with one of before. */
export interface Comparison {
  readonly file: string;
  /** Findings of before that are there still. */
  readonly known: readonly FindingView[];
}

/** What a baseline must hold: a result of `--format json`, which may have had a baseline itself. */
interface StoredResult {
  readonly findings: readonly StoredFinding[];
  readonly baseline?: { readonly known: readonly string[]; readonly findings?: readonly StoredFinding[] };
}

/** Nothing but the fingerprint is needed; what else there is makes a finding known after more edits. */
type StoredFinding = Partial<MatchableFinding> & Pick<MatchableFinding, 'fingerprint'>;

/** @throws CommandFailed where the file cannot be read, or is no result */
export async function baselineIn(file: string): Promise<Baseline> {
  let stored: unknown;
  try {
    stored = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailed(`the baseline ${file} cannot be read: ${messageOf(error)}`);
  }
  if (!isResult(stored))
    throw new CommandFailed(
      `the baseline ${file} is no result of assay: write one with assay scan … --format json --output ${file}`,
    );
  const { findings, baseline } = stored;
  const known = baseline?.findings ?? (baseline?.known ?? []).map((fingerprint) => ({ fingerprint }));
  return { file, findings: [...findings, ...known].map(matchable) };
}

const matchable = ({ fingerprint, ...parts }: StoredFinding): MatchableFinding => ({
  tool: textIn(parts.tool) ?? '',
  rule: textIn(parts.rule) ?? '',
  fingerprint,
  file: textIn(parts.file),
  line: typeof parts.line === 'number' ? parts.line : null,
  code: textIn(parts.code),
  title: textIn(parts.title) ?? '',
  description: textIn(parts.description) ?? '',
  duplicates: (Array.isArray(parts.duplicates) ? parts.duplicates : []).filter(isRule),
});

/** A file that somebody wrote by hand may hold anything. */
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isRule = (value: unknown): value is { tool: string; rule: string } => {
  const { tool, rule } = (value ?? {}) as { tool?: unknown; rule?: unknown };
  return typeof tool === 'string' && typeof rule === 'string';
};

function isResult(stored: unknown): stored is StoredResult {
  const { findings, baseline } = (stored ?? {}) as Partial<StoredResult>;
  const isText = (value: unknown) => typeof value === 'string';
  const areFindings = (list: unknown) =>
    Array.isArray(list) &&
    list.every((finding: unknown) => isText((finding as { fingerprint?: unknown } | null)?.fingerprint));
  return (
    areFindings(findings) &&
    (baseline === undefined ||
      (Array.isArray(baseline?.known) &&
        baseline.known.every(isText) &&
        (baseline.findings === undefined || areFindings(baseline.findings))))
  );
}

/** The result with the findings that are new, beside those that are not. */
export function comparedWith(baseline: Baseline | undefined, result: LocalScanResult): LocalScanResult {
  if (baseline === undefined) return result;
  const { matched, fresh } = matchFindings(baseline.findings, result.findings, { isGone: goneFrom(result) });
  const isNew = new Set(fresh);
  const known = new Set(matched.map(([, finding]) => finding));
  return {
    ...result,
    findings: result.findings.filter((finding) => isNew.has(finding)),
    comparison: { file: baseline.file, known: result.findings.filter((finding) => known.has(finding)) },
  };
}

/** Of a directory it is known which files are there no more. Elsewhere a file that has moved counts as new. */
const goneFrom =
  ({ session: { target } }: LocalScanResult) =>
  (file: string): boolean =>
    target.kind === 'directory' && !existsSync(join(target.directory, file));

/** What a gate judges: all that was found, or what is new. What is not kept cannot be compared: it counts as new. */
export function judgedCounts({
  session,
  findings,
  comparison,
}: Pick<LocalScanResult, 'session' | 'findings' | 'comparison'>): Readonly<Record<Severity, number>> {
  if (comparison === undefined) return session.summary!.bySeverity;
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const { severity } of findings) counts[severity] += 1;
  for (const { bySeverity } of notKeptOf(Object.values(session.toolReports)))
    for (const severity of SEVERITIES) counts[severity] += bySeverity[severity];
  return counts;
}
