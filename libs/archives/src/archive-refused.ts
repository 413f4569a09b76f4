import { plainText } from '@assay/source-text';

/** A defect of an archive, or a limit that it exceeds. */
export type ArchiveFault = keyof typeof FAULTS;

/**
 * An archive cannot be unpacked. The message tells its author what is wrong and how to fix it. Nothing that was
 * unpacked is kept.
 */
export class ArchiveRefused extends Error {
  /**
   * @param entry the name of the faulty entry, with unprintable characters escaped
   * @param detail the limit that was exceeded or the value that was read
   */
  constructor(
    readonly code: ArchiveFault,
    { entry, detail, cause }: { readonly entry?: string; readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    const subject = entry === undefined ? 'the archive' : `“${shorten(entry)}” in the archive`;
    super(`${subject} ${FAULTS[code]}${detail === undefined ? '' : ` (${plainText(detail, 500)})`}`, {
      ...(cause !== undefined && { cause }),
    });
    this.name = 'ArchiveRefused';
    if (entry !== undefined) this.entry = entry;
  }

  readonly entry?: string;
}

const FAULTS = {
  NOT_AN_ARCHIVE: 'is neither a zip, a tar nor a tar.gz: pack the files as one of these',
  UNSUPPORTED_ARCHIVE: 'has a format that is not read: pack the files as zip, tar or tar.gz',
  UNSUPPORTED_COMPRESSION: 'is compressed in a way that is not read: pack a zip with “deflate”',
  SEVERAL_DISKS: 'is one part of several: pack the files as one archive',
  ENCRYPTED: 'is encrypted: pack the files without a password',
  TRUNCATED: 'ends too early: it was not uploaded or packed to its end, send it again',
  CORRUPT: 'is damaged: pack the files again',
  SIZE_MISMATCH: 'has another size than it says: pack the files again',
  TOO_MANY_BYTES: 'unpacks to more than is allowed: leave out what need not be analysed',
  TOO_MANY_ENTRIES: 'has more files and folders than are allowed: leave out what need not be analysed',
  RATIO_TOO_HIGH: 'unpacks to many times its size, as only an attack or a file of zeros does: leave that file out',
  TOO_DEEP: 'lies in more folders within each other than are allowed: leave it out',
  NAME_TOO_LONG: 'has a name longer than a file system takes: rename it',
  EMPTY_NAME: 'has an entry without a name: pack the files again',
  NAME_NOT_UTF8: 'says that its name is UTF-8, and it is not: pack the files again',
  NUL_IN_NAME: 'has a NUL in its name, where readers disagree on what it is called: rename it',
  ABSOLUTE_PATH: 'has an absolute path: pack the files with paths relative to their folder',
  PARENT_PATH: 'leads out of its folder with “..”: pack the files with paths within their folder',
  DRIVE_LETTER: 'has a path that begins with a drive: pack the files with paths relative to their folder',
  BACKSLASH: 'has a backslash in its name, which some readers take for a folder: pack with a tool that writes “/”',
  DUPLICATE_ENTRY: 'is there twice, and readers disagree on which one counts: pack the files again',
  CONFLICTING_ENTRIES: 'is there as two things, of a file, a folder and a link: pack the files again',
  SPARSE_FILE: 'has a file that is stored with holes, which unpacks to any size: pack it without “--sparse”',
  OVERLAPPING_ENTRIES: 'shares its bytes with another entry, as only an attack does: pack the files again',
} as const;

const shorten = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);
