import { withoutSlashComments } from '../kit/slash-comments';

const ALWAYS_FAILS = /"(?:[^"\\]|\\.)*"\s*==\s*(?:NULL|nullptr|0)\b|\b(?:NULL|nullptr|0)\s*==\s*"/;
const MOST_LINES = 60;

/**
 * Whether a finding is wrong because of an assertion. Cppcheck skips the argument of `assert`, such as the assignment
 * in `assert((text = next()) != NULL)` between two calls of `free(text)`. And `assert("reason" == NULL)` is a common
 * way to write an assertion that fails with its reason.
 * @param row from 1 on
 */
export function isOfAssertion(rule: string, message: string, lines: readonly string[], row: number): boolean {
  if (rule === 'text-comparison') return ALWAYS_FAILS.test(withoutSlashComments(lines[row - 1] ?? ''));
  if (rule !== 'double-free') return false;
  const name = /'(\w+)'/.exec(message)?.[1];
  if (name === undefined) return false;
  const above = withoutSlashComments(lines.slice(Math.max(0, row - 1 - MOST_LINES), row - 1).join('\n'));
  const since = above.slice(above.lastIndexOf(lastRelease(above, name)));
  return new RegExp(String.raw`\bassert\s*\([^;]*[(,\s]${name}\s*=(?!=)`).test(since);
}

/** The last call above that releases the pointer; empty if there is none. */
const lastRelease = (text: string, name: string): string =>
  (text.match(new RegExp(String.raw`\bfree\s*\(\s*${name}\s*\)`, 'g')) ?? []).at(-1) ?? '';
