import type { CType } from './types';

/** The size of the numbers that arithmetic is done with: a narrower number is made an int. */
const INT_SIZE = 4;
const INT: CType = { size: INT_SIZE };
const SIZE_TYPE: CType = { size: 8, isUnsigned: true };
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '&', '|', '^']);

/** Functions of the library that give numbers, by their types. */
const RESULTS: readonly (readonly [RegExp, CType])[] = [
  [/^(?:strlen|wcslen|strspn|strcspn|fread|fwrite|strnlen)$/, SIZE_TYPE],
  [/^(?:atoi|rand|abs|random_r|fgetc|getc|getchar|toupper|tolower|stoi|_wtoi)$/, INT],
  [/^(?:strtol|strtoll|atol|atoll|random|labs|strtoimax|stol|stoll|read|recv|recvfrom|ftell)$/, { size: 8 }],
  [/^(?:strtoul|strtoull|strtoumax|stoul|stoull)$/, SIZE_TYPE],
  [/^(?:atof|strtod|strtof|strtold|stod|stof|floor|ceil|pow|sqrt|fabs|round)$/, { size: 8, isFloat: true }],
  [/^ntohl$/, { size: 4, isUnsigned: true }],
  [/^ntohs$/, { size: 2, isUnsigned: true }],
];

/** The type of the number that a function of the library gives; undefined for any other function. */
export const typeOfResult = (name: string): CType | undefined => RESULTS.find(([names]) => names.test(name))?.[1];

/** The type of what an operator makes of two operands; undefined where it is not certain. */
export function typeOfOperation(
  operator: string,
  left: CType | undefined,
  right: CType | undefined,
): CType | undefined {
  if (operator === '<<' || operator === '>>') return left && promoted(left);
  if (!ARITHMETIC.has(operator) || !left || !right) return undefined;
  if (left.to || right.to) return operator === '+' || operator === '-' ? (left.to ? left : right) : undefined;
  return wider(promoted(left), promoted(right));
}

/** The type in which arithmetic is done with a number. */
export function promoted(type: CType): CType | undefined {
  if (type.size === undefined || type.to || type.isArray || type.name !== undefined) return undefined;
  return type.size < INT_SIZE ? INT : type;
}

function wider(one: CType | undefined, other: CType | undefined): CType | undefined {
  if (!one || !other) return undefined;
  if (one.isFloat || other.isFloat) return { size: 8, isFloat: true };
  const size = Math.max(one.size!, other.size!);
  const isUnsigned = [one, other].some((each) => each.isUnsigned && each.size === size);
  return { size, ...(isUnsigned && { isUnsigned: true }) };
}

/** The type of a number that is written as one. */
export function typeOfNumber(text: string): CType {
  const isHex = /^0x/i.test(text);
  if (!isHex && /[.eE]/.test(text)) return { size: 8, isFloat: true };
  const suffix = /[uUlLzZ]*$/.exec(text)![0];
  const value = Number(text.replaceAll("'", '').replace(/[uUlLzZ]+$/, ''));
  const isUnsigned = /u/i.test(suffix) || (isHex && value > 0x7fffffff && value <= 0xffffffff);
  const size = /l/i.test(suffix) || value > (isUnsigned ? 0xffffffff : 0x7fffffff) ? 8 : INT_SIZE;
  return { size, ...(isUnsigned && { isUnsigned: true }) };
}
