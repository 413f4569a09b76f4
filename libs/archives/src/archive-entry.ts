import type { EntryKind } from '@assay/target-records';

/** One entry, exactly as the archive has it. Its name is untrusted until `readEntryPath` has checked it. */
export interface ArchiveEntry {
  readonly kind: EntryKind;
  /** The bytes of its path. */
  readonly name: Buffer;
  /** The claimed size of the content, in bytes. `content` yields exactly that many or throws. */
  readonly size: number;
  /** Permissions with setuid, setgid and sticky: 0 to 0o7777. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** The destination of a link. */
  readonly link?: Buffer;
  /** Read it at most once, and before you ask for the next entry. @throws ArchiveRefused */
  content(): AsyncIterable<Buffer>;
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';
