import { type FindingView, kindGroup } from '@assay/findings';
import { type Severity, SEVERITIES } from '@assay/kernel';
import { groupBy } from './group-by';

/**
 * The findings of one rule or, where an engine names it, of one cause: one row for a person, however many places it
 * has.
 */
export interface FindingGroup {
  readonly tool: string;
  readonly rule: string;
  readonly cause?: string;
  /** The severity of the most severe finding. */
  readonly severity: Severity;
  /** Most severe first, then by file and line. Never empty. */
  readonly findings: readonly [FindingView, ...FindingView[]];
}

export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  severityRank(severity) <= severityRank(least);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byPrecedence = (a: FindingView, b: FindingView): number =>
  severityRank(a.severity) - severityRank(b.severity) ||
  byText(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  byText(a.tool, b.tool) ||
  byText(a.rule, b.rule) ||
  byText(a.fingerprint, b.fingerprint) ||
  byText(a.id, b.id);

/** Such as `1 high, 3 low`. */
export const severitiesText = (findings: readonly FindingView[]): string =>
  SEVERITIES.map((severity) => [findings.filter((each) => each.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`)
    .join(', ');

/** Whether one severity would not say all of a group. */
export const isMixed = ({ severity, findings }: FindingGroup): boolean =>
  findings.some((finding) => finding.severity !== severity);

/** Most severe first; between equals the group with more findings, then by name, so that runs print the same. */
export function groupByRule(findings: readonly FindingView[]): FindingGroup[] {
  const groups = groupBy(findings.toSorted(byPrecedence), (finding) => kindGroup(finding));
  return [...groups.values()]
    .map((own) => {
      const [{ tool, rule, cause, severity }] = own;
      return { tool, rule, ...(cause !== undefined && { cause }), severity, findings: own };
    })
    .toSorted(
      (a, b) =>
        severityRank(a.severity) - severityRank(b.severity) ||
        b.findings.length - a.findings.length ||
        byText(a.tool, b.tool) ||
        byText(a.rule, b.rule) ||
        byText(a.cause ?? '', b.cause ?? ''),
    );
}
