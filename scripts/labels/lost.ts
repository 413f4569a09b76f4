import type { FindingView } from '@assay/findings';
import { type Severity, SEVERITIES } from '@assay/kernel';

/** A finding that is right, and must still be found. */
export interface TrueFinding {
  readonly repository: string;
  readonly commit: string;
  readonly tool: string;
  readonly rule: string;
  readonly file: string;
  readonly severity: Severity;
  /** Why a lower severity is right after all. Missing if a lower severity is a loss. */
  readonly lowered?: string;
}

/** A finding that should be there. */
export interface LostFinding extends TrueFinding {
  /** The severity that it has now, which is lower; undefined if it is no longer found. */
  readonly now?: Severity;
}

/**
 * Those that are no longer found, or with a lower severity. Lines move, so only rule and file count. A finding that is
 * merged into that of another tool is there.
 */
export const lostFindings = (known: readonly TrueFinding[], findings: readonly FindingView[]): LostFinding[] =>
  known.flatMap((expected) => {
    const [found] = findings
      .filter((finding) => isOf(finding, expected))
      .toSorted((a, b) => rankOf(a.severity) - rankOf(b.severity));
    if (found === undefined) return [expected];
    const isThere = expected.lowered !== undefined || rankOf(found.severity) <= rankOf(expected.severity);
    return isThere ? [] : [{ ...expected, now: found.severity }];
  });

const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

const isOf = ({ tool, rule, file, duplicates }: FindingView, expected: TrueFinding): boolean =>
  file === expected.file &&
  [{ tool, rule }, ...duplicates].some((each) => each.tool === expected.tool && each.rule === expected.rule);
