import type { Severity } from '@assay/kernel';

/** The base metrics of CVSS 3 and their weights, by the specification of 3.1, section 7.4. */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const PRIVILEGES = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } };

/** The base score of a vector of CVSS 3.0 or 3.1, from 0 to 10; undefined for any other text. */
export function baseScore(vector: string): number | undefined {
  if (vector.length > 300 || !/^CVSS:3\.[01]\//.test(vector)) return undefined;
  const metrics = new Map(
    vector
      .split('/')
      .slice(1)
      .map((part) => part.split(':') as [string, string]),
  );
  const weight = (name: string): number => WEIGHTS[name]?.[metrics.get(name) ?? ''] ?? Number.NaN;
  const scope = metrics.get('S');
  if (scope !== 'U' && scope !== 'C') return undefined;
  const privileges = (PRIVILEGES[scope] as Readonly<Record<string, number>>)[metrics.get('PR') ?? ''] ?? Number.NaN;
  const harm = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = scope === 'U' ? 6.42 * harm : 7.52 * (harm - 0.029) - 3.25 * (harm - 0.02) ** 15;
  const exploitability = 8.22 * weight('AV') * weight('AC') * privileges * weight('UI');
  if (Number.isNaN(impact + exploitability)) return undefined;
  if (impact <= 0) return 0;
  return roundedUp(Math.min(10, (scope === 'U' ? 1 : 1.08) * (impact + exploitability)));
}

/** To one decimal, as appendix A of the specification rounds, which binary fractions do not disturb. */
function roundedUp(score: number): number {
  const whole = Math.round(score * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}

/** The bands of the qualitative scale of CVSS; a score of 0 tells of nothing that needs to be done. */
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
