import { SEVERITIES, type Severity } from '@assay/kernel';
import type { ToolDefinition } from '../../catalogue/tool';
import type { RawFinding } from '../engine';

/** What counts of the findings that an engine reports, how severe each is, and how many are kept. */
export interface FindingsJudge {
  /** Default: what the engine says of the finding, else the severity of its rule. Undefined: it does not count. */
  readonly severityOf?: (tool: ToolDefinition, finding: RawFinding) => Severity | undefined;
  /** Of one tool. Default: {@link MOST_FINDINGS}. */
  readonly mostFindings?: number;
}

/**
 * Findings kept of a tool: 85,000 came from one repository of 150,000 lines, and nobody reads past a few hundred of one
 * tool.
 */
const MOST_FINDINGS = 5_000;

interface Ranked {
  readonly finding: RawFinding;
  readonly rank: number;
  /** Its place in the order of the reports. */
  readonly arrival: number;
}

/**
 * The most severe findings of one tool, of any number that is reported: at most twice as many are held as are kept.
 * Between equals the place decides, so that an engine that reports in another order has the same ones kept.
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
    const severity = (this.judge.severityOf ?? reportedSeverity)(this.tool, finding);
    if (severity === undefined) return;
    this.held.push({ finding, rank: SEVERITIES.indexOf(severity), arrival: this.count });
    this.count += 1;
    if (this.held.length >= 2 * this.most) this.drop();
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
      notKept: Object.fromEntries(SEVERITIES.map((severity, rank) => [severity, this.dropped[rank]!])) as Record<
        Severity,
        number
      >,
    };
  }

  private drop(): void {
    if (this.held.length <= this.most) return;
    this.held.sort(byWeight);
    for (const { rank } of this.held.slice(this.most)) this.dropped[rank]! += 1;
    this.held = this.held.slice(0, this.most);
  }
}

export const reportedSeverity = (tool: ToolDefinition, { rule, severity }: RawFinding): Severity =>
  severity ?? tool.rules[rule]?.severity ?? 'low';

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
