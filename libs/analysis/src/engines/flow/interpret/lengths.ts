import type { Expression } from '../ir';
import { bitOf } from '../rules';
import { nameOfCalled } from './called-names';
import type { Run } from './run';

/** A name of so few characters holds at most one step up, `../`, and no name of a file beside it. */
const MOST_OF_A_STEP = 3;

/** Functions that count the characters of a text, and never the elements of a list. */
const COUNTS = /^(?:(?:mb_|iconv_|grapheme_)?strlen)$/;

/**
 * `strlen($language) === 2`: a text of so few characters names no file of another folder.
 * @param protect rules out weaknesses for a place
 */
export function refineLength(
  run: Run,
  operator: string,
  [left, right]: readonly Expression[],
  isTrue: boolean,
  protect: (place: Expression, mask: number) => void,
): void {
  const cut = lettingThrough(operator, isTrue);
  if (cut === undefined || left === undefined || right === undefined) return;
  const isEquality = operator === '==' || operator === '!=';
  for (const [call, bound] of isEquality
    ? [[left, right] as const, [right, left] as const]
    : [[left, right] as const]) {
    const text = countedIn(run.written.of(call));
    const limit = text && run.evaluate(bound).constant;
    if (text && typeof limit === 'number' && limit - cut <= MOST_OF_A_STEP)
      protect(text, bitOf('path-traversal') | bitOf('file-inclusion'));
  }
}

/** How far below the bound the greatest number stays that a comparison lets through; undefined if none does. */
function lettingThrough(operator: string, isTrue: boolean): 0 | 1 | undefined {
  switch (operator) {
    case '==':
    case '<=':
      return isTrue ? 0 : undefined;
    case '<':
      return isTrue ? 1 : undefined;
    case '!=':
    case '>':
      return isTrue ? undefined : 0;
    case '>=':
      return isTrue ? undefined : 1;
    default:
      return undefined;
  }
}

const countedIn = (call: Expression): Expression | undefined =>
  call.kind === 'call' && COUNTS.test(nameOfCalled(call.callee)) ? call.args[0]?.value : undefined;
