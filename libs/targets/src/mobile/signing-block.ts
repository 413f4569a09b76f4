import { type FileHandle, open } from 'node:fs/promises';
import type { ApkRecord, SigningScheme } from '@assay/target-records';

const MAGIC = Buffer.from('APK Sig Block 42');
const SCHEMES: ReadonlyMap<number, SigningScheme> = new Map([
  [0x7109871a, 'v2'],
  [0xf05368c0, 'v3'],
  [0x1b93ad61, 'v3.1'],
]);
const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const MAX_END_BYTES = 22 + 0xffff;
/** Signing blocks have a few kilobytes. Padding makes some of them larger. */
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Reads the signatures between the entries of an APK and their directory. Empty if there is no such block, or if
 * Android would not read it.
 */
export async function readSigningBlocks(path: string): Promise<ApkRecord['signing']['blocks']> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const directory = await directoryStart(file, size);
    const footer = directory === undefined || directory < 32 ? undefined : await readAt(file, directory - 24, 24);
    if (directory === undefined || !footer?.subarray(8).equals(MAGIC)) return [];
    const length = Number(footer.readBigUInt64LE(0));
    if (length < 24 || length > Math.min(MAX_BLOCK_BYTES, directory - 8)) return [];
    return pairsOf(await readAt(file, directory - length, length - 24));
  } finally {
    await file.close();
  }
}

async function directoryStart(file: FileHandle, size: number): Promise<number | undefined> {
  const tail = await readAt(file, Math.max(0, size - MAX_END_BYTES), Math.min(size, MAX_END_BYTES));
  const end = tail.lastIndexOf(END_OF_DIRECTORY);
  return end === -1 || end + 22 > tail.length ? undefined : tail.readUInt32LE(end + 16);
}

/** Each pair is its length as 64 bits, its id, and its content. */
function pairsOf(pairs: Buffer): { scheme: SigningScheme; base64: string }[] {
  const found: { scheme: SigningScheme; base64: string }[] = [];
  for (let position = 0; position + 12 <= pairs.length; ) {
    const length = Number(pairs.readBigUInt64LE(position));
    if (length < 4 || position + 8 + length > pairs.length) break;
    const scheme = SCHEMES.get(pairs.readUInt32LE(position + 8));
    if (scheme) found.push({ scheme, base64: pairs.toString('base64', position + 12, position + 8 + length) });
    position += 8 + length;
  }
  return found;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
