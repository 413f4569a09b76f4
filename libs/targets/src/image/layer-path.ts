import { entryName } from '../staging/file-names';
import type { ArchiveLimits } from '../archive/archive-limits';
import { ArchiveRefused } from '../archive/archive-refused';
import { ImageRefused } from './image-refused';

/** What an entry of a layer means: something that is there, or that what lower layers have is gone. */
export type LayerPath =
  | { readonly kind: 'entry' | 'whiteout' | 'opaque'; readonly segments: readonly string[] }
  | { readonly kind: 'bookkeeping' };

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
/** What the first file system of this kind kept for itself. */
const BOOKKEEPING = '.wh..wh.';

/**
 * Reads the path of an entry of a layer, as bytes in Latin-1. Less strict than an archive's: Linux has file names with
 * backslashes (systemd's escapes) or in other encodings, some builders write a leading slash, and none of it becomes a
 * path on our disk. `..` is refused.
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
  if (segments.slice(0, -1).some((segment) => segment.startsWith(WHITEOUT))) return bookkeepingOr(segments, entry);
  if (!last.startsWith(WHITEOUT)) return { kind: 'entry', segments };
  if (last === OPAQUE) return { kind: 'opaque', segments: segments.slice(0, -1) };
  if (last.startsWith(BOOKKEEPING)) return { kind: 'bookkeeping' };
  const removed = last.slice(WHITEOUT.length);
  if (['', '.', '..'].includes(removed)) throw new ImageRefused('INVALID_WHITEOUT', entry);
  return { kind: 'whiteout', segments: [...segments.slice(0, -1), removed] };
}

/** Something below a whiteout is there and not there; below the folders of old bookkeeping it is nothing. */
function bookkeepingOr(segments: readonly string[], entry: string): LayerPath {
  if (segments.some((segment) => segment.startsWith(BOOKKEEPING))) return { kind: 'bookkeeping' };
  throw new ImageRefused('INVALID_WHITEOUT', entry);
}

export const splitPath = (path: Buffer): string[] =>
  path
    .toString('latin1')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');

/** As people see it. */
export const printablePath = (segments: readonly string[]): string =>
  segments.map((segment) => entryName(Buffer.from(segment, 'latin1')).printable).join('/');

/** As it can be on a disk of ours. */
export const safePath = (segments: readonly string[]): string =>
  segments.map((segment) => entryName(Buffer.from(segment, 'latin1')).safe).join('/');
