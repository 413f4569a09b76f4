import type { FindingCategory, Severity } from '@assay/kernel';

/**
 * The published weights of AI reports (docs/ai-reports.md). Whole numbers only, so that every machine computes the same
 * report.
 */
export const FORMULAS_VERSION = 1;

/** The weight of one open finding in the target's own code. */
const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = {
  critical: 160,
  high: 40,
  medium: 12,
  low: 4,
  info: 0,
};

/** A finding in a test, an example or generated code weighs a quarter. */
export const weightOf = (severity: Severity, role: string): number =>
  role === 'own' ? SEVERITY_WEIGHT[severity] : SEVERITY_WEIGHT[severity] / 4;

/** The weight at which a score is half of its range. */
const HALF_RISK = 240;
const HALF_HEALTH = 80;

/** 0 to 99: it grows with the number and the severity of open findings and never reaches 100. */
export const riskScore = (weight: number): number => Math.floor((100 * weight) / (weight + HALF_RISK));

/** 100 for a file without open findings, down to 0. */
export const healthScore = (weight: number): number => 100 - Math.ceil((100 * weight) / (weight + HALF_HEALTH));

export const RISK_LEVELS = ['healthy', 'elevated', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** @param own the open findings in the target's own code, by severity */
export function riskLevel(score: number, own: Readonly<Record<Severity, number>>): RiskLevel {
  if (own.critical > 0) return 'critical';
  if (own.high > 0 || score >= 50) return 'high';
  return score >= 10 ? 'elevated' : 'healthy';
}

/** Minutes to fix the first place of a rule. */
const FIRST_PLACE: Readonly<Record<FindingCategory, number>> = {
  security: 60,
  performance: 45,
  quality: 30,
  accessibility: 20,
  standards: 10,
};
/** If an engine offers the fix, only its review is left. */
const FIRST_PLACE_WITH_FIX = 5;
const MOST_PER_RULE = 16 * 60;

/** Minutes to fix all places of a rule: each further one takes a quarter of the first, a rule at most 16 hours. */
export function effortOf(category: FindingCategory, places: number, hasFix: boolean): number {
  const first = hasFix ? FIRST_PLACE_WITH_FIX : FIRST_PLACE[category];
  return Math.min(MOST_PER_RULE, first + Math.ceil(((places - 1) * first) / 4));
}

const HOUR = 60;
const WORKING_DAY = 8 * HOUR;

/** `25 min`, `3 h 30 min` or `2 days 4 h`, rounded up to 5 minutes, half an hour or an hour; a day has 8 hours. */
export function effortText(minutes: number): string {
  if (minutes < HOUR) return `${Math.ceil(minutes / 5) * 5} min`;
  if (minutes < WORKING_DAY) {
    const rounded = Math.ceil(minutes / 30) * 30;
    return joined([`${Math.floor(rounded / HOUR)} h`, rounded % HOUR === 0 ? '' : `${rounded % HOUR} min`]);
  }
  const hours = Math.ceil(minutes / HOUR);
  const days = Math.floor(hours / 8);
  return joined([days === 1 ? '1 day' : `${days} days`, hours % 8 === 0 ? '' : `${hours % 8} h`]);
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
