import { type ArchiveLimits, ArchiveRefused, entryName } from '@assay/archives';
import { ImageRefused } from './image-refused';

/** The meaning of a layer's entry: it adds a file, or it removes what lower layers have. */
type LayerPath =
  | { readonly kind: 'entry' | 'whiteout' | 'opaque'; readonly segments: readonly string[] }
  | { readonly kind: 'bookkeeping' };

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
/** The names that AUFS, the first file system of this kind, used for its own bookkeeping. */
const BOOKKEEPING = '.wh..wh.';

/**
 * Reads the path of a layer's entry, as bytes in Latin-1. It is less strict than for an archive: Linux has file names
 * with backslashes (systemd's escapes) or in other encodings, and some builders write a leading slash. That is safe,
 * because no such name becomes a path on our disk. `..` is refused.
 * @throws ArchiveRefused, ImageRefused INVALID_WHITEOUT
 */
export function readLayerPath(name: Buffer, limits: ArchiveLimits): LayerPath {
  const entry = entryName(name).printable;
  const segments = splitPath(name);
  if (name.includes(0)) throw new ArchiveRefused('NUL_IN_NAME', { entry });
  if (segments.includes('..')) throw new ArchiveRefused('PARENT_PATH', { entry });
  if (segments.length - 1 > limits.depth)
    throw new ArchiveRefused('TOO_DEEP', { entry, detail: `more than ${limits.depth}` });
  if (name.length > limits.pathBytes || segments.some(({ length }) => length > limits.nameBytes))
    throw new ArchiveRefused('NAME_TOO_LONG', { entry });
  const last = segments.at(-1) ?? '';
  if (segments.slice(0, -1).some((segment) => segment.startsWith(WHITEOUT))) return requireBookkeeping(segments, entry);
  if (!last.startsWith(WHITEOUT)) return { kind: 'entry', segments };
  if (last === OPAQUE) return { kind: 'opaque', segments: segments.slice(0, -1) };
  if (last.startsWith(BOOKKEEPING)) return { kind: 'bookkeeping' };
  const removed = last.slice(WHITEOUT.length);
  if (['', '.', '..'].includes(removed)) throw new ImageRefused('INVALID_WHITEOUT', entry);
  return { kind: 'whiteout', segments: [...segments.slice(0, -1), removed] };
}

/**
 * An entry below a whiteout contradicts itself: its folder is removed. Below a bookkeeping folder of AUFS it has no
 * meaning and is ignored.
 */
function requireBookkeeping(segments: readonly string[], entry: string): LayerPath {
  if (segments.some((segment) => segment.startsWith(BOOKKEEPING))) return { kind: 'bookkeeping' };
  throw new ImageRefused('INVALID_WHITEOUT', entry);
}

export const splitPath = (path: Buffer): string[] =>
  path
    .toString('latin1')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');

/** The path for people, with unprintable characters escaped. */
export const printablePath = (segments: readonly string[]): string =>
  segments.map((segment) => entryName(Buffer.from(segment, 'latin1')).printable).join('/');

/** The path in a form that is safe on our disk. */
export const safePath = (segments: readonly string[]): string =>
  segments.map((segment) => entryName(Buffer.from(segment, 'latin1')).safe).join('/');
