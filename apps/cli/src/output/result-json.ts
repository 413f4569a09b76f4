import type { FindingView } from '@assay/findings';
import { suppressionsOf, targetView, toolReportView } from '@assay/scanning';
import type { LocalScanResult } from '../local-scan';
import type { Verdict } from './verdict';

/** The document that `assay scan --json` prints: the same shapes as the HTTP API. */
export const resultJson = (
  { session, findings, suppressed, comparison, duration, credits }: Omit<LocalScanResult, 'missingTools' | 'report'>,
  { verdict, reason, missingTools, notKept }: Verdict,
) => ({
  target: targetView(session.target),
  status: session.status,
  profile: session.profile,
  verdict,
  reason,
  missingTools,
  notKept,
  duration,
  credits,
  summary: session.summary,
  targetSummary: {
    files: session.files,
    lines: session.lines,
    languages: session.languages,
    leftOut: session.leftOut,
    roles: session.roles,
    unseen: session.unseen ?? [],
    ...session.targetFacts,
  },
  tools: Object.values(session.toolReports).map(toolReportView),
  ...(comparison !== undefined && {
    baseline: {
      ...(comparison.commit === undefined
        ? { file: comparison.file }
        : { reference: comparison.file, commit: comparison.commit }),
      known: comparison.known.map(({ fingerprint }) => fingerprint),
      findings: comparison.known.map(matchable),
    },
  }),
  findings: findings.map(withoutSnippet),
  // Only where they may be some: most results say nothing of it.
  ...(session.suppressions && {
    suppressions: suppressionsOf(session),
    suppressed: suppressed.map(withoutSnippet),
  }),
});

const withoutSnippet = ({ snippet: _, ...finding }: FindingView) => finding;

/** The fields by which a later scan knows the finding again, and says what it was. */
const matchable = (finding: FindingView) => {
  const { tool, rule, fingerprint, severity, file, line, code, title, description, duplicates } = finding;
  return {
    ...{ tool, rule, fingerprint, severity, file, line, code, title, description },
    ...(duplicates.length !== 0 && { duplicates }),
  };
};
