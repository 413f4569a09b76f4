import { plainText } from '@assay/source-text';
import type { RawFinding } from '../engine';

/** A finding without its file. */
export type FileFinding = Omit<RawFinding, 'file' | 'place'>;

/** Makes a finding about a key of a property list, shown with its value. */
export const keyFinding = (
  rule: string,
  keys: readonly string[],
  value: unknown,
  message: string,
  more: Partial<FileFinding> = {},
): FileFinding => ({ rule, excerpt: plainText(`${keys.join('.')} = ${String(value)}`, 600), message, ...more });

/** Makes a finding about a missing key. */
export const missingKey = (rule: string, key: string, message: string): FileFinding => ({
  rule,
  excerpt: key,
  message,
});
