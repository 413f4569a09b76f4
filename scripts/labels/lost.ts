import type { FindingView } from '@assay/findings';

/** A finding that is right, and must still be found. */
export interface TrueFinding {
  readonly repository: string;
  readonly commit: string;
  readonly tool: string;
  readonly rule: string;
  readonly file: string;
  readonly severity: string;
}

/** Those that are no longer found in their file by their rule with their severity. Lines move, so they do not count. */
export const lostFindings = (known: readonly TrueFinding[], findings: readonly FindingView[]): TrueFinding[] => {
  const found = new Set(findings.map(identity));
  return known.filter((finding) => !found.has(identity(finding)));
};

const identity = (finding: Pick<FindingView, 'tool' | 'rule' | 'file' | 'severity'>): string =>
  JSON.stringify([finding.tool, finding.rule, finding.file, finding.severity]);
