import { ArchiveRefused } from './archive-refused';

export const BLOCK = 512;

/** One header block. The extended headers before it are not yet applied. */
export interface TarHeader {
  /** The type flag as a character: '0' a file, '5' a folder, 'x' an extended header … */
  readonly type: string;
  readonly name: Buffer;
  readonly link: Buffer;
  readonly size: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export const isZeroBlock = (block: Buffer): boolean => block.every((byte) => byte === 0);

/**
 * Tells whether a block is a header: its checksum field must hold the sum of its bytes, with the field itself counted
 * as spaces.
 */
export function hasTarChecksum(block: Buffer): boolean {
  const stored = parseInt(text(block, 148, 8), 8);
  let unsigned = 0;
  let signed = 0;
  for (let index = 0; index < BLOCK; index += 1) {
    const byte = index >= 148 && index < 156 ? 0x20 : block[index]!;
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte; // old tars from machines with signed characters
  }
  return stored === unsigned || stored === signed;
}

/** @throws ArchiveRefused CORRUPT */
export function parseTarHeader(block: Buffer): TarHeader {
  if (!hasTarChecksum(block)) throw new ArchiveRefused('CORRUPT', { detail: 'a header whose checksum is wrong' });
  // GNU's own format, `ustar  `, has other fields in the place of the prefix.
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
  const name = field(block, 0, 100);
  const prefix = isPosix ? field(block, 345, 155) : Buffer.alloc(0);
  const type = block[156] === 0 ? '0' : String.fromCharCode(block[156]!);
  return {
    type,
    name: prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]),
    link: field(block, 157, 100),
    size: number(block, 124, 12),
    mode: number(block, 100, 8) & 0o7777,
    uid: number(block, 108, 8),
    gid: number(block, 116, 8),
  };
}

function field(block: Buffer, start: number, length: number): Buffer {
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end));
}

const text = (block: Buffer, start: number, length: number): string =>
  field(block, start, length).toString('latin1').trim();

/**
 * Reads a number: octal digits, or GNU's base-256 for numbers that do not fit. Anything else is refused rather than
 * guessed: a reader that takes `8` for 0 sees another archive.
 */
function number(block: Buffer, start: number, length: number): number {
  if (block[start]! >= 0x80) return base256(block.subarray(start, start + length));
  const digits = text(block, start, length);
  if (digits === '') return 0;
  if (!/^[0-7]+$/.test(digits)) throw new ArchiveRefused('CORRUPT', { detail: 'a header with an invalid number' });
  return parseInt(digits, 8);
}

function base256(bytes: Buffer): number {
  const value = BigInt(`0x${bytes.toString('hex')}`) - (1n << BigInt(bytes.length * 8 - 1));
  if (bytes[0] !== 0x80 || value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new ArchiveRefused('CORRUPT', { detail: 'a header with a number out of range' });
  return Number(value);
}
