import { setImmediate } from 'node:timers/promises';
import { decodeBytes, isBinary } from '@assay/source-text';
import {
  decodeBinaryXml,
  Malformed,
  decoding,
  decodePlist,
  isBinaryPlist,
  plistLines,
  xmlText,
} from '@assay/target-records';
import { dexStrings } from './dex-strings';
import { printableRuns } from './printable-runs';
import { readResources } from './resources';

/**
 * The text that a file of a build holds: `text` is the file itself, `decoded` what a compiled file says, `strings` all
 * strings of a program or of what could not be decoded.
 */
export interface ReadableText {
  readonly kind: 'text' | 'decoded' | 'strings';
  readonly lines: Iterable<string> | AsyncIterable<string>;
}

/** UTF-16 units of decoded text for each byte of a compiled file, above what every file may have. */
const GROWTH = 8;
const FREE = 1024 * 1024;
const PIECE = 1024 * 1024;

/** @param bytes the whole file */
export function readableText(bytes: Buffer): ReadableText {
  const decoded = decode(bytes);
  if (decoded !== undefined) return decoded;
  return isBinary(bytes) ? stringsIn(only(bytes)) : { kind: 'text', lines: [decodeBytes(bytes)] };
}

/** For a file that is too large to be held: only what is printable is found in it. */
export const stringsIn = (content: AsyncIterable<Buffer>): ReadableText => ({
  kind: 'strings',
  lines: lined(printableRuns(content)),
});

/** Undefined for what is not compiled, or is not what it claims to be. */
function decode(bytes: Buffer): ReadableText | undefined {
  try {
    switch (bytes.toString('hex', 0, 4)) {
      case '03000800':
        return { kind: 'decoded', lines: [xmlText(decodeBinaryXml(bytes), FREE + bytes.length * GROWTH)] };
      case '6465780a':
        return { kind: 'strings', lines: lined(dexStrings(bytes)) };
      case '02000c00':
        return {
          kind: 'strings',
          lines: decoding('the table of resources', () => lined([...readResources(bytes).strings()])),
        };
    }
    return isBinaryPlist(bytes) ? { kind: 'decoded', lines: lined([...plistLines(decodePlist(bytes))]) } : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined; // its strings are found all the same
    throw error;
  }
}

/** Piece by piece, so that others have their turn. */
async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
    await setImmediate();
  }
}

async function* lined(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}
