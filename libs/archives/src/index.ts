export type { ArchiveEntry, ArchiveKind } from './archive-entry';
export {
  type ArchiveBudget,
  type ArchiveLimits,
  DEFAULT_ARCHIVE_LIMITS,
  countBytes,
  openBudget,
} from './archive-limits';
export { type ArchiveFault, ArchiveRefused } from './archive-refused';
export { createByteReader } from './byte-reader';
export { readEntryPath } from './entry-path';
export { entryName, markName } from './file-names';
export { UNPACKED_PIECE, faultOf, gunzip, pipeThrough } from './gunzip';
export { readTar } from './read-tar';
export { BLOCK, hasTarChecksum, isZeroBlock } from './tar-header';
