import { outermost } from './masked';

/** A value that is surely no exception class and no tuple of them. */
const NO_EXCEPTION = /^\s*(?:[rbuf]{0,2}["']|\d|[-+~[{]|(?:None|True|False|lambda|not|yield)\b)/i;

const LONGEST = 2_000;

/**
 * Whether an expression behind `except` may give an exception class, or a tuple of them, though Ruff cannot see it:
 * a choice of two such expressions, what is awaited, or what gets a name.
 */
export function mayBeExceptions(expression: string): boolean {
  if (expression.length > LONGEST) return false;
  const outer = outermost(expression);
  const named = /^\s*\w+\s*:=/.exec(outer)?.[0];
  if (named !== undefined) return !NO_EXCEPTION.test(expression.slice(named.length));
  const [, chosen, , other] = /^([^]+?\s)(if\s[^]+?\selse)(\s[^]+)$/.exec(outer) ?? [];
  if (chosen !== undefined && other !== undefined)
    return [expression.slice(0, chosen.length), expression.slice(-other.length)].every(isPlainOrChoice);
  return /^\s*await\s/.test(outer) || isOrNothing(expression);
}

const isPlainOrChoice = (expression: string): boolean =>
  /\sif\s/.test(outermost(expression)) ? mayBeExceptions(expression) : !NO_EXCEPTION.test(expression);

/** `self.errors or ()` */
const isOrNothing = (expression: string): boolean => /^[\w.]+\s+or\s*\(\s*\)\s*$/.test(expression);
