import { Malformed, decoding } from '@assay/target-records';

const HEADER = 0x70;
/**
 * The limit of all strings together, as a multiple of the file's size. Strings normally share no bytes, but a hostile
 * file may let a million of them begin inside one.
 */
const MAX_EXPANSION = 2;
/** A dex file has at most 65,536 members, and rarely five times as many strings. */
const MAX_STRINGS = 2_000_000;

/**
 * Reads the strings of a `classes.dex`: every literal of the code, and the names of its types and members.
 * @throws Malformed
 */
export const dexStrings = (bytes: Buffer): string[] =>
  decoding('the dex file', () => {
    const count = bytes.readUInt32LE(0x38);
    const table = bytes.readUInt32LE(0x3c);
    if (bytes.length < HEADER || count > MAX_STRINGS || table + count * 4 > bytes.length)
      throw new Malformed('the dex file counts more strings than it has');
    let left = bytes.length * MAX_EXPANSION;
    const places = new Set<number>();
    for (let index = 0; index < count; index += 1) places.add(bytes.readUInt32LE(table + index * 4));
    return [...places].map((place) => {
      const text = stringAt(bytes, place);
      left -= text.length + 1;
      if (left < 0) throw new Malformed('the strings of the dex file overlap');
      return text;
    });
  });

/** A string is its length in UTF-16 units as a number of one to five bytes, then modified UTF-8 up to a zero. */
function stringAt(bytes: Buffer, place: number): string {
  let start = place;
  while ((bytes.readUInt8(start) & 0x80) !== 0) {
    start += 1;
    if (start - place >= 5) throw new Malformed('a string of the dex file has an invalid length');
  }
  start += 1;
  const end = bytes.indexOf(0, start);
  if (end === -1) throw new Malformed('a string of the dex file has no end');
  // Modified UTF-8 differs only for zeros and for characters beyond the first plane. Secrets contain neither.
  return bytes.toString('utf8', start, end);
}
