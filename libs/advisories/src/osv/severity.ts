import type { Severity } from '@assay/kernel';

const LONGEST_VECTOR = 300;

/** The base score of a vector of CVSS 3 or 4, from 0 to 10; undefined for any other text. */
export function baseScore(vector: string): number | undefined {
  if (vector.length > LONGEST_VECTOR) return undefined;
  // Loaded on demand: only an import needs it, and a scan need not wait for it.
  const { Cvss3P0, Cvss3P1, Cvss4P0 } = require('ae-cvss-calculator') as typeof import('ae-cvss-calculator');
  try {
    if (vector.startsWith('CVSS:4.0/')) {
      const read = new Cvss4P0(vector);
      return read.isBaseFullyDefined() ? read.calculateScores().baseMetricsOnly : undefined;
    }
    if (!/^CVSS:3\.[01]\//.test(vector)) return undefined;
    const read = vector.startsWith('CVSS:3.0/') ? new Cvss3P0(vector) : new Cvss3P1(vector);
    return read.isBaseFullyDefined() ? read.calculateScores().base : undefined;
  } catch (error) {
    // For an unknown part of a vector the library throws a plain Error.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The bands of CVSS's qualitative scale. A score of 0 needs no action. */
export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}

/** The words that advisory sources use. */
const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  minor: 'low',
  negligible: 'info',
  unimportant: 'info',
};

export const severityOfWord = (word: unknown): Severity | undefined =>
  typeof word === 'string' && Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined;
