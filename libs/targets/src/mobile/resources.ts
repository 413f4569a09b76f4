import {
  type Chunk,
  type XmlValue,
  Malformed,
  decoding,
  STRING_POOL,
  chunksOf,
  readStringPool,
} from '@assay/target-records';

/**
 * The resources in `resources.arsc`. A resource has one value for each configuration (language, screen, version) that
 * defines its own.
 */
interface ResourceTable {
  /** The values, with references followed. Empty if the resource does not exist. @throws Malformed */
  valuesOf(id: number): readonly XmlValue[];
  /** Every string of every value. */
  strings(): Generator<string>;
}

const PACKAGE = 0x0200;
const TYPE = 0x0201;
const NO_ENTRY = 0xffffffff;
const COMPLEX = 0x1;
const SPARSE = 0x1;
/** Resources followed from one. A reference to a reference is rare, and a reference to itself is an attack. */
const MAX_FOLLOWED = 50;
/** Configurations of one resource that are read. There are about a hundred languages. */
const MAX_CONFIGURATIONS = 500;
/**
 * The most that all lookups in one table may cost together: a place that is looked at costs 1, and a value as much as
 * it takes in the record. A manifest of a large app has some hundred references, and each resource about a hundred
 * values.
 */
const MAX_COST = 8_000_000;
const VALUE_COST = 40;
/** Characters of one value. Android shows no longer label. */
const MAX_TEXT = 2_000;

/** @throws Malformed */
export const readResources = (bytes: Buffer): ResourceTable =>
  decoding('the table of resources', () => {
    const chunks = [...chunksOf(bytes, bytes.readUInt16LE(2))];
    const poolChunk = chunks.find(({ type }) => type === STRING_POOL);
    const pool = poolChunk ? readStringPool(poolChunk.bytes) : undefined;
    const types = new Map<number, TypeChunk[]>();
    for (const chunk of chunks.filter(({ type }) => type === PACKAGE).flatMap(typesOf)) {
      const alike = types.get(chunk.key);
      if (alike) alike.push(chunk);
      else types.set(chunk.key, [chunk]);
    }

    const valueOf = (entry: Buffer): XmlValue => {
      const [type, data] = [entry.readUInt8(3), entry.readUInt32LE(4)];
      if (type === 0x03) return { kind: 'text', text: pool?.at(data)?.slice(0, MAX_TEXT) ?? '' };
      if (type === 0x01 || type === 0x07) return { kind: 'reference', id: data };
      if (type === 0x12) return { kind: 'boolean', boolean: data !== 0 };
      return type >= 0x10 && type <= 0x1f
        ? { kind: 'number', number: data | 0 }
        : { kind: 'other', hex: `0x${data.toString(16)}` };
    };
    let left = MAX_COST;
    const take = (cost: number): void => {
      if ((left -= cost) < 0) throw new Malformed('its resources refer to each other too often');
    };
    const known = new Map<number, readonly XmlValue[]>();
    const ownValues = (id: number): readonly XmlValue[] => {
      const before = known.get(id);
      if (before) return before;
      const values = (types.get(id >>> 16) ?? []).slice(0, MAX_CONFIGURATIONS).flatMap((type) => {
        take(1);
        const entry = entryOf(type, id & 0xffff);
        return entry ? [valueOf(entry)] : [];
      });
      known.set(id, values);
      return values;
    };

    const valuesOf = (id: number): XmlValue[] => {
      const followed = new Set([id]);
      const values: XmlValue[] = [];
      for (const each of followed) {
        for (const value of decoding('the table of resources', () => ownValues(each))) {
          take(value.kind === 'text' ? VALUE_COST + value.text.length : VALUE_COST);
          if (value.kind !== 'reference') values.push(value);
          else if (followed.size < MAX_FOLLOWED) followed.add(value.id);
        }
      }
      return values;
    };

    return {
      valuesOf,
      *strings() {
        for (let index = 0; index < (pool?.count ?? 0); index += 1) yield pool?.at(index) ?? '';
      },
    };
  });

interface TypeChunk extends Chunk {
  /** The upper half of the ids of its resources. */
  readonly key: number;
}

const typesOf = ({ bytes, headerSize }: Chunk): TypeChunk[] =>
  [...chunksOf(bytes, headerSize)]
    .filter(({ type }) => type === TYPE)
    .map((chunk) => ({ ...chunk, key: ((bytes.readUInt32LE(8) & 0xff) << 8) | chunk.bytes.readUInt8(8) }));

/** The value of a plain entry. An entry that is a map (a style, a plural) has no value that an attribute could take. */
function entryOf({ bytes, headerSize }: TypeChunk, index: number): Buffer | undefined {
  const offset = offsetOf(bytes, headerSize, index);
  if (offset === undefined) return undefined;
  const entry = bytes.subarray(bytes.readUInt32LE(16) + offset);
  return (entry.readUInt16LE(2) & COMPLEX) === 0 ? entry.subarray(entry.readUInt16LE(0)) : undefined;
}

/**
 * The offset of an entry from the first one. The chunk has a table by index; a sparse chunk has pairs of an index and a
 * quarter of the offset, sorted by the index. They are searched by halves, as Android does.
 */
function offsetOf(bytes: Buffer, headerSize: number, index: number): number | undefined {
  const count = bytes.readUInt32LE(12);
  if ((bytes.readUInt8(9) & SPARSE) === 0) {
    const offset = index < count ? bytes.readUInt32LE(headerSize + index * 4) : NO_ENTRY;
    return offset === NO_ENTRY ? undefined : offset;
  }
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bytes.readUInt16LE(headerSize + middle * 4) < index) from = middle + 1;
    else to = middle;
  }
  const pair = headerSize + from * 4;
  return from < count && bytes.readUInt16LE(pair) === index ? bytes.readUInt16LE(pair + 2) * 4 : undefined;
}
