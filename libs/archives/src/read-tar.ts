import { entryName } from './file-names';
import type { ArchiveEntry } from './archive-entry';
import type { EntryKind } from '@assay/target-records';
import { ArchiveRefused } from './archive-refused';
import { type ByteReader, createByteReader } from './byte-reader';
import { parsePaxRecords, paxNumber } from './pax-records';
import { BLOCK, type TarHeader, isZeroBlock, parseTarHeader } from './tar-header';

/** Bytes of one extended header. The longest path has 4,096; a file's attributes reach about 64 KB. */
const MAX_EXTENSION = 1024 * 1024;

/**
 * Reads the entries of a tar strictly. Whatever readers disagree on is refused, because a target could otherwise show
 * one tree to Assay and another to its users. The parser of the `tar` package cannot do that, since it is made for
 * installers:
 *
 * - It decodes extended headers piece by piece. A letter that is split between two pieces becomes two `\ufffd`, and the
 *   record is dropped.
 * - It lets a record change the type of an entry.
 * - It drops values with line breaks, and cuts values at a NUL.
 *
 * The source is read to its end, so that code that counts or digests it sees every byte.
 * @param endMark whether blocks of zeros must close the tar. A gzip or a digest around it proves the end as well.
 * @throws ArchiveRefused, what the source throws
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
  { endMark }: { readonly endMark: 'required' | 'optional' },
): AsyncGenerator<ArchiveEntry> {
  const reader = createByteReader(source);
  let extension: Extension = {};
  for (;;) {
    const block = await reader.exactly(BLOCK);
    if (block === undefined && endMark === 'required') throw new ArchiveRefused('TRUNCATED');
    if (block === undefined || isZeroBlock(block)) break;
    const header = parseTarHeader(block);
    const change = EXTENSIONS[header.type];
    if (change) {
      extension = { ...extension, ...change(await readExtension(reader, header)) };
      continue;
    }
    const body = openBody(reader, extension.size ?? header.size);
    yield entryOf(header, extension, () => body.content());
    await body.skip();
    extension = {};
  }
  if (Object.keys(extension).length > 0) throw new ArchiveRefused('TRUNCATED');
  while ((await reader.atMost(Number.MAX_SAFE_INTEGER)) !== undefined);
}

/** The values that extended headers give for the entry after them. */
interface Extension {
  readonly path?: Buffer;
  readonly link?: Buffer;
  readonly size?: number;
  readonly uid?: number;
  readonly gid?: number;
}

const EXTENSIONS: Readonly<Record<string, (body: Buffer) => Extension>> = {
  x: (body) => extensionOf(parsePaxRecords(body)),
  X: (body) => extensionOf(parsePaxRecords(body)), // Solaris, from before POSIX chose the small letter
  // GNU: the body is the value, closed by a NUL.
  L: (body) => ({ path: untilNul(body) }),
  K: (body) => ({ link: untilNul(body) }),
  g: (body) => {
    // git writes a commit id here. No tool writes a record that changes every entry that follows.
    const records = parsePaxRecords(body);
    if (['path', 'linkpath', 'size'].some((key) => records.has(key)))
      throw new ArchiveRefused('CORRUPT', { detail: 'a header for all entries that names one' });
    return {};
  },
};

function extensionOf(records: ReadonlyMap<string, Buffer>): Extension {
  if ([...records.keys()].some((key) => key.startsWith('GNU.sparse.'))) throw new ArchiveRefused('SPARSE_FILE');
  const [path, link, size, uid, gid] = ['path', 'linkpath', 'size', 'uid', 'gid'].map((key) => records.get(key));
  return {
    ...(path && { path }),
    ...(link && { link }),
    ...(size && { size: paxNumber(size) }),
    ...(uid && { uid: paxNumber(uid) }),
    ...(gid && { gid: paxNumber(gid) }),
  };
}

function untilNul(body: Buffer): Buffer {
  const end = body.indexOf(0);
  if (end !== -1 && body.subarray(end).some((byte) => byte !== 0))
    throw new ArchiveRefused('NUL_IN_NAME', { entry: entryName(body).printable });
  return end === -1 ? body : body.subarray(0, end);
}

async function readExtension(reader: ByteReader, { size }: TarHeader): Promise<Buffer> {
  if (size > MAX_EXTENSION)
    throw new ArchiveRefused('CORRUPT', { detail: 'an extended header of more than a megabyte' });
  const body = await reader.exactly(Math.ceil(size / BLOCK) * BLOCK);
  if (body === undefined) throw new ArchiveRefused('TRUNCATED');
  return body.subarray(0, size);
}

const KINDS: Readonly<Record<string, EntryKind>> = {
  0: 'file',
  7: 'file',
  1: 'hardlink',
  2: 'symlink',
  3: 'device',
  4: 'device',
  5: 'folder',
  6: 'fifo',
};

function entryOf(header: TarHeader, extension: Extension, content: () => AsyncIterable<Buffer>): ArchiveEntry {
  const name = extension.path ?? header.name;
  const size = extension.size ?? header.size;
  if (header.type === 'S') throw new ArchiveRefused('SPARSE_FILE', { entry: entryName(name).printable });
  const kind = kindOf(header, name);
  // Some readers skip such content, others read it as the next headers.
  if (size > 0 && !['file', 'other'].includes(kind))
    throw new ArchiveRefused('CORRUPT', { entry: entryName(name).printable, detail: `a ${kind} with content` });
  const link = extension.link ?? header.link;
  return {
    kind,
    name,
    size,
    mode: header.mode,
    uid: extension.uid ?? header.uid,
    gid: extension.gid ?? header.gid,
    ...(link.length > 0 && { link }),
    content,
  };
}

function kindOf({ type }: TarHeader, name: Buffer): EntryKind {
  const kind = KINDS[type] ?? 'other';
  // Before POSIX, a folder was written as a file whose name ends with a slash.
  return kind === 'file' && name.at(-1) === 0x2f ? 'folder' : kind;
}

function openBody(reader: ByteReader, size: number) {
  let left = size;
  const next = async (): Promise<Buffer> => {
    const piece = await reader.atMost(left);
    if (piece === undefined) throw new ArchiveRefused('TRUNCATED');
    left -= piece.length;
    return piece;
  };
  return {
    async *content(): AsyncGenerator<Buffer> {
      while (left > 0) yield await next();
    },
    async skip(): Promise<void> {
      while (left > 0) await next();
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      if (padding > 0 && (await reader.exactly(padding)) === undefined) throw new ArchiveRefused('TRUNCATED');
    },
  };
}
