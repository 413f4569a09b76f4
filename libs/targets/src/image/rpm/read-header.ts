/** The fields of a package that rpm has installed. */
export interface RpmPackage {
  readonly name: string;
  readonly version: string;
  readonly release: string;
  readonly epoch: number | undefined;
  readonly architecture: string;
  readonly licence: string;
  /** The file that it was built from: `openssl-3.0.7-27.el9.src.rpm`. */
  readonly source: string;
  readonly requires: readonly string[];
  readonly provides: readonly string[];
}

/** The numbers and types of rpm's header: https://rpm-software-management.github.io/rpm/manual/format_header.html */
const TAG = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  licence: 1014,
  architecture: 1022,
  source: 1044,
  provides: 1047,
  requires: 1049,
} as const;
const WANTED: ReadonlySet<number> = new Set(Object.values(TAG));
const INT32 = 4;
const STRINGS: ReadonlySet<number> = new Set([6, 8, 9]);
const ENTRY_BYTES = 16;
/** rpm's own limit. */
const MOST_ENTRIES = 65_535;
/** More than any package of a distribution requires or provides. */
const MOST_STRINGS = 20_000;

/**
 * Reads a header as rpm's database keeps it: the number of entries, the bytes of data, the entries, the data; numbers
 * are big-endian. An entry is a tag, the type of its values, where they begin in the data, and how many they are.
 * @returns undefined for what is no header
 */
export function readHeader(blob: Buffer): RpmPackage | undefined {
  if (blob.length < 8) return undefined;
  const [entries, size] = [blob.readUInt32BE(0), blob.readUInt32BE(4)];
  const begin = 8 + entries * ENTRY_BYTES;
  if (entries > MOST_ENTRIES || begin + size > blob.length) return undefined;
  const data = blob.subarray(begin, begin + size);
  const values = new Map<number, readonly string[] | number>();
  for (let at = 8; at < begin; at += ENTRY_BYTES) {
    const [tag, type, offset, count] = [0, 4, 8, 12].map((field) => blob.readUInt32BE(at + field)) as Four;
    if (!WANTED.has(tag)) continue;
    if (type === INT32 && offset + 4 <= size) values.set(tag, data.readUInt32BE(offset));
    else if (STRINGS.has(type)) values.set(tag, stringsAt(data, offset, Math.min(count, MOST_STRINGS)));
  }
  const texts = (tag: number): readonly string[] => {
    const found = values.get(tag);
    return Array.isArray(found) ? (found as readonly string[]) : [];
  };
  const text = (tag: number): string => texts(tag)[0] ?? '';
  const epoch = values.get(TAG.epoch);
  if (text(TAG.name) === '' || text(TAG.version) === '') return undefined;
  return {
    name: text(TAG.name),
    version: text(TAG.version),
    release: text(TAG.release),
    epoch: typeof epoch === 'number' ? epoch : undefined,
    architecture: text(TAG.architecture),
    licence: text(TAG.licence),
    source: text(TAG.source),
    requires: texts(TAG.requires),
    provides: texts(TAG.provides),
  };
}

type Four = [number, number, number, number];

/** Texts that end with a zero byte, one behind the other. */
function stringsAt(data: Buffer, offset: number, count: number): string[] {
  const strings: string[] = [];
  for (let at = offset; strings.length < count && at < data.length; ) {
    const end = data.indexOf(0, at);
    if (end < 0) break;
    strings.push(data.toString('utf8', at, end));
    at = end + 1;
  }
  return strings;
}
