import { FINDING_CATEGORIES, SEVERITIES, type FindingCategory, type Severity } from '@assay/kernel';
import { type GroupMember, withMember } from './merging';

export interface FindingsSummary {
  /** Defects, each counted once however many tools saw it. */
  readonly totalFindings: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCategory: Readonly<Record<FindingCategory, number>>;
}

const zeros = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;

/** Folds a session's findings into its groups: what the read model of the findings holds, from the events alone. */
export function groupFindings(findings: Iterable<GroupMember>): ReadonlyMap<string, readonly GroupMember[]> {
  const groups = new Map<string, readonly GroupMember[]>();
  for (const finding of findings) groups.set(finding.group, withMember(groups.get(finding.group) ?? [], finding));
  return groups;
}

export function summarize(groups: ReadonlyMap<string, readonly GroupMember[]>): FindingsSummary {
  const bySeverity = zeros(SEVERITIES);
  const byCategory = zeros(FINDING_CATEGORIES);
  for (const [primary] of groups.values()) {
    if (!primary) continue;
    bySeverity[primary.severity] += 1;
    byCategory[primary.category] += 1;
  }
  return { totalFindings: groups.size, bySeverity, byCategory };
}
