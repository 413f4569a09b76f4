import { createHash } from 'node:crypto';
import type { Inventory } from './inventory';

/** The head of a document beside the packages. */
export interface DocumentFacts {
  /** The target, as people know it. */
  readonly name: string;
  readonly assay: string;
  readonly timestamp: Date;
  /** An RFC 4122 name. */
  readonly serial: string;
  /** Files that could not be read, so that the packages in them are missing. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[];
}

/** The same packages of the same target have the same serial number, whenever and wherever they are listed. */
export function serialOf(name: string, { components, lists }: Inventory): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, lists, components]))
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80; // version 8: of the maker's own making
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
