export type { ArchiveLimits } from './archive-limits';
export type { LeftOut } from './left-out';
export { unpackArchive } from './unpack-archive';
