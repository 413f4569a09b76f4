import type { Diagnostics, Parameters } from 'recheck';
import { isNeverExponential } from './expressions/proofs';

/**
 * The bounds of the search for a slow text: steps, so that a busy machine comes to the same verdict as an idle one.
 * recheck's own bounds are times of 100 to 1,000 ms beside 1,500 million steps and twice as many tries. With these the
 * 49 searches of a repository with a Markdown parser take half of the time, and say the same.
 */
export const STEPS = {
  incubationTimeout: null,
  seedingTimeout: null,
  attackTimeout: null,
  attackLimit: 5_000_000,
  maxIteration: 5,
  maxGenerationSize: 50,
  crossoverSize: 12,
  mutationSize: 25,
} as const;

/** Judges an expression by recheck, which is loaded for the first one. */
export function recheckOf(source: string, flags: string, parameters: Parameters): Diagnostics {
  // Otherwise recheck would start a Java program or a downloaded binary if it finds one. It reads this variable when
  // it is loaded.
  process.env['RECHECK_BACKEND'] = 'pure';
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  const { checkSync } = require('recheck') as typeof import('recheck');
  return checkSync(source, flags, parameters);
}

/** Milliseconds for one expression: the last resort. */
const TIMEOUT = 10_000;
/** How many expressions a process judges. Input meets few that repeat a group. */
const MOST = 30;
const known = new Map<string, boolean>();

/**
 * Whether a short text makes an expression of JavaScript, without flags, run for ever. The search takes up to seconds
 * for one of them, a third of the time of a whole application; most of those that are harmless are proven so at once.
 */
export function isExponential(source: string): boolean {
  const before = known.get(source);
  if (before !== undefined || known.size >= MOST) return before ?? false;
  const isSlow = !isNeverExponential(source) && isFoundExponential(source);
  known.set(source, isSlow);
  return isSlow;
}

function isFoundExponential(source: string): boolean {
  const found = recheckOf(source, '', { ...STEPS, timeout: TIMEOUT });
  return found.status === 'vulnerable' && found.complexity.type === 'exponential';
}
