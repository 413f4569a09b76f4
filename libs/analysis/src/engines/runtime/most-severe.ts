import { SEVERITIES, type Severity, perSeverity } from '@assay/kernel';
import type { ToolDefinition } from '../../catalogue/tool';
import { reportedSeverity } from '../../findings/reported-severity';
import type { RawFinding } from '../engine';

/** Decides which reported findings count, how severe each is, and how many are kept. */
export interface FindingsJudge {
  /** Undefined for a finding that does not count. Default: the engine's severity, or else that of the rule. */
  readonly severityOf?: (tool: ToolDefinition, finding: RawFinding) => Severity | undefined;
  /** The findings that are kept of one tool. Default: {@link MOST_FINDINGS}. */
  readonly mostFindings?: number;
}

/**
 * The findings that are kept of a tool. One repository of 150,000 lines had 85,000, and nobody reads more than a few
 * hundred of one tool.
 */
const MOST_FINDINGS = 5_000;

interface Ranked {
  readonly finding: RawFinding;
  readonly rank: number;
  /** The position in the order of the reports. */
  readonly arrival: number;
}

/**
 * Keeps the most severe of any number of findings of one tool. In memory it holds at most twice as many as it keeps.
 * Findings of equal severity are chosen by their place, so the same ones are kept for any order of the reports.
 */
export class MostSevere {
  private readonly most: number;
  private held: Ranked[] = [];
  private count = 0;
  private readonly dropped = SEVERITIES.map(() => 0);

  constructor(
    private readonly tool: ToolDefinition,
    private readonly judge: FindingsJudge,
  ) {
    this.most = judge.mostFindings ?? MOST_FINDINGS;
  }

  add(finding: RawFinding): void {
    const [most, ...others] = this.placesOf(finding);
    if (most === undefined) return;
    const elsewhere = others.map((each) => each.finding);
    this.held.push({
      finding: elsewhere.length > 0 ? { ...most.finding, elsewhere } : most.finding,
      rank: most.rank,
      arrival: this.count,
    });
    this.count += 1;
    if (this.held.length >= 2 * this.most) this.drop();
  }

  /** The places of a finding that count, from the most severe. */
  private placesOf({ elsewhere = [], ...finding }: RawFinding): { finding: RawFinding; rank: number }[] {
    return [finding, ...elsewhere]
      .flatMap((each) => {
        const severity = (this.judge.severityOf ?? reportedSeverity)(this.tool, each);
        return severity === undefined ? [] : [{ finding: each, rank: SEVERITIES.indexOf(severity) }];
      })
      .sort((a, b) => a.rank - b.rank);
  }

  kept(): {
    readonly findings: readonly RawFinding[];
    readonly findingsCount: number;
    readonly notKept: Readonly<Record<Severity, number>>;
  } {
    this.drop();
    return {
      findings: this.held.toSorted((a, b) => a.arrival - b.arrival).map(({ finding }) => finding),
      findingsCount: this.count,
      notKept: perSeverity((_, rank) => this.dropped[rank]!),
    };
  }

  private drop(): void {
    if (this.held.length <= this.most) return;
    this.held.sort(byWeight);
    for (const { rank } of this.held.slice(this.most)) this.dropped[rank]! += 1;
    this.held = this.held.slice(0, this.most);
  }
}

const byText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

const byWeight = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank ||
  byText(a.finding.file, b.finding.file) ||
  (a.finding.line ?? 0) - (b.finding.line ?? 0) ||
  (a.finding.column ?? 0) - (b.finding.column ?? 0) ||
  byText(a.finding.rule, b.finding.rule) ||
  byText(a.finding.place, b.finding.place) ||
  byText(a.finding.message, b.finding.message) ||
  a.arrival - b.arrival;
