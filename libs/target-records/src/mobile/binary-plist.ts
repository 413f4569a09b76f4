import { Malformed, decoding } from './malformed';
import { MAX_DEPTH, MAX_VALUES, type Plist } from './plist-values';

const TRAILER = 32;
/** Seconds from 1970 to 2001, the year from which Apple counts. */
const EPOCH = 978_307_200;
/**
 * The limit of all strings and data, as a multiple of the file's size. One string may be referenced often, but not so
 * often that it fills the memory.
 */
const MAX_EXPANSION = 8;
const TOO_MANY = `the property list has more than ${MAX_VALUES.toLocaleString('en')} values`;

/**
 * Reads a binary property list. Its objects refer to each other by number. A list that contains itself is refused. So
 * is a list whose places all refer to the same list, because its size would double with each level.
 * @throws Malformed
 */
export const decodeBinaryPlist = (bytes: Buffer): Plist =>
  decoding('the property list', () => {
    if (bytes.length < 8 + TRAILER) throw new Malformed('the property list ends too early');
    const trailer = bytes.subarray(bytes.length - TRAILER);
    const [offsetBytes, referenceBytes] = [trailer.readUInt8(6), trailer.readUInt8(7)];
    const [count, top, table] = [8, 16, 24].map((place) => Number(trailer.readBigUInt64BE(place))) as [
      number,
      number,
      number,
    ];
    if (!isIntegerSize(offsetBytes) || !isIntegerSize(referenceBytes))
      throw new Malformed('the property list has numbers of an impossible size');
    if (table + count * offsetBytes > bytes.length - TRAILER)
      throw new Malformed('the property list counts more objects than it has');
    const budget = { values: MAX_VALUES, bytes: bytes.length * MAX_EXPANSION };
    const open = new Set<number>();

    const integer = (place: number, size: number): number =>
      size <= 6 ? bytes.readUIntBE(place, size) : Number(bytes.readBigUInt64BE(place));
    const take = (size: number): void => {
      if ((budget.bytes -= size) < 0)
        throw new Malformed('the property list repeats its values until they are many times its size');
    };
    const references = (place: number, size: number): number[] =>
      Array.from({ length: size }, (_, index) => integer(place + index * referenceBytes, referenceBytes));

    const read = (index: number): Plist => {
      if ((budget.values -= 1) < 0) throw new Malformed(TOO_MANY);
      if (index >= count) throw new Malformed('the property list names an object that it has not');
      if (open.has(index)) throw new Malformed('the property list holds itself');
      if (open.size >= MAX_DEPTH) throw new Malformed(`the property list is nested more than ${MAX_DEPTH} levels deep`);
      open.add(index);
      const value = objectAt(integer(table + index * offsetBytes, offsetBytes));
      open.delete(index);
      return value;
    };

    const objectAt = (offset: number): Plist => {
      const marker = bytes.readUInt8(offset);
      const [kind, low] = [marker >> 4, marker & 0x0f];
      switch (kind) {
        case 0x0:
          return marker === 0x09;
        case 0x1:
          return low === 3 ? Number(bytes.readBigInt64BE(offset + 1)) : integer(offset + 1, Math.min(2 ** low, 8));
        case 0x2:
          return low === 2 ? bytes.readFloatBE(offset + 1) : bytes.readDoubleBE(offset + 1);
        case 0x3:
          return new Date((bytes.readDoubleBE(offset + 1) + EPOCH) * 1000);
        case 0x8:
          return integer(offset + 1, Math.min(low + 1, 8));
      }
      const { size, place } = sized(offset, low);
      const width =
        kind === 0x6 ? 2 : kind === 0xd ? referenceBytes * 2 : kind === 0xa || kind === 0xc ? referenceBytes : 1;
      if (place + size * width > bytes.length - TRAILER)
        throw new Malformed('the property list has a value that reaches beyond its end');
      if (kind >= 0xa && size > MAX_VALUES) throw new Malformed(TOO_MANY);
      switch (kind) {
        case 0x4:
          take(size);
          return Uint8Array.from(bytes.subarray(place, place + size));
        case 0x5:
          take(size);
          return bytes.toString('latin1', place, place + size);
        case 0x6:
          take(size * 2);
          return Buffer.from(bytes.subarray(place, place + size * 2))
            .swap16()
            .toString('utf16le');
        case 0xa:
        case 0xc:
          return references(place, size).map(read);
        case 0xd: {
          const keys = references(place, size);
          const values = references(place + size * referenceBytes, size);
          return new Map(keys.map((key, index) => [keyOf(read(key)), read(values[index]!)]));
        }
        default:
          throw new Malformed('the property list has a value of an unknown kind');
      }
    };

    /** A size of 15 or more is written as a separate number after the marker. */
    const sized = (offset: number, low: number): { size: number; place: number } => {
      if (low !== 0x0f) return { size: low, place: offset + 1 };
      const width = 2 ** (bytes.readUInt8(offset + 1) & 0x0f);
      if (width > 8) throw new Malformed('the property list has numbers of an impossible size');
      return { size: integer(offset + 2, width), place: offset + 2 + width };
    };

    return read(top);
  });

const isIntegerSize = (bytes: number): boolean => bytes >= 1 && bytes <= 8;

function keyOf(key: Plist): string {
  if (typeof key === 'string') return key;
  throw new Malformed('the property list has a key that is no string');
}
