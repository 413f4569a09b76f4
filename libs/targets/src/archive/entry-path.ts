import { isUtf8 } from 'node:buffer';
import { entryName } from '../staging/file-names';
import type { ArchiveLimits } from './archive-limits';
import { ArchiveRefused } from './archive-refused';

/** Where an entry belongs. No segments is the folder itself; `odd` cannot be written as it is and is left out. */
export type EntryPath = { readonly segments: readonly string[] } | { readonly odd: string };

/**
 * Reads the path of an entry. What would lead out, or what readers take for different paths, refuses the archive:
 * nobody packs that by mistake. A name that is merely odd (control characters, not UTF-8) is only left out.
 * @throws ArchiveRefused
 */
export function readEntryPath(name: Buffer, limits: ArchiveLimits): EntryPath {
  const printable = entryName(name).printable;
  const refuse = (code: ConstructorParameters<typeof ArchiveRefused>[0], detail?: string) =>
    new ArchiveRefused(code, { entry: printable, ...(detail && { detail }) });
  if (name.includes(0)) throw refuse('NUL_IN_NAME');
  const path = name.toString('latin1'); // bytes: what is looked for below is ASCII in every encoding
  if (path.startsWith('/')) throw refuse('ABSOLUTE_PATH');
  if (/^[a-z]:/i.test(path)) throw refuse('DRIVE_LETTER');
  if (path.includes('\\')) throw refuse('BACKSLASH');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw refuse('PARENT_PATH');
  if (segments.length - 1 > limits.depth) throw refuse('TOO_DEEP', `more than ${limits.depth}`);
  if (name.length > limits.pathBytes) throw refuse('NAME_TOO_LONG', `a path of more than ${limits.pathBytes} bytes`);
  if (segments.some((segment) => segment.length > limits.nameBytes))
    throw refuse('NAME_TOO_LONG', `more than ${limits.nameBytes} bytes`);
  if (!isUtf8(name) || /\p{Cc}/u.test(name.toString('utf8'))) return { odd: printable };
  return { segments: segments.map((segment) => Buffer.from(segment, 'latin1').toString('utf8')) };
}
