import fc, { type StringConstraints } from 'fast-check';

const SURROGATES = { first: 0xd800, after: 0xe000 };
const WITHOUT_SURROGATES = 0x110000 - (SURROGATES.after - SURROGATES.first);

const codePoint = fc.nat(WITHOUT_SURROGATES - 1).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.after - SURROGATES.first),
  (text) => {
    const code = typeof text === 'string' && [...text].length === 1 ? text.codePointAt(0)! : NaN;
    if (code < SURROGATES.first) return code;
    if (code >= SURROGATES.after) return code - (SURROGATES.after - SURROGATES.first);
    throw new TypeError('not one code point');
  },
);

/**
 * Text of any code points, as `fc.string({ unit: 'binary' })` makes it. That one first builds a table of all 1.1
 * million code points, which takes a second of processor time in each spec file.
 */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: codePoint });
