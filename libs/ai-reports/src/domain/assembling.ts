import { FINDING_CATEGORIES, counted } from '@assay/kernel';
import type {
  ActionItem,
  AiReport,
  AiReportFormat,
  Citation,
  CodePattern,
  DeveloperReport,
  ExecutiveSummary,
  FileHealth,
  ReportIntelligence,
  FileTrend,
  ReportWriter,
} from './ai-report';
import { clipped, percentOf } from './brief';
import type { CheckedSentence, Prose } from './checked-prose';
import { type Measures, type RuleMeasure, byUrgency } from './measuring';
import { FORMULAS_VERSION, effortText, healthScore, riskLevel, riskScore } from './weights';

/** Weight of the open findings of each file in the scan before. */
export type EarlierWeights = ReadonlyMap<string, number>;

export interface ReportParts {
  readonly reportId: string;
  readonly scanId: string;
  readonly generatedAt: string;
  readonly format: AiReportFormat;
  readonly measures: Measures;
  /** Undefined if no scan came before. */
  readonly earlier: EarlierWeights | undefined;
  readonly prose: Prose;
  readonly writer: ReportWriter;
}

const FILES_LISTED = 50;
const ITEMS_LISTED = 25;
const PATTERNS_LISTED = 20;
const HOTSPOTS_LISTED = 10;
const TITLE = 200;
const PATH = 300;

/** The report that is recorded. Its lists are bounded, so that it fits into one event. */
export function assembled({ reportId, scanId, generatedAt, format, ...parts }: ReportParts): AiReport {
  const { writer, prose, measures } = parts;
  return {
    reportId,
    scanId,
    generatedAt,
    format,
    executiveSummary: executiveSummary(parts),
    ...(format === 'full' && { developerReport: developerReport(parts) }),
    ...(format !== 'executive' && { intelligence: intelligence(parts, format) }),
    citations: citations(prose, measures, format),
    writer,
    formulas: FORMULAS_VERSION,
  };
}

type Parts = Pick<ReportParts, 'measures' | 'prose' | 'earlier'>;

function executiveSummary({ measures, prose }: Parts): ExecutiveSummary {
  const score = riskScore(measures.weight);
  const security = measures.byCategory.security.weight;
  return {
    headline: texts(prose.headline).join(' '),
    riskLevel: riskLevel(score, measures.own),
    riskScore: score,
    keyMetrics: {
      totalIssues: measures.open,
      criticalCount: measures.bySeverity.critical,
      securityRisk: riskLevel(riskScore(security), measures.ownSecurity),
      complianceStatus: complianceOf(measures),
      technicalDebt: effortText(measures.effort - measures.securityEffort),
    },
    topConcerns: texts(prose.topConcerns),
    positiveNotes: texts(prose.positiveNotes),
    immediateActions: texts(prose.immediateActions),
    estimatedFixTime: effortText(measures.effort),
  };
}

/**
 * The status that an auditor would give. Relevant are findings that name a weakness of the CWE, and barriers for people
 * (WCAG). Critical or high ones in the target's own code make it non-compliant; others need attention.
 */
function complianceOf({ rules }: Measures): ExecutiveSummary['keyMetrics']['complianceStatus'] {
  const relevant = rules.filter(
    ({ cwe, category, severity }) => severity !== 'info' && (cwe !== null || category === 'accessibility'),
  );
  if (relevant.some(({ ownSeverity }) => ownSeverity === 'critical' || ownSeverity === 'high')) return 'non_compliant';
  return relevant.length > 0 ? 'attention' : 'compliant';
}

function developerReport({ measures, prose, earlier }: Parts): DeveloperReport {
  return {
    summary: texts(prose.developerSummary).join(' '),
    fileHealth: measures.files.slice(0, FILES_LISTED).map(
      ({ file, weight, count, titles }): FileHealth => ({
        file: clipped(file, PATH),
        score: healthScore(weight),
        issueCount: count,
        topIssues: titles.map((title) => clipped(title, TITLE)),
        trend: trendOf(weight, earlier, file),
      }),
    ),
    actionItems: actedOn(measures).map((rule, index) => actionItem(rule, index, measures)),
    codePatterns: measures.patterns.slice(0, PATTERNS_LISTED).map(
      ({ title, count, severity, files }): CodePattern => ({
        pattern: clipped(title, TITLE),
        occurrences: count,
        severity,
        affectedFiles: files.map((file) => clipped(file, PATH)),
      }),
    ),
  };
}

/** A file without findings in the scan before had a weight of zero then. */
function trendOf(weight: number, earlier: EarlierWeights | undefined, file: string): FileTrend {
  if (earlier === undefined) return 'unknown';
  const before = earlier.get(file) ?? 0;
  if (weight === before) return 'unchanged';
  return weight < before ? 'improved' : 'worsened';
}

const actedOn = ({ rules }: Measures): readonly RuleMeasure[] => rules.toSorted(byUrgency).slice(0, ITEMS_LISTED);

const PRIORITY = { critical: 1, high: 2, medium: 3, low: 4, info: 5 } as const;

function actionItem(rule: RuleMeasure, index: number, { weight }: Measures): ActionItem {
  return {
    id: `action-${index + 1}`,
    priority: PRIORITY[rule.severity],
    title: clipped(rule.title, TITLE),
    description: describedAction(rule),
    file: rule.file === null ? null : clipped(rule.file, PATH),
    line: rule.line,
    effort: effortText(rule.effort),
    impact: `${counted(rule.count, 'finding')} fewer, ${percentOf(rule.weight, weight)} % of the risk`,
    autoFixAvailable: rule.hasFix,
    findingIds: rule.ids,
  };
}

const SUGGESTION = 400;

function describedAction({ suggestion, count, files, tool, rule }: RuleMeasure): string {
  const what = clipped(suggestion, SUGGESTION);
  const where = count === 1 ? '' : ` ${count} places in ${counted(files, 'file')}.`;
  return `${what === '' ? `${tool} reports it by its rule ${rule}.` : what}${where}`;
}

function intelligence({ measures, prose }: Parts, format: AiReportFormat): ReportIntelligence {
  const { open, decided, weight, files, rules, byCategory } = measures;
  const condensed = {
    summary: texts(prose.intelligence).join(' '),
    openIssues: open,
    decidedIssues: decided,
    filesWithIssues: files.length,
  };
  if (format !== 'full') return condensed;
  return {
    ...condensed,
    byCategory: FINDING_CATEGORIES.map((category) => ({
      category,
      issues: byCategory[category].count,
      weight: byCategory[category].weight,
    })),
    hotspots: files
      .slice(0, HOTSPOTS_LISTED)
      .map(({ file, count, weight: heavy }) => ({ file: clipped(file, PATH), issues: count, weight: heavy })),
    riskDrivers: rules.slice(0, HOTSPOTS_LISTED).map((driver) => ({
      tool: driver.tool,
      rule: driver.rule,
      title: clipped(driver.title, TITLE),
      issues: driver.count,
      percentOfRisk: percentOf(driver.weight, weight),
    })),
  };
}

function citations(prose: Prose, measures: Measures, format: AiReportFormat): Citation[] {
  const list = (field: string, sentences: readonly CheckedSentence[], isList: boolean): Citation[] =>
    sentences.map(({ text, findingIds, total }, index) => ({
      field: isList ? `${field}[${index}]` : field,
      sentence: text,
      findingIds,
      total,
    }));
  return [
    ...list('executiveSummary.headline', prose.headline, false),
    ...list('executiveSummary.topConcerns', prose.topConcerns, true),
    ...list('executiveSummary.positiveNotes', prose.positiveNotes, true),
    ...list('executiveSummary.immediateActions', prose.immediateActions, true),
    ...list('intelligence.summary', prose.intelligence, false),
    ...list('developerReport.summary', prose.developerSummary, false),
    ...(format === 'full' ? actedOn(measures).map(citationOfAction) : []),
  ];
}

const citationOfAction = (rule: RuleMeasure, index: number): Citation => ({
  field: `developerReport.actionItems[${index}].description`,
  sentence: describedAction(rule),
  findingIds: rule.ids,
  total: rule.count,
});

const texts = (sentences: readonly CheckedSentence[]): string[] => sentences.map(({ text }) => text);
