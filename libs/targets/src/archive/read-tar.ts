import { entryName } from '../staging/file-names';
import type { ArchiveEntry } from './archive-entry';
import type { EntryKind } from '@assay/target-records';
import { ArchiveRefused } from './archive-refused';
import { type ByteReader, createByteReader } from './byte-reader';
import { parsePaxRecords, paxNumber } from './pax-records';
import { BLOCK, type TarHeader, isZeroBlock, parseTarHeader } from './tar-header';

/** Bytes of one extended header. The longest path has 4,096; attributes of a file reach some 64 KB. */
const MAX_EXTENSION = 1024 * 1024;

/**
 * The entries of a tar, strictly: what readers disagree on is refused, since a target could show one tree to us and
 * another to its users. The parser of the `tar` package serves installers and cannot do that: it decodes extended
 * headers piece by piece (a letter that two pieces share becomes two `\ufffd` and the record is dropped), lets a record
 * change the type of an entry, drops values with line breaks and cuts those with a NUL.
 *
 * Reads to the end of the source, so that whoever counts or digests it sees every byte.
 * @param endMark whether blocks of zeros must close it: what a gzip or a digest around it does not prove
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

/** What extended headers say of the entry after them. */
interface Extension {
  readonly path?: Buffer;
  readonly link?: Buffer;
  readonly size?: number;
  readonly uid?: number;
  readonly gid?: number;
}

const EXTENSIONS: Readonly<Record<string, (body: Buffer) => Extension>> = {
  x: (body) => extensionOf(parsePaxRecords(body)),
  X: (body) => extensionOf(parsePaxRecords(body)), // Solaris, before POSIX settled on the small letter
  // GNU's: the value, closed by a NUL.
  L: (body) => ({ path: untilNul(body) }),
  K: (body) => ({ link: untilNul(body) }),
  g: (body) => {
    // git puts a commit there. What would change every entry that follows, no tool writes.
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
  // Some readers skip such content, others take it for the next headers.
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
  return kind === 'file' && name.at(-1) === 0x2f ? 'folder' : kind; // before POSIX a folder was a file with a slash
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
