import type { TargetLimits } from '@assay/kernel';
import type { ImageEntry, UnpackedImage } from '@assay/target-records';
import type { TargetFolder } from '../staging/stage-target';
import { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './image-limits';

/** The name of an image without its tag and digest. A colon before the last slash is a registry's port. */
export const imageIdentity = (image: string): string =>
  image
    .trim()
    .split('@', 1)[0]!
    .replace(/:[^:/]*$/, '');

/** Two of the levels are the folders that the image is laid out in. */
export const limitsOf = ({ bytes, files, depth }: Omit<TargetLimits, 'time'>): Partial<ImageLimits> => ({
  bytes,
  packedBytes: Math.min(DEFAULT_IMAGE_LIMITS.packedBytes, bytes),
  entries: files,
  depth: Math.max(0, depth - 2),
});

/**
 * The files that a container sees and those that later layers removed, in one folder with two folders in it. A secret
 * in the one is as bad as in the other, so the tools that look for text read both, and a tool reads one part.
 */
export function filesOf({ directory, entries }: UnpackedImage): TargetFolder {
  const shown = new Map<string, string>();
  // Content of several names is there once. A name that a container sees comes before one that was removed.
  for (const entry of entries)
    if (entry.file !== null && (!shown.has(entry.file) || entry.removedBy === undefined))
      shown.set(entry.file, nameOf(entry));
  return {
    folder: directory,
    everyFolder: true,
    pathOf: (path) => shown.get(path) ?? path.replace(/^(?:root|apart\/\d+)\//, ''),
  };
}

const nameOf = ({ path, removedBy }: ImageEntry): string =>
  removedBy === undefined ? path : `${path} (removed by layer ${removedBy + 1})`;

/** The files that could not be read. Links and devices have nothing in them. */
export function leftOutOf(
  entries: readonly ImageEntry[],
): readonly { readonly path: string; readonly reason: string; readonly count: number }[] {
  const tooLarge = entries.filter(({ kind, file, size }) => kind === 'file' && file === null && size > 0);
  return tooLarge.length === 0 ? [] : [{ path: nameOf(tooLarge[0]!), reason: 'too large', count: tooLarge.length }];
}
