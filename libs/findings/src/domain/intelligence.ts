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

type Sighting = Pick<GroupMember, 'id' | 'severity' | 'category' | 'file' | 'title'>;
type Priority = Intelligence['priorities'][number];

const byScore = (a: Priority, b: Priority): number => b.score - a.score || (a.findingId < b.findingId ? -1 : 1);

/**
 * The content that enableIntelligence buys: a summary in plain words, and the findings in the order in which to fix
 * them. All defects are counted before any is ranked, because the number of other defects in its file is part of a
 * rank.
 */
export class IntelligenceOf {
  private readonly perFile = new Map<string | null, number>();
  private first: Priority[] = [];

  constructor(private readonly features: readonly string[]) {}

  /** Whether {@link rank} must get each defect after all have been counted. */
  get ranks(): boolean {
    return this.features.includes('priority_scoring');
  }

  count({ file }: Sighting): void {
    this.perFile.set(file, (this.perFile.get(file) ?? 0) + 1);
  }

  /**
   * Ranks a defect from 0 to 100: by severity first, then security above the rest because it has an attacker, then the
   * agreement of several tools, then the number of findings in the file.
   */
  rank(members: readonly Sighting[]): void {
    const [primary] = members;
    if (!primary) return;
    const inFile = this.perFile.get(primary.file) ?? 0;
    const crowd = Math.min(10, inFile);
    const agreement = Math.min(10, (members.length - 1) * 5);
    const score = Math.min(
      100,
      SEVERITY_WEIGHT[primary.severity] + (primary.category === 'security' ? 20 : 0) + agreement + crowd,
    );
    const reasons = [
      primary.severity,
      ...(primary.category === 'security' ? ['security'] : []),
      ...(agreement > 0 ? [`seen by ${members.length} tools`] : []),
      ...(crowd > 1 ? [`${inFile} findings in the file`] : []),
    ];
    this.first.push({ findingId: primary.id, title: primary.title, score, reason: reasons.join(', ') });
    if (this.first.length >= 10 * LISTED) this.first = this.listed();
  }

  of(summary: Pick<FindingsSummary, 'totalFindings' | 'bySeverity'>): Intelligence | null {
    if (this.features.length === 0) return null;
    return {
      summary: this.features.includes('summary') ? this.sentence(summary) : '',
      priorities: this.listed(),
    };
  }

  private listed(): Priority[] {
    return this.first.sort(byScore).slice(0, LISTED);
  }

  private sentence({ totalFindings, bySeverity }: Pick<FindingsSummary, 'totalFindings' | 'bySeverity'>): string {
    if (totalFindings === 0) return 'Nothing was found by the tools that completed.';
    const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0).map(
      (severity) => `${bySeverity[severity]} ${severity}`,
    );
    const files = [...this.perFile].filter((counted): counted is [string, number] => Boolean(counted[0]));
    const [worst] = files.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const where = worst ? ` The most are in ${worst[0]} (${worst[1]}).` : '';
    const urgent = bySeverity.critical + bySeverity.high;
    const advice =
      urgent > 0
        ? ` Begin with the ${urgent} of critical or high severity.`
        : ' None of them is of critical or high severity.';
    return (
      `${totalFindings} ${totalFindings === 1 ? 'finding' : 'findings'} in ${files.length} ` +
      `${files.length === 1 ? 'file' : 'files'}: ${counts.join(', ')}.${where}${advice}`
    );
  }
}
