import { SEVERITIES } from '@assay/kernel';
import type { GroupMember } from './merging';
import type { FindingsSummary } from './summary';

export interface Intelligence {
  readonly summary: string;
  readonly priorities: readonly {
    readonly findingId: string;
    readonly title: string /** 0 to 100. */;
    readonly score: number;
    readonly reason: string;
  }[];
}

const SEVERITY_WEIGHT: Readonly<Record<GroupMember['severity'], number>> = {
  critical: 60,
  high: 40,
  medium: 20,
  low: 8,
  info: 2,
};
const LISTED = 20;

/** What enableIntelligence buys: a summary in plain words, and the findings in the order in which to take them. */
export function intelligence(
  features: readonly string[],
  groups: readonly (readonly GroupMember[])[],
  summary: Pick<FindingsSummary, 'totalFindings' | 'bySeverity'>,
): Intelligence | null {
  if (features.length === 0) return null;
  return {
    summary: features.includes('summary') ? summarySentence(groups, summary) : '',
    priorities: features.includes('priority_scoring') ? priorities(groups) : [],
  };
}

/**
 * Severity first; then security over the rest, because it has an attacker; then what several tools agree on; then files
 * in which much is wrong. 0 to 100.
 */
function priorities(groups: readonly (readonly GroupMember[])[]): Intelligence['priorities'] {
  const perFile = new Map<string | null, number>();
  for (const [primary] of groups) if (primary) perFile.set(primary.file, (perFile.get(primary.file) ?? 0) + 1);
  return groups
    .flatMap((members) => {
      const [primary] = members;
      if (!primary) return [];
      const crowd = Math.min(10, perFile.get(primary.file) ?? 0);
      const agreement = Math.min(10, (members.length - 1) * 5);
      const score = Math.min(
        100,
        SEVERITY_WEIGHT[primary.severity] + (primary.category === 'security' ? 20 : 0) + agreement + crowd,
      );
      const reasons = [
        primary.severity,
        ...(primary.category === 'security' ? ['security'] : []),
        ...(agreement > 0 ? [`seen by ${members.length} tools`] : []),
        ...(crowd > 1 ? [`${perFile.get(primary.file)} findings in the file`] : []),
      ];
      return [{ findingId: primary.id, title: primary.title, score, reason: reasons.join(', ') }];
    })
    .sort((a, b) => b.score - a.score || (a.findingId < b.findingId ? -1 : 1))
    .slice(0, LISTED);
}

function summarySentence(
  groups: readonly (readonly GroupMember[])[],
  { totalFindings, bySeverity }: Pick<FindingsSummary, 'totalFindings' | 'bySeverity'>,
): string {
  if (totalFindings === 0) return 'Nothing was found by the tools that completed.';
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0).map(
    (severity) => `${bySeverity[severity]} ${severity}`,
  );
  const files = new Map<string, number>();
  for (const [primary] of groups) if (primary?.file) files.set(primary.file, (files.get(primary.file) ?? 0) + 1);
  const [worst] = [...files].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const where = worst ? ` The most are in ${worst[0]} (${worst[1]}).` : '';
  const urgent = bySeverity.critical + bySeverity.high;
  const advice =
    urgent > 0
      ? ` Begin with the ${urgent} of critical or high severity.`
      : ' None of them is of critical or high severity.';
  return (
    `${totalFindings} ${totalFindings === 1 ? 'finding' : 'findings'} in ${files.size} ` +
    `${files.size === 1 ? 'file' : 'files'}: ${counts.join(', ')}.${where}${advice}`
  );
}
