export type PlistValue =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | readonly PlistValue[]
  | { readonly [key: string]: PlistValue };

export const xmlPlist = (value: PlistValue): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" ' +
  `"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n${xmlOf(value)}\n</plist>\n`;

function xmlOf(value: PlistValue): string {
  if (typeof value === 'string') return `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`;
  if (typeof value === 'boolean') return `<${value}/>`;
  if (value instanceof Date) return `<date>${value.toISOString().replace(/\.\d+/, '')}</date>`;
  if (Buffer.isBuffer(value)) return `<data>${value.toString('base64')}</data>`;
  if (isList(value)) return `<array>${value.map(xmlOf).join('')}</array>`;
  return `<dict>${Object.entries(value)
    .map(([key, each]) => `<key>${key}</key>${xmlOf(each)}`)
    .join('\n')}</dict>`;
}

const EPOCH = 978_307_200_000;

/** Each value an object of its own; references and offsets of two and four bytes. */
export function binaryPlist(root: PlistValue): Buffer {
  const objects: Buffer[] = [];
  const add = (value: PlistValue): number => {
    const index = objects.push(Buffer.alloc(0)) - 1;
    objects[index] = encode(value);
    return index;
  };
  const encode = (value: PlistValue): Buffer => {
    if (typeof value === 'boolean') return Buffer.from([value ? 9 : 8]);
    if (typeof value === 'number')
      return Number.isInteger(value)
        ? sizedNumber(0x13, (bytes) => bytes.writeBigInt64BE(BigInt(value)))
        : sizedNumber(0x23, (bytes) => bytes.writeDoubleBE(value));
    if (value instanceof Date)
      return sizedNumber(0x33, (bytes) => bytes.writeDoubleBE((value.getTime() - EPOCH) / 1000));
    if (typeof value === 'string') {
      const ascii = /^[\0-\x7f]*$/.test(value);
      return Buffer.concat([
        marker(ascii ? 5 : 6, value.length),
        ascii ? Buffer.from(value, 'latin1') : Buffer.from(value, 'utf16le').swap16(),
      ]);
    }
    if (Buffer.isBuffer(value)) return Buffer.concat([marker(4, value.length), value]);
    if (isList(value)) return Buffer.concat([marker(0xa, value.length), references(value.map(add))]);
    const keys = Object.keys(value).map(add);
    return Buffer.concat([marker(0xd, keys.length), references([...keys, ...Object.values(value).map(add)])]);
  };
  add(root);
  return binaryPlistOf(objects);
}

/** The file of these objects, of which the first is the outermost: any of them may be a lie. */
export function binaryPlistOf(
  objects: readonly Buffer[],
  { count = objects.length }: { readonly count?: number } = {},
): Buffer {
  const offsets = Buffer.alloc(objects.length * 4);
  let position = 8;
  objects.forEach((bytes, index) => {
    offsets.writeUInt32BE(position, index * 4);
    position += bytes.length;
  });
  const trailer = Buffer.alloc(32);
  trailer.writeUInt8(4, 6);
  trailer.writeUInt8(2, 7);
  [count, 0, position].forEach((value, index) => trailer.writeBigUInt64BE(BigInt(value), 8 + index * 8));
  return Buffer.concat([Buffer.from('bplist00'), ...objects, offsets, trailer]);
}

export const references = (indexes: readonly number[]): Buffer =>
  Buffer.concat(indexes.map((index) => Buffer.from([index >> 8, index & 0xff])));

export function marker(kind: number, size: number): Buffer {
  if (size < 15) return Buffer.from([(kind << 4) | size]);
  const bytes = Buffer.from([(kind << 4) | 0xf, 0x12, 0, 0, 0, 0]);
  bytes.writeUInt32BE(size, 2);
  return bytes;
}

function sizedNumber(kind: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(8);
  write(bytes);
  return Buffer.concat([Buffer.from([kind]), bytes]);
}

const isList = (value: PlistValue): value is readonly PlistValue[] => Array.isArray(value);
