export { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from './archive-limits';
export { type ArchiveFault, ArchiveRefused } from './archive-refused';
export type { LeftOut, LeftOutReason } from './left-out';
export { type UnpackArchiveOptions, type UnpackedArchive, unpackArchive } from './unpack-archive';
