import type { Severity } from '@assay/kernel';

/** The three levels of SARIF. */
export const LEVEL: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/**
 * On the scale of CVSS, by which GitHub orders security alerts: over 9.0 is critical, from 7.0 high, from 4.0 medium,
 * below it low. Each severity is the middle of its range; `info` is the end of the last.
 */
export const SECURITY_SEVERITY: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.5',
};

/** CodeQL's names for the severity of a rule that is not about security, which GitHub shows. */
export const PROBLEM_SEVERITY = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

/**
 * How likely GitHub may take a result to be true. Nobody has measured that for each rule, but a severity is a promise:
 * of a critical or high finding that a maintainer would stop and look, of a low one no more than a hint.
 */
export const PRECISION: Readonly<Record<Severity, 'high' | 'medium' | 'low'>> = {
  critical: 'high',
  high: 'high',
  medium: 'medium',
  low: 'low',
  info: 'low',
};
