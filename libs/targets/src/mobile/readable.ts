import { yieldToLoop } from '@assay/kernel';
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
 * The readable text of a file of a build:
 *
 * - `text`: the file itself.
 * - `decoded`: the contents of a compiled file, as text.
 * - `strings`: all strings of a program, or of a file that could not be decoded.
 */
export interface ReadableText {
  readonly kind: 'text' | 'decoded' | 'strings';
  readonly lines: Iterable<string> | AsyncIterable<string>;
}

/** The limit of decoded text: a base for every file, plus so many UTF-16 units for each byte of the compiled file. */
const UNITS_PER_BYTE = 8;
const BASE_UNITS = 64 * 1024;
const PIECE = 1024 * 1024;

/** @param bytes the whole file */
export function readableText(bytes: Buffer): ReadableText {
  const decoded = decode(bytes);
  if (decoded !== undefined) return decoded;
  return isBinary(bytes) ? stringsIn(piecesOf(bytes)) : { kind: 'text', lines: [decodeBytes(bytes)] };
}

/** For a file that is too large for memory: only its printable strings are read. */
export const stringsIn = (content: AsyncIterable<Buffer>): ReadableText => ({
  kind: 'strings',
  lines: toLines(printableRuns(content)),
});

/** Decodes a compiled file. Undefined if the file is not compiled, or not of the format that it claims. */
function decode(bytes: Buffer): ReadableText | undefined {
  try {
    switch (bytes.toString('hex', 0, 4)) {
      case '03000800':
        return {
          kind: 'decoded',
          lines: [xmlText(decodeBinaryXml(bytes), unitsFor(bytes))],
        };
      case '6465780a':
        return { kind: 'strings', lines: toLines(dexStrings(bytes)) };
      case '02000c00':
        return {
          kind: 'strings',
          lines: decoding('the table of resources', () => toLines([...readResources(bytes).strings()])),
        };
    }
    return isBinaryPlist(bytes)
      ? { kind: 'decoded', lines: toLines(within(unitsFor(bytes), plistLines(decodePlist(bytes)))) }
      : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined; // the caller then reads its strings
    throw error;
  }
}

const unitsFor = (bytes: Buffer): number => BASE_UNITS + bytes.length * UNITS_PER_BYTE;

/** All texts, if they have at most so many UTF-16 units together. @throws Malformed */
function within(units: number, texts: Iterable<string>): string[] {
  const held: string[] = [];
  let left = units;
  for (const text of texts) {
    left -= text.length + 1;
    if (left < 0) throw new Malformed('it repeats its values until they are many times its size');
    held.push(text);
  }
  return held;
}

/** Yields the bytes piece by piece, so that the event loop can do other work in between. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
    await yieldToLoop();
  }
}

async function* toLines(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}
