import { type AttributeValue, chunk, stringPool, words } from './binary-xml-writer';

const NO_ENTRY = 0xffffffff;

/**
 * `resources.arsc` of the package 0x7f: for each type, by its number from 1, the values of its entries in each
 * configuration.
 */
export function resourceTable(
  types: Readonly<Record<number, readonly (readonly (AttributeValue | undefined)[])[]>>,
): Buffer {
  const strings: string[] = [];
  const chunks = Object.entries(types).flatMap(([type, configurations]) =>
    configurations.map((values) => typeChunk(Number(type), values, strings)),
  );
  const name = Buffer.alloc(256);
  name.write('shop', 'utf16le');
  const header = Buffer.concat([words(0x7f), name, words(0, 0, 0, 0, 0)]);
  const packageChunk = chunk(0x0200, 8 + header.length, header, ...chunks);
  return chunk(0x0002, 12, words(1), stringPool(strings), packageChunk);
}

/**
 * `resources.arsc` with one type, as sparse as can be: each of so many configurations has each entry, a value or a
 * reference to the resource of this number.
 */
export function sparseTable(entries: number, configurations = 1, refersTo?: (configuration: number) => number): Buffer {
  const pairs = Buffer.alloc(entries * 4);
  for (let index = 0; index < entries; index += 1) pairs.writeUInt16LE(index, index * 4);
  const header = words(28, 0, 0, 0, 0, 0, 0);
  const headerSize = 20 + header.length;
  const flags = Buffer.from([1, 1, 0, 0]); // type 1, sparse
  const counts = words(entries, headerSize + pairs.length);
  const chunks = Array.from({ length: configurations }, (_, configuration) => {
    const value = refersTo ? words(0x01000008, 0x7f010000 + refersTo(configuration)) : words(0x10000008, 7);
    return chunk(0x0201, headerSize, flags, counts, header, pairs, words(8, 0), value);
  });
  const name = Buffer.alloc(256);
  const packageHeader = Buffer.concat([words(0x7f), name, words(0, 0, 0, 0, 0)]);
  const packageChunk = chunk(0x0200, 8 + packageHeader.length, packageHeader, ...chunks);
  return chunk(0x0002, 12, words(1), stringPool([]), packageChunk);
}

function typeChunk(type: number, values: readonly (AttributeValue | undefined)[], strings: string[]): Buffer {
  const entries: Buffer[] = [];
  let position = 0;
  const offsets = values.map((value) => {
    if (value === undefined) return NO_ENTRY;
    const entry = Buffer.concat([words(8, 0), valueOf(value, strings)]);
    entries.push(entry);
    position += entry.length;
    return position - entry.length;
  });
  const configuration = words(28, 0, 0, 0, 0, 0, 0);
  const headerSize = 20 + configuration.length;
  return chunk(
    0x0201,
    headerSize,
    words(type, values.length, headerSize + offsets.length * 4),
    configuration,
    words(...offsets),
    ...entries,
  );
}

function valueOf(value: AttributeValue, strings: string[]): Buffer {
  if (typeof value === 'string') return words(0x03000008, strings.push(value) - 1);
  if (typeof value === 'boolean') return words(0x12000008, value ? 0xffffffff : 0);
  return typeof value === 'number' ? words(0x10000008, value) : words(0x01000008, value.reference);
}
