import { FINDING_CATEGORIES, type FindingCategory, type Severity, perSeverity } from '@assay/kernel';
import type { AiReportFormat } from './ai-report';
import { type Measures, byUrgency } from './measuring';
import { type RiskLevel, effortText, healthScore, riskLevel, riskScore } from './weights';

/** The parts of a report that a writer fills with sentences. */
export const SLOTS = {
  headline: { most: 1, asks: 'The state of the target in one sentence.' },
  topConcerns: { most: 5, asks: 'What is worst, one sentence a concern, the worst first.' },
  positiveNotes: { most: 4, asks: 'What is in order.' },
  immediateActions: { most: 5, asks: 'What to do first, one sentence an action, each beginning with a verb.' },
  developerSummary: { most: 4, asks: 'What a developer should know before reading the lists.' },
  intelligence: { most: 4, asks: 'Where the risk is and what drives it.' },
} as const;
export type Slot = keyof typeof SLOTS;

const EXECUTIVE: readonly Slot[] = ['headline', 'topConcerns', 'positiveNotes', 'immediateActions'];

export const slotsOf = (format: AiReportFormat): readonly Slot[] =>
  format === 'executive'
    ? EXECUTIVE
    : format === 'summary'
      ? [...EXECUTIVE, 'intelligence']
      : [...EXECUTIVE, 'intelligence', 'developerSummary'];

/** Evidence for sentences: facts with the findings that they were counted from. */
export interface Evidence<Facts = Readonly<Record<string, unknown>>> {
  readonly ref: string;
  readonly facts: Facts;
  readonly findingIds: readonly string[];
  readonly total: number;
}

export type OverallFacts = Readonly<Record<Severity, number>> & {
  readonly target: string;
  readonly openIssues: number;
  readonly decidedIssues: number;
  readonly files: number;
  readonly riskScore: number;
  readonly highestRiskScore: number;
  readonly riskLevel: RiskLevel;
  readonly estimatedFixTime: string;
};

export interface RuleFacts {
  readonly title: string;
  readonly tool: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly category: FindingCategory;
  readonly cwe: string | null;
  readonly places: number;
  readonly files: number;
  readonly file: string | null;
  readonly line: number | null;
  readonly effort: string;
  readonly percentOfRisk: number;
}

export interface FileFacts {
  readonly file: string;
  readonly issues: number;
  readonly score: number;
}

export interface PatternFacts {
  readonly title: string;
  readonly occurrences: number;
  readonly files: number;
}

export interface CategoryFacts {
  readonly category: FindingCategory;
  readonly issues: number;
}

export interface ToolFacts {
  readonly completed: number;
  readonly foundNothing: number;
  readonly missing: number;
  /** The first names. */
  readonly missingNames: readonly string[];
  /** How many missing ones are not named. */
  readonly unnamed: number;
}

export interface ComparisonFacts {
  readonly improvedFiles: number;
  readonly worsenedFiles: number;
}

/**
 * All that a writer gets: bounded, and made of numbers that code computed. It holds titles and paths of the target,
 * which are data to be quoted, and none of its code.
 */
export interface Brief {
  readonly format: AiReportFormat;
  readonly overall: Evidence<OverallFacts>;
  /** The most urgent first. */
  readonly rules: readonly Evidence<RuleFacts>[];
  readonly files: readonly Evidence<FileFacts>[];
  readonly patterns: readonly Evidence<PatternFacts>[];
  readonly categories: readonly Evidence<CategoryFacts>[];
  readonly tools: Evidence<ToolFacts>;
  readonly comparison?: Evidence<ComparisonFacts>;
}

const RULES_TOLD = 12;
const FILES_TOLD = 5;
const PATTERNS_TOLD = 5;
const NAMES_TOLD = 10;
const TITLE = 200;
const PATH = 300;

export function briefOf({
  format,
  target,
  measures,
  tools,
  comparison,
}: {
  readonly format: AiReportFormat;
  readonly target: string;
  readonly measures: Measures;
  readonly tools: Omit<ToolFacts, 'missing' | 'unnamed'>;
  readonly comparison?: ComparisonFacts;
}): Brief {
  const { ids, open } = measures;
  return {
    format,
    overall: { ref: 'all', facts: overallFacts(target, measures), findingIds: ids, total: open },
    rules: measures.rules
      .toSorted(byUrgency)
      .slice(0, RULES_TOLD)
      .map((rule, n) => ({
        ref: `rule${n + 1}`,
        facts: ruleFacts(rule, measures),
        findingIds: rule.ids,
        total: rule.count,
      })),
    files: measures.files.slice(0, FILES_TOLD).map(({ file, count, weight: heavy, ids: found }, n) => ({
      ref: `file${n + 1}`,
      facts: { file: clipped(file, PATH), issues: count, score: healthScore(heavy) },
      findingIds: found,
      total: count,
    })),
    patterns: measures.patterns.slice(0, PATTERNS_TOLD).map(({ title, count, files, ids: found }, n) => ({
      ref: `pattern${n + 1}`,
      facts: { title: titleOf(title, 'a pattern'), occurrences: count, files: files.length },
      findingIds: found,
      total: count,
    })),
    categories: FINDING_CATEGORIES.map((category) => ({
      ref: category,
      facts: { category, issues: measures.byCategory[category].count },
      findingIds: measures.byCategory[category].ids,
      total: measures.byCategory[category].count,
    })),
    tools: {
      ref: 'tools',
      facts: {
        ...tools,
        missing: tools.missingNames.length,
        missingNames: tools.missingNames.slice(0, NAMES_TOLD),
        unnamed: Math.max(0, tools.missingNames.length - NAMES_TOLD),
      },
      findingIds: [],
      total: 0,
    },
    ...(comparison !== undefined && {
      comparison: { ref: 'comparison', facts: comparison, findingIds: ids, total: open },
    }),
  };
}

function overallFacts(
  target: string,
  { weight, open, decided, bySeverity, effort, files, own }: Measures,
): OverallFacts {
  const score = riskScore(weight);
  return {
    ...perSeverity((severity) => bySeverity[severity]),
    openIssues: open,
    decidedIssues: decided,
    files: files.length,
    target: clipped(target, PATH),
    riskScore: score,
    highestRiskScore: 100,
    riskLevel: riskLevel(score, own),
    estimatedFixTime: effortText(effort),
  };
}

const ruleFacts = (rule: Measures['rules'][number], { weight }: Measures): RuleFacts => ({
  title: titleOf(rule.title, rule.rule),
  tool: rule.tool,
  rule: rule.rule,
  severity: rule.severity,
  category: rule.category,
  cwe: rule.cwe,
  places: rule.count,
  files: rule.files,
  file: rule.file === null ? null : clipped(rule.file, PATH),
  line: rule.line,
  effort: effortText(rule.effort),
  percentOfRisk: percentOf(rule.weight, weight),
});

/** All evidence that a sentence may cite, by reference. */
export const evidenceOf = (brief: Brief): ReadonlyMap<string, Evidence> =>
  new Map(
    [
      brief.overall,
      ...brief.rules,
      ...brief.files,
      ...brief.patterns,
      ...brief.categories,
      brief.tools,
      ...(brief.comparison === undefined ? [] : [brief.comparison]),
    ].map((evidence) => [evidence.ref, evidence as Evidence]),
  );

/** Whole percent, rounded down. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole));

/** A title as it stands within a sentence. */
const titleOf = (title: string, otherwise: string): string =>
  clipped(title, TITLE).replace(/[.!\s]+$/, '') || otherwise;

/** Long runs of letters and digits: keys and tokens, which a title may quote. */
const TOKEN = /[A-Za-z0-9+_=-]{32,}/g;
const withoutCredential = (token: string): string =>
  /\d/.test(token) && /[A-Za-z]/.test(token) ? `${token.slice(0, 3)}***` : token;

const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;
/** One line without control characters: text of a target must not start a line of its own in a customer's report. */
export function clipped(text: string, most: number): string {
  const line = text.replace(CONTROL, ' ').replace(TOKEN, withoutCredential).trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
