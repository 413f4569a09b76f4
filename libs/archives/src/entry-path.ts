import { isUtf8 } from 'node:buffer';
import { entryName } from './file-names';
import type { ArchiveLimits } from './archive-limits';
import { ArchiveRefused } from './archive-refused';

/**
 * The path of an entry. No segments means the folder itself. An `unsafe` name cannot be written as it is, so the entry
 * is left out; the text is the name with unprintable characters escaped.
 */
type EntryPath = { readonly segments: readonly string[] } | { readonly unsafe: string };

/**
 * Reads the path of an entry. A path that leads out of the folder, or that different readers understand differently,
 * makes the whole archive refused: nobody packs that by mistake. A name that is merely unsafe (it has control
 * characters, or is not UTF-8) is only left out.
 * @throws ArchiveRefused
 */
export function readEntryPath(name: Buffer, limits: ArchiveLimits): EntryPath {
  const printable = entryName(name).printable;
  const refuse = (code: ConstructorParameters<typeof ArchiveRefused>[0], detail?: string) =>
    new ArchiveRefused(code, { entry: printable, ...(detail && { detail }) });
  if (name.includes(0)) throw refuse('NUL_IN_NAME');
  const path = name.toString('latin1'); // one character a byte: everything checked below is ASCII in every encoding
  if (path.startsWith('/')) throw refuse('ABSOLUTE_PATH');
  if (/^[a-z]:/i.test(path)) throw refuse('DRIVE_LETTER');
  if (path.includes('\\')) throw refuse('BACKSLASH');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw refuse('PARENT_PATH');
  if (segments.length - 1 > limits.depth) throw refuse('TOO_DEEP', `more than ${limits.depth}`);
  if (name.length > limits.pathBytes) throw refuse('NAME_TOO_LONG', `a path of more than ${limits.pathBytes} bytes`);
  if (segments.some((segment) => segment.length > limits.nameBytes))
    throw refuse('NAME_TOO_LONG', `more than ${limits.nameBytes} bytes`);
  if (!isUtf8(name) || /\p{Cc}/u.test(name.toString('utf8'))) return { unsafe: printable };
  return { segments: segments.map((segment) => Buffer.from(segment, 'latin1').toString('utf8')) };
}
