import type { FindingCategory, Severity } from '@assay/kernel';
import type { RiskLevel } from './weights';

/** From the least to the most detailed: each includes all of the one before it. */
export const AI_REPORT_FORMATS = ['executive', 'summary', 'full'] as const;
export type AiReportFormat = (typeof AI_REPORT_FORMATS)[number];

/** Whether a report of one format includes all of another. */
export const hasAllOf = (generated: AiReportFormat, asked: AiReportFormat): boolean =>
  AI_REPORT_FORMATS.indexOf(generated) >= AI_REPORT_FORMATS.indexOf(asked);

/** The features that a format is charged as. */
export const featuresOf = (format: AiReportFormat): readonly string[] =>
  format === 'executive' ? ['summary'] : ['summary', 'priority_scoring'];

/** The trend of a file: its score compared with that in the scan before. `unknown` if there was no scan before. */
export const TRENDS = ['improved', 'unchanged', 'worsened', 'unknown'] as const;
export type FileTrend = (typeof TRENDS)[number];

export const COMPLIANCE = ['compliant', 'attention', 'non_compliant'] as const;

export interface ExecutiveSummary {
  readonly headline: string;
  readonly riskLevel: RiskLevel;
  /** 0 to 100. */
  readonly riskScore: number;
  readonly keyMetrics: {
    readonly totalIssues: number;
    readonly criticalCount: number;
    /** The level by the security findings alone. */
    readonly securityRisk: RiskLevel;
    readonly complianceStatus: (typeof COMPLIANCE)[number];
    /** The effort to fix all findings that are not about security. */
    readonly technicalDebt: string;
  };
  readonly topConcerns: readonly string[];
  readonly positiveNotes: readonly string[];
  readonly immediateActions: readonly string[];
  readonly estimatedFixTime: string;
}

export interface FileHealth {
  readonly file: string;
  /** 0 to 100; 100 is a file without open findings. */
  readonly score: number;
  readonly issueCount: number;
  readonly topIssues: readonly string[];
  readonly trend: FileTrend;
}

export interface ActionItem {
  readonly id: string;
  /** 1 is the most critical. */
  readonly priority: number;
  readonly title: string;
  readonly description: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly effort: string;
  readonly impact: string;
  readonly autoFixAvailable: boolean;
  readonly findingIds: readonly string[];
}

export interface CodePattern {
  readonly pattern: string;
  readonly occurrences: number;
  readonly severity: Severity;
  /** The lists are left out in the format `summary`. */
  readonly affectedFiles: readonly string[];
}

export interface DeveloperReport {
  readonly summary: string;
  readonly fileHealth: readonly FileHealth[];
  readonly actionItems: readonly ActionItem[];
  readonly codePatterns: readonly CodePattern[];
}

/** In the format `summary` without its lists. */
export interface ReportIntelligence {
  readonly summary: string;
  readonly openIssues: number;
  /** Findings that people accepted, resolved or called false positives. They are not counted anywhere else. */
  readonly decidedIssues: number;
  readonly filesWithIssues: number;
  readonly byCategory?: readonly {
    readonly category: FindingCategory;
    readonly issues: number;
    readonly weight: number;
  }[];
  readonly hotspots?: readonly { readonly file: string; readonly issues: number; readonly weight: number }[];
  readonly riskDrivers?: readonly {
    readonly tool: string;
    readonly rule: string;
    readonly title: string;
    readonly issues: number;
    /** The share of the weight of all open findings, in percent. */
    readonly percentOfRisk: number;
  }[];
}

/** The findings that a sentence rests on. */
export interface Citation {
  /** The place of the sentence, such as `executiveSummary.topConcerns[0]`. */
  readonly field: string;
  readonly sentence: string;
  /** The first 20; empty if the sentence states an absence of findings. */
  readonly findingIds: readonly string[];
  /** The total number of findings. */
  readonly total: number;
}

export interface ReportWriter {
  readonly kind: 'rules' | 'model';
  /** The name of the model, or of the rule-based writer. */
  readonly name: string;
  /** How many sentences of the model were left out because the findings do not support them, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Parts that the rule-based writer filled because no sentence of the model was left. */
  readonly filledByRules: readonly string[];
}

export interface AiReport {
  readonly reportId: string;
  readonly scanId: string;
  readonly generatedAt: string;
  readonly format: AiReportFormat;
  readonly executiveSummary: ExecutiveSummary;
  readonly developerReport?: DeveloperReport;
  readonly intelligence?: ReportIntelligence;
  readonly citations: readonly Citation[];
  readonly writer: ReportWriter;
  /** The version of the formulas that computed the numbers. */
  readonly formulas: number;
}
