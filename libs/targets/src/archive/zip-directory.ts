import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import * as yauzl from 'yauzl';
import { type ArchiveBudget, type ArchiveFault, ArchiveRefused } from '@assay/archives';

/** One entry as the central directory describes it. */
export interface ZipRecord {
  readonly name: Buffer;
  /** The name's bytes in the directory, to compare with the name in the entry's own header. */
  readonly rawName: Buffer;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly size: number;
  readonly headerOffset: number;
  /** Kind and permissions as on Unix; 0 when another system packed the file. */
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
  /** The position of the next record. */
  readonly readEntryCursor: number;
  eachEntry(): AsyncIterable<Entry>;
}

/** The functions used of yauzl 3. The type definitions that other packages install are those of version 2. */
const { fromFdPromise, getFileNameLowLevel } = yauzl as unknown as {
  fromFdPromise(fd: number, options: { autoClose: boolean; decodeStrings: boolean }): Promise<ZipFile>;
  getFileNameLowLevel(flags: number, name: Buffer, extraFields: readonly unknown[], strict: boolean): string;
};

export interface ZipDirectory {
  readonly records: readonly ZipRecord[];
  /** The position where the directory begins. No content may extend beyond it. */
  readonly start: number;
}

/**
 * Reads the central directory with yauzl, which refuses malformed ones. This also refuses what yauzl accepts: records
 * after the last one that is counted, and names that wrongly claim to be UTF-8. The file stays open.
 * @throws ArchiveRefused
 */
export async function readZipDirectory(file: FileHandle, budget: ArchiveBudget): Promise<ZipDirectory> {
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
    const { entries } = budget.limits;
    if (zip.entryCount > entries)
      throw new ArchiveRefused('TOO_MANY_ENTRIES', { detail: `more than ${entries.toLocaleString('en')}` });
    const start = zip.readEntryCursor;
    const records: ZipRecord[] = [];
    for await (const entry of zip.eachEntry()) {
      budget.takeBytes(0); // throws when the session was canceled
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
 * Decodes a name as UTF-8 if the flag or Info-ZIP's extra field says so, or if the bytes are valid UTF-8. Otherwise it
 * uses the format's first encoding, code page 437.
 */
function nameOf({ fileName, generalPurposeBitFlag: flags, extraFields }: Entry): Buffer {
  if ((flags & UTF8) !== 0 && !isUtf8(fileName))
    throw new ArchiveRefused('NAME_NOT_UTF8', { entry: fileName.toString('latin1') });
  return Buffer.from(getFileNameLowLevel(isUtf8(fileName) ? flags | UTF8 : flags, fileName, extraFields, true));
}

/**
 * The signatures that may follow the last record: the end of the directory, its 64-bit form, a digital signature. A
 * further record would be visible to some readers only.
 */
const AFTER_RECORDS = new Set([0x06054b50, 0x06064b50, 0x05054b50]);

async function requireEnd(file: FileHandle, position: number): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, position);
  if (bytesRead < 4 || !AFTER_RECORDS.has(buffer.readUInt32LE()))
    throw new ArchiveRefused('CORRUPT', { detail: 'its directory has more entries than it counts' });
}

/** The message is the only thing that distinguishes the errors of yauzl. */
function faultOf(message: string): ArchiveFault {
  if (/multi-disk/.test(message)) return 'SEVERAL_DISKS';
  if (/encryption/.test(message)) return 'ENCRYPTED';
  if (/size mismatch/.test(message)) return 'SIZE_MISMATCH';
  return /End of central directory record signature not found|unexpected EOF/.test(message) ? 'TRUNCATED' : 'CORRUPT';
}
