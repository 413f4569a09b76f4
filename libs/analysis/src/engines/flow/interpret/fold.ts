import type { Constant } from '../ir';
import type { Value } from './values';

const isNumber = (constant: Constant | undefined): constant is number => typeof constant === 'number';

/** The constant that results from an operation on constants; undefined if it is not known. */
export function fold(operator: string, values: readonly Value[]): Constant | undefined {
  const constants = values.map(({ constant }) => constant);
  if (constants.some((constant) => constant === undefined)) return undefined;
  const [left, right] = constants as readonly Constant[];
  if (constants.length === 1) return foldOne(operator, left!);
  if (constants.length !== 2) return undefined;
  return foldTwo(operator, left!, right!);
}

function foldOne(operator: string, value: Constant): Constant | undefined {
  if (operator === '!') return !value;
  if (operator === '-' && isNumber(value)) return -value;
  if (operator === '+' && isNumber(value)) return value;
  return undefined;
}

/** Longer texts are not folded: a text that is added to itself in a loop would grow without end. */
const MAX_TEXT = 20_000;

const joined = (left: string, right: string): string | undefined =>
  left.length + right.length > MAX_TEXT ? undefined : left + right;

function foldTwo(operator: string, left: Constant, right: Constant): Constant | undefined {
  switch (operator) {
    case '==':
      return isCharacterAndNumber(left, right) ? undefined : left === right;
    case '!=':
      return isCharacterAndNumber(left, right) ? undefined : left !== right;
    case '+':
      return isNumber(left) && isNumber(right)
        ? left + right
        : typeof left === 'string' && typeof right === 'string'
          ? joined(left, right)
          : undefined;
    case 'in':
      return typeof left === 'string' && typeof right === 'string' ? right.includes(left) : undefined;
  }
  if (isNumber(left) && isNumber(right)) return foldNumbers(operator, left, right);
  return isCharacter(left) && isCharacter(right) ? foldCharacters(operator, left, right) : undefined;
}

const isCharacter = (constant: Constant): constant is string => typeof constant === 'string' && constant.length === 1;

/** Languages that have characters count them among the numbers: `c == 47`. */
const isCharacterAndNumber = (left: Constant, right: Constant): boolean =>
  (isCharacter(left) && isNumber(right)) || (isNumber(left) && isCharacter(right));

/** Single characters have the same order in all languages: that of their code points. */
function foldCharacters(operator: string, left: string, right: string): Constant | undefined {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
  return undefined;
}

function foldNumbers(operator: string, left: number, right: number): Constant | undefined {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case 'add':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '//':
      return right === 0 ? undefined : Math.floor(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '**':
      return left ** right;
  }
  return undefined;
}
