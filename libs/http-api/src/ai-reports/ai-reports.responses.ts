import { AI_REPORT_FORMATS, type AiReport, COMPLIANCE, RISK_LEVELS, TRENDS } from '@assay/ai-reports';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import {
  Property,
  count,
  described,
  flag,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  text,
  time,
  wholePercent,
} from '../openapi/property';

class KeyMetrics {
  @Property(described(count, 'Open findings. What was accepted, resolved or called false counts nowhere.'))
  totalIssues!: number;

  @Property(count)
  criticalCount!: number;

  @Property(described(oneOf(RISK_LEVELS), 'The level of the findings of security alone.'))
  securityRisk!: (typeof RISK_LEVELS)[number];

  @Property(oneOf(COMPLIANCE))
  complianceStatus!: (typeof COMPLIANCE)[number];

  @Property(described(text, 'The effort of all findings that are not about security.'))
  technicalDebt!: string;
}

class ExecutiveSummary {
  @Property(text)
  headline!: string;

  @Property(oneOf(RISK_LEVELS))
  riskLevel!: (typeof RISK_LEVELS)[number];

  @Property(wholePercent)
  riskScore!: number;

  @Property(KeyMetrics)
  keyMetrics!: KeyMetrics;

  @Property(listOf(text))
  topConcerns!: readonly string[];

  @Property(listOf(text))
  positiveNotes!: readonly string[];

  @Property(listOf(text))
  immediateActions!: readonly string[];

  @Property(text)
  estimatedFixTime!: string;
}

class FileHealth {
  @Property(text)
  file!: string;

  @Property(described(wholePercent, '100 is a file without open findings.'))
  score!: number;

  @Property(count)
  issueCount!: number;

  @Property(listOf(text))
  topIssues!: readonly string[];

  @Property(described(oneOf(TRENDS), 'Beside the scan of the same project before this one.'))
  trend!: (typeof TRENDS)[number];
}

class ActionItem {
  @Property(text)
  id!: string;

  @Property(described(count, '1 is the most critical.'))
  priority!: number;

  @Property(text)
  title!: string;

  @Property(text)
  description!: string;

  @Property(orNull(text))
  file!: string | null;

  @Property(orNull(count))
  line!: number | null;

  @Property(text)
  effort!: string;

  @Property(text)
  impact!: string;

  @Property(flag)
  autoFixAvailable!: boolean;

  @Property(described(listOf(text), 'The first 20.'))
  findingIds!: readonly string[];
}

class CodePattern {
  @Property(text)
  pattern!: string;

  @Property(count)
  occurrences!: number;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(described(listOf(text), 'The first 20.'))
  affectedFiles!: readonly string[];
}

class DeveloperReport {
  @Property(text)
  summary!: string;

  @Property(listOf(FileHealth))
  fileHealth!: readonly FileHealth[];

  @Property(listOf(ActionItem))
  actionItems!: readonly ActionItem[];

  @Property(listOf(CodePattern))
  codePatterns!: readonly CodePattern[];
}

class CategoryIntelligence {
  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(count)
  issues!: number;

  @Property(count)
  weight!: number;
}

class Hotspot {
  @Property(text)
  file!: string;

  @Property(count)
  issues!: number;

  @Property(count)
  weight!: number;
}

class RiskDriver {
  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;

  @Property(text)
  title!: string;

  @Property(count)
  issues!: number;

  @Property(wholePercent)
  percentOfRisk!: number;
}

class ReportIntelligence {
  @Property(text)
  summary!: string;

  @Property(count)
  openIssues!: number;

  @Property(count)
  decidedIssues!: number;

  @Property(count)
  filesWithIssues!: number;

  @Property(optional(listOf(CategoryIntelligence)))
  byCategory?: readonly CategoryIntelligence[];

  @Property(optional(listOf(Hotspot)))
  hotspots?: readonly Hotspot[];

  @Property(optional(listOf(RiskDriver)))
  riskDrivers?: readonly RiskDriver[];
}

class Citation {
  @Property(described(text, 'Where the sentence stands, such as executiveSummary.topConcerns[0].'))
  field!: string;

  @Property(text)
  sentence!: string;

  @Property(described(listOf(text), 'The first 20 findings that it rests on.'))
  findingIds!: readonly string[];

  @Property(described(count, 'How many it rests on.'))
  total!: number;
}

class Writer {
  @Property(oneOf(['rules', 'model']))
  kind!: 'rules' | 'model';

  @Property(text)
  name!: string;

  @Property(
    described(mapOf(count), 'Sentences of a model that the findings do not bear, by reason: they are left out.'),
  )
  dropped!: Readonly<Record<string, number>>;

  @Property(described(listOf(text), 'Parts that were written by rules, because nothing of the model was left.'))
  filledByRules!: readonly string[];
}

export class AiReportAnswer implements AiReport {
  @Property(text)
  reportId!: string;

  @Property(text)
  scanId!: string;

  @Property(time)
  generatedAt!: string;

  @Property(oneOf(AI_REPORT_FORMATS))
  format!: (typeof AI_REPORT_FORMATS)[number];

  @Property(ExecutiveSummary)
  executiveSummary!: ExecutiveSummary;

  @Property(optional(DeveloperReport))
  developerReport?: DeveloperReport;

  @Property(optional(ReportIntelligence))
  intelligence?: ReportIntelligence;

  @Property(listOf(Citation))
  citations!: readonly Citation[];

  @Property(Writer)
  writer!: Writer;

  @Property(described(count, 'The version of the formulas of all numbers: see docs/ai-reports.md.'))
  formulas!: number;
}

class IssueHelpAnswer {
  @Property(text)
  findingId!: string;

  @Property(text)
  text!: string;

  @Property(described(oneOf(['rules', 'model']), 'Who wrote it. What rules wrote costs nothing.'))
  source!: 'rules' | 'model';
}

export class IssuesExplainedAnswer {
  @Property(listOf(IssueHelpAnswer))
  issues!: readonly IssueHelpAnswer[];

  @Property(
    optional(
      described(text, 'What was bought, as bills name it. Absent where all was there before, or rules alone wrote.'),
    ),
  )
  aiReportId?: string;
}
