import type { ImageEntry, UnpackedImage } from './image';

/** `image.json`, for the engine `image-config`: the image's own description. */
export interface ImageRecord extends Pick<UnpackedImage, 'digest' | 'config' | 'history' | 'layers'> {
  /** When the image was acquired, in ISO 8601. Its age is counted up to this time. */
  readonly at: string;
}

/** `entries.json`, for the engine `image-filesystem`: the entries of the layers that a rule may report. */
export interface FilesystemRecord {
  readonly entries: readonly NotableEntry[];
  /** The number of further entries beyond the limit. */
  readonly more: number;
}

/** `packages.json`, for the engine `advisories`: what the package managers of a system say is installed. */
export interface PackagesRecord {
  /** The content of `os-release`; undefined if there is none. */
  readonly release?: string;
  readonly lists: readonly ImagePackageList[];
}

export interface ImagePackageList {
  readonly path: string;
  readonly kind: 'dpkg' | 'apk' | 'rpm';
  /** Undefined if it is binary, as those of rpm are, or too long. */
  readonly text?: string;
}

export interface NotableEntry extends Omit<ImageEntry, 'file'> {
  /** The content, if a rule needs it for a file of this name, and if it is not too long. */
  readonly text?: string;
}
