import type { Problem } from '../kit/per-file';

/** A credential with a fixed prefix that the preset does not know. It is plain data in the tool's settings. */
export interface SecretPattern {
  /** Shown to the user: `Stripe secret key`. */
  readonly name: string;
  /** A JavaScript regular expression. It must take linear time, because it searches files of strangers. */
  readonly regex: string;
}

export interface CompiledPattern {
  readonly rule: string;
  readonly name: string;
  readonly regex: RegExp;
}

/** A finding with the secret itself, which never leaves this process. */
export interface FoundSecret {
  readonly problem: Problem;
  readonly value: string;
}

export const compilePatterns = (patterns: Readonly<Record<string, SecretPattern>>): CompiledPattern[] =>
  Object.entries(patterns).map(([rule, { name, regex }]) => ({ rule, name, regex: new RegExp(regex, 'g') }));

export function matchesOf(text: string, patterns: readonly CompiledPattern[]): FoundSecret[] {
  return patterns.flatMap(({ rule, name, regex }) =>
    [...text.matchAll(regex)].map(({ index, 0: value }) => ({
      problem: { rule, ...positionOf(text, index), message: `Found ${name}` },
      value,
    })),
  );
}

/** From 1. */
function positionOf(text: string, index: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < index; next = text.indexOf('\n', next + 1)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: index - start + 1 };
}
