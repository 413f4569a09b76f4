import { ruleKind } from '@assay/analysis';
import { matchFindings } from '@assay/findings';
import { SEVERITIES, type Severity, perSeverity } from '@assay/kernel';
import type { Gate } from '@assay/verdicts';
import { CommandFailed } from './exit-status';
import { type Unmatched, missingBefore, unmatched } from './unmatched-findings';
import { type Verdict, verdictOn } from './output/verdict';
import type { StoredFinding, StoredResult } from './stored-result';

/** The difference between two results. */
export interface Compared extends Unmatched<StoredFinding> {
  readonly before: string;
  readonly after: string;
  readonly gone: readonly StoredFinding[];
  /** Findings of the first scan whose tool did not complete in the second one, or had its findings cut. */
  readonly notObserved: readonly StoredFinding[];
  readonly unchanged: readonly StoredFinding[];
  /** The verdict of a gate on the new ones. */
  readonly verdict: Verdict;
}

/** @throws CommandFailed if a new finding has no severity, so that no gate can judge it */
export function comparisonOf(before: StoredResult, after: StoredResult, gate: Gate): Compared {
  const matching = matchFindings(before.findings, after.findings, { kindOf: ruleKind });
  // A suppressed finding is there, and does not count: it is neither new nor gone, and new once it counts.
  const uncovered = matching.matched.filter(([was]) => !counts(was)).map(([, finding]) => finding);
  const unchanged = matching.matched.filter(([was]) => counts(was)).map(([, finding]) => finding);
  const { fresh, ...notJudged } = unmatched(matching.fresh.filter(counts), before.notSeen);
  const parts = { ...notJudged, fresh: [...fresh, ...uncovered.filter(counts)] };
  const gone = matching.gone.filter(counts);
  const isObserved = ({ tool }: StoredFinding) =>
    after.completed?.has(tool) === true && !after.notKept.some((cut) => cut.tool === tool);
  return {
    before: before.file,
    after: after.file,
    ...parts,
    gone: gone.filter(isObserved),
    notObserved: gone.filter((finding) => !isObserved(finding)),
    unchanged: unchanged.filter(counts),
    verdict: verdictOf(before, after, parts, gate),
  };
}

const counts = ({ suppressed }: StoredFinding): boolean => suppressed !== true;

/** A part that the second scan did not see proves nothing, here as there. */
function verdictOf(
  before: StoredResult,
  after: StoredResult,
  { fresh, unknown }: Unmatched<StoredFinding>,
  gate: Gate,
): Verdict {
  const { notKept } = after;
  const missingTools = [...after.missingTools, ...missingBefore(unknown, gate, before.file)];
  const reason = after.reason === '' ? 'the second scan says so' : after.reason;
  return verdictOn(
    {
      bySeverity: countsOf(after, fresh),
      missingTools,
      notKept,
      unseen: after.verdict === 'inconclusive' ? reason : undefined,
      uncovered: after.verdict === 'uncovered' ? reason : undefined,
    },
    gate,
  );
}

/** Findings that were cut cannot be compared: they count as new, as with a baseline. */
function countsOf({ file, notKept }: StoredResult, fresh: readonly StoredFinding[]): Record<Severity, number> {
  const counts = perSeverity(() => 0);
  for (const { severity, fingerprint } of fresh) {
    if (severity === undefined) throw new CommandFailed(`${file} does not say how severe ${fingerprint} is`);
    counts[severity] += 1;
  }
  for (const { bySeverity } of notKept)
    for (const severity of SEVERITIES) counts[severity] += bySeverity[severity] ?? 0;
  return counts;
}
