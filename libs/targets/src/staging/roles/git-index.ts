/** The files that Git tracks in a working tree. Paths are bytes as Latin-1. */
export interface TrackedPaths {
  /** Whether Git tracks the file or, where it is the folder of another repository, the folder as a whole. */
  has(path: string): boolean;
  /** The id of its content as it was added to the index last, in hexadecimal; undefined if it is not tracked. */
  contentOf(path: string): string | undefined;
}

/** An index of half a million files has some 60 MB. */
export const INDEX_BYTES = 128 * 1024 * 1024;

const HEADER = 12;
/** Times, device, inode, mode, owner and size. */
const STATS = 40;
const HASH = 20;
const EXTENDED = 0x4000;

/**
 * Reads `.git/index`, of which https://git-scm.com/docs/index-format tells the form. What is not whole, is empty or is
 * split over several files tells nothing: where it is unknown what Git tracks, nothing is left out by an ignore file.
 */
export function readGitIndex(bytes: Buffer): TrackedPaths | undefined {
  if (bytes.length < HEADER + HASH || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4 || count === 0) return undefined;
  const end = bytes.length - HASH;
  const paths = new Map<string, string>();
  let at = HEADER;
  let before = '';
  for (let entry = 0; entry < count; entry += 1) {
    const start = at;
    at += STATS + HASH;
    if (at + 2 > end) return undefined;
    at += bytes.readUInt16BE(at) & EXTENDED && version > 2 ? 4 : 2;
    let kept = '';
    if (version === 4) {
      const length = readLength(bytes, at, end);
      if (!length || length.value > before.length) return undefined;
      kept = before.slice(0, before.length - length.value);
      at = length.next;
    }
    const nul = bytes.indexOf(0, at);
    if (nul === -1 || nul >= end) return undefined;
    before = kept + bytes.toString('latin1', at, nul);
    const content = bytes.toString('hex', start + STATS, start + STATS + HASH);
    paths.set(before.endsWith('/') ? before.slice(0, -1) : before, content);
    at = version === 4 ? nul + 1 : start + Math.ceil((nul + 1 - start) / 8) * 8;
  }
  return isWhole(bytes, at, end) ? { has: (path) => paths.has(path), contentOf: (path) => paths.get(path) } : undefined;
}

/** The extensions fill the rest exactly, and none of them says that entries stand in another file. */
function isWhole(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at + 8 <= end) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}

/** A number in groups of seven bits, as Git writes offsets. */
function readLength(bytes: Buffer, start: number, end: number): { value: number; next: number } | undefined {
  let value = -1;
  for (let at = start; at < end && at < start + 4; at += 1) {
    const byte = bytes[at]!;
    value = (value + 1) * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + 1 };
  }
  return undefined;
}
