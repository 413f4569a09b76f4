import { decodeBytes } from '@assay/source-text';
import { decodeBinaryPlist } from './binary-plist';
import type { Plist } from './plist-values';
import { decodeXmlPlist } from './xml-plist';

export const isBinaryPlist = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';

/** Reads a property list, binary or XML. @throws Malformed */
export const decodePlist = (bytes: Buffer): Plist =>
  isBinaryPlist(bytes) ? decodeBinaryPlist(bytes) : decodeXmlPlist(decodeBytes(bytes));
