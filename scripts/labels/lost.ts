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
}

/** Those that are found no more, or with a lower severity. Lines move, so only rule and file count. */
export const lostFindings = (known: readonly TrueFinding[], findings: readonly FindingView[]): TrueFinding[] =>
  known.filter(
    ({ tool, rule, file, severity }) =>
      !findings.some(
        (finding) =>
          finding.tool === tool &&
          finding.rule === rule &&
          finding.file === file &&
          SEVERITIES.indexOf(finding.severity) <= SEVERITIES.indexOf(severity),
      ),
  );
