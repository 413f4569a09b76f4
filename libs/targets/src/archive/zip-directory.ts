import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import * as yauzl from 'yauzl';
import type { Budget } from './archive-limits';
import { type ArchiveFault, ArchiveRefused } from './archive-refused';

/** What the central directory says of an entry. */
export interface ZipRecord {
  readonly name: Buffer;
  /** As it stands in the directory, to be compared with the one before the content. */
  readonly rawName: Buffer;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly size: number;
  readonly headerOffset: number;
  /** Kind and permissions as Unix has them; 0 where another system packed. */
  readonly unixMode: number;
}

interface Entry {
  readonly fileName: Buffer;
  readonly extraFields: readonly unknown[];
  readonly generalPurposeBitFlag: number;
  readonly compressionMethod: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly relativeOffsetOfLocalHeader: number;
  readonly externalFileAttributes: number;
  readonly versionMadeBy: number;
}

interface ZipFile {
  readonly entryCount: number;
  /** Where the next record is read. */
  readonly readEntryCursor: number;
  eachEntry(): AsyncIterable<Entry>;
}

/** What is used of yauzl 3; the types that other packages bring along are of version 2. */
const { fromFdPromise, getFileNameLowLevel } = yauzl as unknown as {
  fromFdPromise(fd: number, options: { autoClose: boolean; decodeStrings: boolean }): Promise<ZipFile>;
  getFileNameLowLevel(flags: number, name: Buffer, extraFields: readonly unknown[], strict: boolean): string;
};

export interface ZipDirectory {
  readonly records: readonly ZipRecord[];
  /** Where the directory begins: no content reaches beyond. */
  readonly start: number;
}

/**
 * Reads the central directory with yauzl, which refuses what is malformed, and then what it lets pass: records after
 * the last one that is counted, names that claim to be UTF-8. The file stays open.
 * @throws ArchiveRefused
 */
export async function readZipDirectory(file: FileHandle, budget: Budget): Promise<ZipDirectory> {
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
    const { entries } = budget.limits;
    if (zip.entryCount > entries)
      throw new ArchiveRefused('TOO_MANY_ENTRIES', { detail: `more than ${entries.toLocaleString('en')}` });
    const start = zip.readEntryCursor;
    const records: ZipRecord[] = [];
    for await (const entry of zip.eachEntry()) {
      budget.takeBytes(0); // notices a cancel
      records.push(recordOf(entry));
    }
    await requireEnd(file, zip.readEntryCursor);
    return { records, start };
  } catch (error) {
    throw error instanceof Error && error.constructor === Error
      ? new ArchiveRefused(faultOf(error.message), { detail: error.message, cause: error })
      : error;
  }
}

function recordOf(entry: Entry): ZipRecord {
  return {
    name: nameOf(entry),
    rawName: Buffer.from(entry.fileName), // a copy: the original keeps up to 192 KB of comments in memory
    flags: entry.generalPurposeBitFlag,
    method: entry.compressionMethod,
    crc32: entry.crc32,
    packedBytes: entry.compressedSize,
    size: entry.uncompressedSize,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    unixMode: entry.versionMadeBy >> 8 === UNIX ? entry.externalFileAttributes >>> 16 : 0,
  };
}

const UNIX = 3;
const UTF8 = 0x800;

/**
 * UTF-8 where the flag or Info-ZIP's extra field says so, or the bytes are; else what the format began with, code page
 * 437.
 */
function nameOf({ fileName, generalPurposeBitFlag: flags, extraFields }: Entry): Buffer {
  if ((flags & UTF8) !== 0 && !isUtf8(fileName))
    throw new ArchiveRefused('NAME_NOT_UTF8', { entry: fileName.toString('latin1') });
  return Buffer.from(getFileNameLowLevel(isUtf8(fileName) ? flags | UTF8 : flags, fileName, extraFields, true));
}

/**
 * What may follow the last record: the end of the directory, its 64-bit form, a signature. Another record is one that
 * only some readers see.
 */
const AFTER_RECORDS = new Set([0x06054b50, 0x06064b50, 0x05054b50]);

async function requireEnd(file: FileHandle, position: number): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, position);
  if (bytesRead < 4 || !AFTER_RECORDS.has(buffer.readUInt32LE()))
    throw new ArchiveRefused('CORRUPT', { detail: 'its directory has more entries than it counts' });
}

/** yauzl tells its errors apart by their messages alone. */
function faultOf(message: string): ArchiveFault {
  if (/multi-disk/.test(message)) return 'SEVERAL_DISKS';
  if (/encryption/.test(message)) return 'ENCRYPTED';
  if (/size mismatch/.test(message)) return 'SIZE_MISMATCH';
  return /End of central directory record signature not found|unexpected EOF/.test(message) ? 'TRUNCATED' : 'CORRUPT';
}
