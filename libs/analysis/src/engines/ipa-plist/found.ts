import { plainText } from '@assay/source-text';
import type { RawFinding } from '../engine';

/** A finding of which only the file is not known yet. */
export type Found = Omit<RawFinding, 'file' | 'place'>;

/** A finding about a key of a property list, shown with what it is set to. */
export const entry = (
  rule: string,
  keys: readonly string[],
  value: unknown,
  message: string,
  more: Partial<Found> = {},
): Found => ({ rule, excerpt: plainText(`${keys.join('.')} = ${String(value)}`, 600), message, ...more });

/** A finding about a key that is not there. */
export const absent = (rule: string, key: string, message: string): Found => ({ rule, excerpt: key, message });
