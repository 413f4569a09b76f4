import { ruleKind } from '@assay/analysis';
import { type FindingView, type MatchableFinding, matchFindings } from '@assay/findings';
import { SEVERITIES, type Severity, perSeverity } from '@assay/kernel';
import { notKeptOf } from '@assay/scanning';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SEEN, type NotSeenBefore, type Unmatched, unmatched } from './unmatched-findings';
import type { LocalScanResult } from './local-scan';
import { storedResult } from './stored-result';

/** The findings of an earlier scan. */
export interface Baseline {
  /** The file, or the reference of the repository, as it was written. */
  readonly file: string;
  /** The commit that was scanned; undefined of a file. */
  readonly commit?: string;
  readonly findings: readonly KnownFinding[];
  /** Default: every tool that ran now ran before. */
  readonly notSeen?: NotSeenBefore;
}

/** A finding of the earlier result. */
export type KnownFinding = MatchableFinding & {
  /** Its target suppressed it: where it counts now, it is new. */
  readonly suppressed?: true;
};

/** How a result compares with an earlier one. */
export interface Comparison
  extends Pick<Baseline, 'file' | 'commit' | 'notSeen'>,
    Omit<Unmatched<FindingView>, 'fresh'> {
  /** Findings of the earlier result that still exist. */
  readonly known: readonly FindingView[];
  /** Findings that the target suppresses and that were there before. */
  readonly knownSuppressed: readonly FindingView[];
}

/** @throws CommandFailed if the file cannot be read, or is no result */
export const baselineIn = (file: string): Promise<Baseline> => storedResult(file, 'the baseline');

/**
 * The result with the findings that are new, beside those that are not. A finding that the target suppresses still
 * exists, so its counterpart in the earlier result is not matched with another finding.
 */
export function comparedWith(baseline: Baseline | undefined, result: LocalScanResult): LocalScanResult {
  if (baseline === undefined) return result;
  const { matched } = matchFindings(baseline.findings, [...result.findings, ...result.suppressed], {
    isGone: goneFrom(result),
    kindOf: ruleKind,
  });
  const counting = new Set(result.findings);
  const known = new Set(
    matched.flatMap(([before, finding]) => (before.suppressed && counting.has(finding) ? [] : [finding])),
  );
  const findings = result.findings.filter((finding) => !known.has(finding));
  const { firstSeen, unknown } = unmatched(findings, baseline.notSeen ?? ALL_SEEN);
  return {
    ...result,
    findings,
    comparison: {
      file: baseline.file,
      firstSeen,
      unknown,
      ...(baseline.notSeen && { notSeen: baseline.notSeen }),
      ...(baseline.commit !== undefined && { commit: baseline.commit }),
      known: result.findings.filter((finding) => known.has(finding)),
      knownSuppressed: result.suppressed.filter((finding) => known.has(finding)),
    },
  };
}

/** Files that a directory no longer has are known. In other targets a file that has moved counts as new. */
const goneFrom =
  ({ session: { target } }: LocalScanResult) =>
  (file: string): boolean =>
    target.kind === 'directory' && !existsSync(join(target.directory, file));

/**
 * The findings that a gate judges: all of them, or the new ones. Those that are not kept cannot be compared and count
 * as new.
 */
export function judgedCounts({
  session,
  findings,
  comparison,
}: Pick<LocalScanResult, 'session' | 'findings' | 'comparison'>): Readonly<Record<Severity, number>> {
  if (comparison === undefined) return session.summary!.bySeverity;
  const counts = perSeverity(() => 0);
  const { excused } = comparison.notSeen ?? ALL_SEEN;
  const notJudged = new Set([...comparison.firstSeen, ...comparison.unknown]);
  for (const finding of findings) if (!notJudged.has(finding)) counts[finding.severity] += 1;
  for (const { tool, bySeverity } of notKeptOf(Object.values(session.toolReports)))
    if (!excused.has(tool)) for (const severity of SEVERITIES) counts[severity] += bySeverity[severity];
  return counts;
}
