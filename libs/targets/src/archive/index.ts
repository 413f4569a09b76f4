export type { ArchiveLimits } from '@assay/archives';
export type { LeftOut } from './left-out';
export { unpackArchive } from './unpack-archive';
