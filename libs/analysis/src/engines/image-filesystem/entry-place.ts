import type { TellingEntry } from '@assay/target-records';

/** What findings call an entry. A container does not see a removed one; whoever has the image reads it. */
export const placeOf = ({ path, removedBy }: Pick<TellingEntry, 'path' | 'removedBy'>): string =>
  removedBy === undefined ? path : `${path} (removed by layer ${removedBy + 1})`;

/** The same for the middle of a sentence: `/root/.npmrc`, or with where it still is. */
export const nameOf = ({ path, layer, removedBy }: Pick<TellingEntry, 'path' | 'layer' | 'removedBy'>): string =>
  removedBy === undefined
    ? `/${path}`
    : `/${path}, which layer ${removedBy + 1} removes and layer ${layer + 1} still holds,`;
