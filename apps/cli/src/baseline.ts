import type { FindingView } from '@assay/findings';
import { SEVERITIES, type Severity, messageOf } from '@assay/kernel';
import { notKeptOf } from '@assay/scanning';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from './exit-status';
import type { LocalScanResult } from './local-scan';

/** What was found before, by fingerprint: it is the same however lines have moved since. */
export interface Baseline {
  readonly file: string;
  readonly fingerprints: ReadonlySet<string>;
}

/** How a result compares with one of before. */
export interface Comparison {
  readonly file: string;
  /** Findings of before that are there still. */
  readonly known: readonly FindingView[];
}

/** What a baseline must hold: a result of `--format json`, which may have had a baseline itself. */
interface StoredResult {
  readonly findings: readonly { readonly fingerprint: string }[];
  readonly baseline?: { readonly known: readonly string[] };
}

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
  return {
    file,
    fingerprints: new Set([...findings.map(({ fingerprint }) => fingerprint), ...(baseline?.known ?? [])]),
  };
}

function isResult(stored: unknown): stored is StoredResult {
  const { findings, baseline } = (stored ?? {}) as Partial<StoredResult>;
  const isText = (value: unknown) => typeof value === 'string';
  return (
    Array.isArray(findings) &&
    findings.every((finding: unknown) => isText((finding as { fingerprint?: unknown } | null)?.fingerprint)) &&
    (baseline === undefined || (Array.isArray(baseline?.known) && baseline.known.every(isText)))
  );
}

/** The result with the findings that are new, beside those that are not. */
export function comparedWith(baseline: Baseline | undefined, result: LocalScanResult): LocalScanResult {
  if (baseline === undefined) return result;
  const isKnown = ({ fingerprint }: FindingView) => baseline.fingerprints.has(fingerprint);
  return {
    ...result,
    findings: result.findings.filter((finding) => !isKnown(finding)),
    comparison: { file: baseline.file, known: result.findings.filter(isKnown) },
  };
}

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
