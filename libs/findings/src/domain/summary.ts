import { FINDING_CATEGORIES, SEVERITIES, type FindingCategory, type Severity } from '@assay/kernel';

export interface FindingsSummary {
  /** Defects, each counted once however many tools saw it. */
  readonly totalFindings: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCategory: Readonly<Record<FindingCategory, number>>;
  /** Defects that the target suppresses, which the others do not count. Missing if there are none. */
  readonly suppressed?: number;
}

const zeros = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;

/** Counts the primary findings of a session's defects. */
export class DefectCounts {
  private total = 0;
  private suppressed = 0;
  private readonly bySeverity = zeros(SEVERITIES);
  private readonly byCategory = zeros(FINDING_CATEGORIES);

  add({ severity, category }: { readonly severity: Severity; readonly category: FindingCategory }): void {
    this.total += 1;
    this.bySeverity[severity] += 1;
    this.byCategory[category] += 1;
  }

  addSuppressed(): void {
    this.suppressed += 1;
  }

  summary(): FindingsSummary {
    return {
      totalFindings: this.total,
      bySeverity: { ...this.bySeverity },
      byCategory: { ...this.byCategory },
      ...(this.suppressed > 0 && { suppressed: this.suppressed }),
    };
  }
}
