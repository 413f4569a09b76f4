import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip; everything after `content` is true unless given. */
export interface ZipLine {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** 0 stored, 8 deflated. */
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly packedBytes?: number;
  readonly crc?: number;
  /** Kind and permissions as in Unix. */
  readonly unixMode?: number;
  /** Fields of the local header that differ from the directory. */
  readonly local?: {
    readonly name?: string | Buffer;
    readonly method?: number;
    readonly flags?: number;
    readonly size?: number;
  };
  /** Writes the sizes after the content instead of before it. */
  readonly dataDescriptor?: boolean;
  readonly zip64?: boolean;
  readonly extra?: Buffer;
  /** Points to the bytes of the entry with this index, and has none of its own. */
  readonly sameBytesAs?: number;
  /** Bytes that are already packed, written as they are. */
  readonly packed?: Buffer;
}

export interface ZipOptions {
  /** The number of entries in the end record. */
  readonly count?: number;
  readonly disk?: number;
  readonly comment?: Buffer;
}

const UTF8 = 0x800;
const WIDE = 0xffffffff;

export function zip(entries: readonly ZipLine[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const records: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const known = factsOf(entry);
    offsets.push(entry.sameBytesAs === undefined ? position : offsets[entry.sameBytesAs]!);
    if (entry.sameBytesAs === undefined) {
      const bytes = Buffer.concat([
        localHeader(entry, known),
        known.packed,
        entry.dataDescriptor ? dataDescriptor(known) : Buffer.alloc(0),
      ]);
      parts.push(bytes);
      position += bytes.length;
    }
    records.push(directoryRecord(entry, known, offsets.at(-1)!));
  }
  const directory = Buffer.concat(records);
  const needsZip64 = entries.some(({ zip64 }) => zip64);
  return Buffer.concat([
    ...parts,
    directory,
    ...(needsZip64 ? [endOfDirectory64(entries.length, directory.length, position)] : []),
    endOfDirectory(options.count ?? entries.length, directory.length, needsZip64 ? WIDE : position, options),
  ]);
}

type Facts = ReturnType<typeof factsOf>;

function factsOf({
  name,
  content = '',
  method = 8,
  flags = UTF8,
  size,
  packedBytes,
  crc,
  packed,
  dataDescriptor,
}: ZipLine) {
  const bytes = Buffer.from(content);
  const squeezed = packed ?? (method === 8 ? deflateRawSync(bytes) : bytes);
  return {
    name: Buffer.from(name),
    method,
    flags: flags | (dataDescriptor ? 8 : 0),
    size: size ?? bytes.length,
    packed: squeezed,
    packedBytes: packedBytes ?? squeezed.length,
    crc: crc ?? crc32(bytes),
  };
}

function localHeader({ local = {}, dataDescriptor, extra = Buffer.alloc(0) }: ZipLine, facts: Facts): Buffer {
  const name = Buffer.from(local.name ?? facts.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(local.flags ?? facts.flags, 6);
  header.writeUInt16LE(local.method ?? facts.method, 8);
  if (!dataDescriptor) {
    header.writeUInt32LE(facts.crc, 14);
    header.writeUInt32LE(facts.packedBytes, 18);
    header.writeUInt32LE(local.size ?? facts.size, 22);
  }
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function dataDescriptor({ crc, packedBytes, size }: Facts): Buffer {
  const descriptor = Buffer.alloc(16);
  [0x08074b50, crc, packedBytes, size].forEach((value, index) => descriptor.writeUInt32LE(value, index * 4));
  return descriptor;
}

function directoryRecord(
  { unixMode = 0, zip64, extra = Buffer.alloc(0) }: ZipLine,
  { name, flags, method, crc, packedBytes, size }: Facts,
  offset: number,
): Buffer {
  const wide = zip64 ? zip64Extra(size, packedBytes, offset) : Buffer.alloc(0);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((3 << 8) | 45, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(method, 10);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(zip64 ? WIDE : packedBytes, 20);
  record.writeUInt32LE(zip64 ? WIDE : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(wide.length + extra.length, 30);
  record.writeUInt32LE((unixMode << 16) >>> 0, 38);
  record.writeUInt32LE(zip64 ? WIDE : offset, 42);
  return Buffer.concat([record, name, wide, extra]);
}

function zip64Extra(size: number, packedBytes: number, offset: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  [size, packedBytes, offset].forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}

function endOfDirectory64(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function endOfDirectory(
  count: number,
  length: number,
  offset: number,
  { disk = 0, comment = Buffer.alloc(0) }: ZipOptions,
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(disk, 4);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

/** Info-ZIP's field for a name in UTF-8 beside one that is not. */
export function unicodePath(rawName: Buffer, name: string): Buffer {
  const text = Buffer.from(name);
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x7075, 0);
  extra.writeUInt16LE(5 + text.length, 2);
  extra.writeUInt8(1, 4);
  extra.writeUInt32LE(crc32(rawName), 5);
  return Buffer.concat([extra, text]);
}
