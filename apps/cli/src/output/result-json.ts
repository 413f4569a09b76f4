import type { FindingView } from '@assay/findings';
import { targetView, toolReportView } from '@assay/scanning';
import type { LocalScanResult } from '../local-scan';
import type { Verdict } from './verdict';

/** What `assay scan --json` prints: the same shapes as the HTTP API. */
export const resultJson = (
  { session, findings, comparison, duration, credits }: LocalScanResult,
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
  ...(comparison === undefined
    ? {}
    : {
        baseline: {
          ...(comparison.commit === undefined
            ? { file: comparison.file }
            : { reference: comparison.file, commit: comparison.commit }),
          known: comparison.known.map(({ fingerprint }) => fingerprint),
          findings: comparison.known.map(matchable),
        },
      }),
  findings: findings.map(({ snippet: _, ...finding }) => finding),
});

/** What a later scan needs to know the finding again, and to say what it was. */
const matchable = (finding: FindingView) => {
  const { tool, rule, fingerprint, severity, file, line, code, title, description, duplicates } = finding;
  return {
    ...{ tool, rule, fingerprint, severity, file, line, code, title, description },
    ...(duplicates.length === 0 ? {} : { duplicates }),
  };
};
