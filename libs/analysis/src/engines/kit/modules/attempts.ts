import { placesNaming } from './named-places';

/**
 * Whether a file only tries to load a module or a package, each time with something else in its place: in a `try`, or
 * in a promise that catches.
 */
export function hasOnlyAttempts(text: string, name: string): boolean {
  const places = placesNaming(text, name);
  return places.length > 0 && places.every(({ before, after }) => isAttempt(before, after));
}

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
