import { escapedForRegex } from '../escaped-for-regex';

/** How far above an import its `try` may begin, in characters. */
const MOST_BEFORE = 4_000;

/**
 * Whether a file only tries to load a module or a package, each time with something else in its place: in a `try`, or
 * in a promise that catches.
 */
export function hasOnlyAttempts(text: string, name: string): boolean {
  const places = [...text.matchAll(namesAt(name))].map(({ 0: named, index }) => [index, index + named.length] as const);
  return (
    places.length > 0 &&
    places.every(([from, to]) => isAttempt(text.slice(Math.max(0, from - MOST_BEFORE), from), text.slice(to)))
  );
}

const namesAt = (name: string): RegExp => new RegExp(`(['"\`])${escapedForRegex(name)}(?:/[^'"\`]*)?\\1`, 'g');

function isAttempt(before: string, after: string): boolean {
  if (!/\b(?:import|require(?:\.resolve)?)\(\s*$/.test(before)) return false;
  return /^\s*\)\s*\.catch\(/.test(after) || isInTry(before);
}

/** Whether one of the blocks that are open at the end of the text is that of a `try`. */
function isInTry(text: string): boolean {
  let closed = 0;
  for (const [brace] of [...text.matchAll(/\btry\s*\{|[{}]/g)].toReversed()) {
    if (brace === '}') closed += 1;
    else if (closed > 0) closed -= 1;
    else if (brace !== '{') return true;
  }
  return false;
}
