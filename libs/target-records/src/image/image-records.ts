import type { ImageEntry, UnpackedImage } from './image';

/** `image.json`, engine `image-config`: what the image says of itself. */
export interface ImageRecord extends Pick<UnpackedImage, 'digest' | 'config' | 'history' | 'layers'> {
  /** When it was looked at, ISO 8601: what its age is counted to. */
  readonly at: string;
}

/** `entries.json`, engine `image-filesystem`: the entries of its layers that a rule may have something to say of. */
export interface FilesystemRecord {
  readonly entries: readonly TellingEntry[];
  /** Further ones that there was no room for. */
  readonly more: number;
}

export interface TellingEntry extends Omit<ImageEntry, 'file'> {
  /** Its content, where its name makes that matter and it is no longer than a file of that name is. */
  readonly text?: string;
}
