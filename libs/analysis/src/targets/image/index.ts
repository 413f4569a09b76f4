export type { HistoryEntry, ImageConfig, ImageEntry, UnpackedImage } from './image';
export { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './image-limits';
export { type ImageFault, ImageRefused } from './image-refused';
export { type LoadImageArchiveOptions, loadImageArchive } from './load-image-archive';
export { type PullImageOptions, pullImage } from './pull-image';
export { type ImageReference, parseImageReference } from './reference';
export type { RegistryCredentials } from './registry-authorization';
export type { RegistryAnswer, RegistryFetch } from './registry-client';
export type { ImageProgress } from './unpack-image';
