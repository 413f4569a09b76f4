export type { HistoryEntry, ImageConfig, ImageEntry, UnpackedImage } from './image';
export {
  type FilesystemRecord,
  type ImageRecord,
  type TellingEntry,
  filesystemRecord,
  imageRecord,
} from './image-records';
export { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './image-limits';
export { type ImageFault, ImageRefused } from './image-refused';
export { type LoadImageArchiveOptions, loadImageArchive } from './load-image-archive';
export { type PullImageOptions, pullImage } from './pull-image';
export { type ImageReference, parseImageReference } from './reference';
export type { RegistryCredentials } from './registry-authorization';
export type { RegistryAnswer, RegistryFetch } from './registry-client';
export type { ImageProgress } from './unpack-image';
