import { Malformed } from './malformed';

/** The strings of a compiled resource: a binary XML or resources.arsc. */
export interface StringPool {
  readonly count: number;
  /**
   * Undefined if the pool has no such string, or if the string is broken, which Android treats as missing.
   * @throws Malformed if strings overlap too much
   */
  at(index: number): string | undefined;
}

export const STRING_POOL = 0x0001;
const UTF8 = 1 << 8;
const OFFSETS = 28;
/**
 * The limit of all decoded strings, as a multiple of the pool's size. Strings may share bytes, but not so much that
 * megabytes become gigabytes.
 */
const MAX_EXPANSION = 4;

/** @param bytes the chunk, from its header to its end */
export function readStringPool(bytes: Buffer): StringPool {
  const headerSize = bytes.readUInt16LE(2);
  const count = bytes.readUInt32LE(8);
  const isUtf8 = (bytes.readUInt32LE(16) & UTF8) !== 0;
  const start = bytes.readUInt32LE(20);
  if (headerSize < OFFSETS || headerSize + count * 4 > bytes.length || start > bytes.length)
    throw new Malformed('its string pool counts more strings than it has');
  const known = new Map<number, string | undefined>();
  let left = bytes.length * MAX_EXPANSION;
  const decode = (index: number): string | undefined => {
    const offset = start + bytes.readUInt32LE(headerSize + index * 4);
    const text = isUtf8 ? utf8At(bytes, offset) : utf16At(bytes, offset);
    left -= text?.length ?? 0;
    if (left < 0) throw new Malformed('its strings overlap');
    return text;
  };
  return {
    count,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      if (!known.has(index)) known.set(index, decode(index));
      return known.get(index);
    },
  };
}

/** A string is its length in UTF-16 units and its length in bytes, each of one or two bytes, and then the bytes. */
function utf8At(bytes: Buffer, offset: number): string | undefined {
  const units = lengthOf8(bytes, offset);
  const size = units && lengthOf8(bytes, units.next);
  return size && size.next + size.value <= bytes.length
    ? bytes.toString('utf8', size.next, size.next + size.value)
    : undefined;
}

function utf16At(bytes: Buffer, offset: number): string | undefined {
  if (offset + 2 > bytes.length) return undefined;
  const first = bytes.readUInt16LE(offset);
  const isLong = (first & 0x8000) !== 0;
  if (isLong && offset + 4 > bytes.length) return undefined;
  const units = isLong ? (first & 0x7fff) * 0x10000 + bytes.readUInt16LE(offset + 2) : first;
  const from = offset + (isLong ? 4 : 2);
  return from + units * 2 <= bytes.length ? bytes.toString('utf16le', from, from + units * 2) : undefined;
}

function lengthOf8(bytes: Buffer, offset: number): { value: number; next: number } | undefined {
  const first = bytes[offset];
  if (first === undefined) return undefined;
  if ((first & 0x80) === 0) return { value: first, next: offset + 1 };
  const second = bytes[offset + 1];
  return second === undefined ? undefined : { value: ((first & 0x7f) << 8) | second, next: offset + 2 };
}

/** A chunk of a compiled resource. All chunks have the same kind of header. */
export interface Chunk {
  readonly type: number;
  readonly headerSize: number;
  readonly bytes: Buffer;
}

/**
 * A chunk may have only eight bytes in the file, but becomes an object in memory. The largest layouts have some
 * thousand chunks, the largest tables some ten thousand.
 */
const MAX_CHUNKS = 300_000;

/** The chunks between two positions, in order. @throws Malformed for a chunk that is empty or exceeds the end */
export function* chunksOf(bytes: Buffer, start: number, end = bytes.length): Generator<Chunk> {
  let count = 0;
  for (let position = start; position + 8 <= end; ) {
    const size = bytes.readUInt32LE(position + 4);
    if (size < 8 || position + size > end)
      throw new Malformed('it has a chunk that is longer than what is left of it, or shorter than its own header');
    if ((count += 1) > MAX_CHUNKS) throw new Malformed(`it has more than ${MAX_CHUNKS.toLocaleString('en')} chunks`);
    yield {
      type: bytes.readUInt16LE(position),
      headerSize: bytes.readUInt16LE(position + 2),
      bytes: bytes.subarray(position, position + size),
    };
    position += size;
  }
}
