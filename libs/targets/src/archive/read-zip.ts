import { inSlices } from '@assay/kernel';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type ArchiveBudget, type ArchiveEntry, ArchiveRefused, entryName } from '@assay/archives';
import type { EntryKind } from '@assay/target-records';
import { inflate, readRange } from './read-bytes';
import { type ZipDirectory, type ZipRecord, readZipDirectory } from './zip-directory';

/**
 * Reads the entries of a zip, in the order of its directory. The positions of all entries are checked before the first
 * is returned: no entry may overlap another. With overlaps, a few megabytes could unpack to petabytes although each
 * entry alone has an honest size (Fifield's bomb).
 *
 * The entries are processed in slices: the process that recognises the kind of an upload also answers requests, and a
 * directory may have 200,000 entries.
 * @throws ArchiveRefused
 */
export async function* readZip(file: FileHandle, budget: ArchiveBudget): AsyncGenerator<ArchiveEntry> {
  const directory = await readZipDirectory(file, budget);
  const contents: number[] = [];
  for (const record of directory.records) contents.push(await locateContent(file, record, budget));
  await requireNoOverlap(directory, contents);
  for await (const [index, record] of inSlices(directory.records.entries(), { size: SLICE }))
    yield entryOf(file, record, contents[index]!, budget);
}

/** Entries that are processed in one slice: about a millisecond. */
const SLICE = 500;

const HEADER = 30;
const ENCRYPTED = 0x1;
const SIZES_FOLLOW = 0x8;
const WIDE = 0xffffffff;

/**
 * Finds where the content of an entry begins.
 * @throws ArchiveRefused when the entry's own header contradicts the directory, because readers that stream believe the
 *   header
 */
async function locateContent(file: FileHandle, record: ZipRecord, budget: ArchiveBudget): Promise<number> {
  const refuse = (code: ConstructorParameters<typeof ArchiveRefused>[0], detail?: string) =>
    new ArchiveRefused(code, { entry: entryName(record.name).printable, ...(detail && { detail }) });
  budget.takeBytes(0); // throws when the session was canceled
  if ((record.flags & ENCRYPTED) !== 0) throw refuse('ENCRYPTED');
  if (record.method !== 0 && record.method !== 8) throw refuse('UNSUPPORTED_COMPRESSION', `method ${record.method}`);
  const header = await readExactly(file, record.headerOffset, HEADER + record.rawName.length);
  if (header === undefined) throw refuse('TRUNCATED');
  if (header.readUInt32LE(0) !== 0x04034b50) throw refuse('CORRUPT', 'its header is not where the directory says');
  const [flags, method, packedBytes, size, nameLength] = [
    header.readUInt16LE(6),
    header.readUInt16LE(8),
    header.readUInt32LE(18),
    header.readUInt32LE(22),
    header.readUInt16LE(26),
  ];
  const named = nameLength === record.rawName.length && header.subarray(HEADER).equals(record.rawName);
  if (!named || method !== record.method || ((flags ^ record.flags) & ENCRYPTED) !== 0)
    throw refuse('CORRUPT', 'its header contradicts the directory');
  const agrees = (claimed: number, known: number) => claimed === known || claimed === WIDE;
  if ((flags & SIZES_FOLLOW) === 0 && !(agrees(packedBytes, record.packedBytes) && agrees(size, record.size)))
    throw refuse('SIZE_MISMATCH');
  return record.headerOffset + HEADER + nameLength + header.readUInt16LE(28);
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

async function requireNoOverlap({ records, start }: ZipDirectory, contents: readonly number[]): Promise<void> {
  // Numbers are sorted natively, without a comparison function.
  const froms = Float64Array.from(records, ({ headerOffset }) => headerOffset).sort();
  for await (const [index, { name, headerOffset, packedBytes }] of inSlices(records.entries(), { size: SLICE })) {
    const after = firstAbove(froms, headerOffset);
    const shared = froms[after - 2] === headerOffset;
    if (shared || contents[index]! + packedBytes > (froms[after] ?? start))
      throw new ArchiveRefused('OVERLAPPING_ENTRIES', { entry: entryName(name).printable });
  }
}

/** The index of the first number above the value in a sorted list; the list's length if there is none. */
function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const KINDS: ReadonlyMap<number, EntryKind> = new Map([
  [0o120000, 'symlink'],
  [0o040000, 'folder'],
  [0o100000, 'file'],
  [0, 'file'],
]);

function entryOf(file: FileHandle, record: ZipRecord, content: number, budget: ArchiveBudget): ArchiveEntry {
  const { name, size, unixMode } = record;
  const kind = name.at(-1) === 0x2f ? 'folder' : (KINDS.get(unixMode & 0o170000) ?? 'device');
  if (kind === 'folder' && size > 0)
    throw new ArchiveRefused('CORRUPT', { entry: entryName(name).printable, detail: 'a folder with content' });
  return {
    kind,
    name,
    size,
    mode: unixMode & 0o7777,
    uid: 0,
    gid: 0,
    content: () => unpack(file, record, content, budget),
  };
}

async function* unpack(
  file: FileHandle,
  { name, method, packedBytes, size, crc32: sum }: ZipRecord,
  start: number,
  budget: ArchiveBudget,
): AsyncGenerator<Buffer> {
  const entry = entryName(name).printable;
  const packed = readRange(file, start, start + packedBytes);
  let bytes = 0;
  let actual = 0;
  for await (const piece of method === 0 ? packed : inflate(packed, { packedBytes, size })) {
    budget.takeBytes(piece.length);
    bytes += piece.length;
    if (bytes > size) throw new ArchiveRefused('SIZE_MISMATCH', { entry });
    actual = crc32(piece, actual);
    yield piece;
  }
  if (bytes !== size) throw new ArchiveRefused('SIZE_MISMATCH', { entry });
  if (actual !== sum) throw new ArchiveRefused('CORRUPT', { entry, detail: 'its checksum is wrong' });
}
