import { isRandom } from '../assignments/values';
import type { ShapePart } from './shapes';

/** A run of a shape in which a name of a program could stand as well. */
export interface Run {
  /** The class of its characters has small and capital letters. */
  readonly hasBothCases: boolean;
  /** The class has letters and nothing else. */
  readonly isLetters: boolean;
}

/** The classes of which an identifier can be made. Hexadecimal digits and base32 spell no words. */
const OF_WORDS = /^[wxpqcblz]$/;
const HEXADECIMAL = /^[hH]$/;
/** A shorter one says too little. */
const SHORTEST = 16;

/** The runs to look at closely, at the places of all runs of the shape. */
export function runsOf(parts: readonly ShapePart[]): (Run | undefined)[] {
  const runs = parts.filter((part) => 'of' in part);
  // Next to so many hexadecimal digits no identifier stands.
  if (runs.some(({ of, least }) => HEXADECIMAL.test(of) && least >= SHORTEST)) return [];
  return runs.map(({ of, least }) =>
    OF_WORDS.test(of) && least >= SHORTEST ? { hasBothCases: of !== 'l', isLetters: of === 'z' } : undefined,
  );
}

/** `_` and `-` are two of 64 characters: one of 32. In an identifier they stand at every word. */
const LETTERS_BETWEEN_SEPARATORS = 8;
/** Random letters of both cases and digits make parts of 1.5 to 2 letters, and identifiers such of 4 to 8. */
const LETTERS_OF_WORD = 2.5;
/** The same for letters alone, which a digit never divides: 2 to 3. */
const LETTERS_ALONE_OF_WORD = 4;

function lettersOfWord(run: string): number {
  const words = run.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, words.length);
}

/**
 * Whether a program made the run. Identifiers begin like credentials: `tfp_distributions_multivariate_normal_diag`,
 * `fw_downloadFirmwareVersion`. A random run of 16 letters and digits has both cases 9,998 times in 10,000.
 */
export function isOfProgram(run: string, { hasBothCases, isLetters }: Run): boolean {
  if (isLetters) return lettersOfWord(run) < LETTERS_ALONE_OF_WORD;
  if (!hasBothCases) return isRandom(run);
  if (run !== run.toLowerCase() && run !== run.toUpperCase())
    return lettersOfWord(run) < LETTERS_OF_WORD || isRandom(run);
  const separators = run.match(/[_-]/g)?.length ?? 0;
  return separators <= run.length / LETTERS_BETWEEN_SEPARATORS && isRandom(run);
}
