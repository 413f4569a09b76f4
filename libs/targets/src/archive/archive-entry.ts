import type { EntryKind } from '@assay/target-records';

/** One entry, as the archive has it: hostile until `readEntryPath` has looked at its name. */
export interface ArchiveEntry {
  readonly kind: EntryKind;
  /** The bytes of its path. */
  readonly name: Buffer;
  /** Bytes of its content, as claimed; `content` holds to it or throws. */
  readonly size: number;
  /** Permissions with setuid, setgid and sticky: 0 to 0o7777. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Where a link leads. */
  readonly link?: Buffer;
  /** To be read at most once, and before the next entry is asked for. @throws ArchiveRefused */
  content(): AsyncIterable<Buffer>;
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';
