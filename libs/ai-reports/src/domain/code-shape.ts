import { sha256Hex } from '@assay/kernel';

const READ = 400;

/**
 * A digest of code without its names, strings, numbers and white space: two places with the same shape were written, or
 * copied, in the same way.
 */
export const shapeOf = (code: string): string =>
  sha256Hex(
    code
      .slice(0, READ)
      .replace(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g, '""')
      .replace(/\b\d[\w.]*/g, '0')
      .replace(/[\p{L}_$][\p{L}\d_$]*/gu, 'x')
      .replace(/\s+/g, ''),
  ).slice(0, 16);
