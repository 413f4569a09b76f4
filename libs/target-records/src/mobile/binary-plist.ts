import { Malformed, decoding } from './malformed';
import { MAX_DEPTH, MAX_VALUES, type Plist } from './plist-values';

const TRAILER = 32;
/** Seconds from 1970 to 2001, the beginning of Apple's count of time. */
const EPOCH = 978_307_200;
/**
 * The limit of all strings and data, as a multiple of the file's size. One string may be referenced often, but not so
 * often that it fills the memory.
 */
const MAX_EXPANSION = 8;
const TOO_MANY = `the property list has more than ${MAX_VALUES.toLocaleString('en')} values`;

/**
 * Reads a binary property list. Its objects refer to each other by number. It refuses a list that contains itself, and
 * a list whose items all refer to the same list, because its size would double with each level.
 * @throws Malformed
 */
export const decodeBinaryPlist = (bytes: Buffer): Plist =>
  decoding('the property list', () => {
    const layout = layoutOf(bytes);
    return new BinaryPlist(bytes, layout).read(layout.top);
  });

/** The contents of the trailer. */
interface Layout {
  /** The number of objects. */
  readonly count: number;
  /** The number of the top object, which holds all others. */
  readonly top: number;
  /** The offset of the table of the objects' offsets. */
  readonly table: number;
  /** The bytes of an offset in that table, and of a reference to an object. */
  readonly offsetBytes: number;
  readonly referenceBytes: number;
}

function layoutOf(bytes: Buffer): Layout {
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
  return { count, top, table, offsetBytes, referenceBytes };
}

class BinaryPlist {
  private readonly budget: { values: number; bytes: number };
  /** The objects that are being read, each nested in the one before. */
  private readonly open = new Set<number>();

  constructor(
    private readonly bytes: Buffer,
    private readonly layout: Layout,
  ) {
    this.budget = { values: MAX_VALUES, bytes: bytes.length * MAX_EXPANSION };
  }

  /** @param index the number of the object */
  read(index: number): Plist {
    const { count, table, offsetBytes } = this.layout;
    if ((this.budget.values -= 1) < 0) throw new Malformed(TOO_MANY);
    if (index >= count) throw new Malformed('the property list names an object that it has not');
    if (this.open.has(index)) throw new Malformed('the property list holds itself');
    if (this.open.size >= MAX_DEPTH)
      throw new Malformed(`the property list is nested more than ${MAX_DEPTH} levels deep`);
    this.open.add(index);
    const value = this.objectAt(this.integer(table + index * offsetBytes, offsetBytes));
    this.open.delete(index);
    return value;
  }

  private objectAt(offset: number): Plist {
    const marker = this.bytes.readUInt8(offset);
    const [kind, low] = [marker >> 4, marker & 0x0f];
    switch (kind) {
      case 0x0:
        return marker === 0x09;
      case 0x1:
        return low === 3
          ? Number(this.bytes.readBigInt64BE(offset + 1))
          : this.integer(offset + 1, Math.min(2 ** low, 8));
      case 0x2:
        return low === 2 ? this.bytes.readFloatBE(offset + 1) : this.bytes.readDoubleBE(offset + 1);
      case 0x3:
        return new Date((this.bytes.readDoubleBE(offset + 1) + EPOCH) * 1000);
      case 0x8:
        return this.integer(offset + 1, Math.min(low + 1, 8));
      default:
        return this.sizedObject(kind, this.sized(offset, low));
    }
  }

  /** Texts, data and lists: kinds whose objects have a length. */
  private sizedObject(kind: number, { size, place }: { readonly size: number; readonly place: number }): Plist {
    const { bytes } = this;
    const { referenceBytes } = this.layout;
    const width =
      kind === 0x6 ? 2 : kind === 0xd ? referenceBytes * 2 : kind === 0xa || kind === 0xc ? referenceBytes : 1;
    if (place + size * width > bytes.length - TRAILER)
      throw new Malformed('the property list has a value that reaches beyond its end');
    if (kind >= 0xa && size > MAX_VALUES) throw new Malformed(TOO_MANY);
    switch (kind) {
      case 0x4:
        this.take(size);
        return Uint8Array.from(bytes.subarray(place, place + size));
      case 0x5:
        this.take(size);
        return bytes.toString('latin1', place, place + size);
      case 0x6:
        this.take(size * 2);
        return Buffer.from(bytes.subarray(place, place + size * 2))
          .swap16()
          .toString('utf16le');
      case 0xa:
      case 0xc:
        return this.references(place, size).map((index) => this.read(index));
      case 0xd: {
        const keys = this.references(place, size);
        const values = this.references(place + size * referenceBytes, size);
        return new Map(keys.map((key, index) => [keyOf(this.read(key)), this.read(values[index]!)]));
      }
      default:
        throw new Malformed('the property list has a value of an unknown kind');
    }
  }

  /** A size of 15 or more is written as a separate number after the marker. */
  private sized(offset: number, low: number): { size: number; place: number } {
    if (low !== 0x0f) return { size: low, place: offset + 1 };
    const width = 2 ** (this.bytes.readUInt8(offset + 1) & 0x0f);
    if (width > 8) throw new Malformed('the property list has numbers of an impossible size');
    return { size: this.integer(offset + 2, width), place: offset + 2 + width };
  }

  private integer(place: number, size: number): number {
    return size <= 6 ? this.bytes.readUIntBE(place, size) : Number(this.bytes.readBigUInt64BE(place));
  }

  private references(place: number, size: number): number[] {
    const { referenceBytes } = this.layout;
    return Array.from({ length: size }, (_, index) => this.integer(place + index * referenceBytes, referenceBytes));
  }

  private take(size: number): void {
    if ((this.budget.bytes -= size) < 0)
      throw new Malformed('the property list repeats its values until they are many times its size');
  }
}

const isIntegerSize = (bytes: number): boolean => bytes >= 1 && bytes <= 8;

function keyOf(key: Plist): string {
  if (typeof key === 'string') return key;
  throw new Malformed('the property list has a key that is no string');
}
