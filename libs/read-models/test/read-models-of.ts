import type { ReadModels } from '../src';

type Handle = { readonly name: string };

/** Read models whose collections have the methods alone that a test needs. */
export const readModelsOf = (collection: (handle: Handle) => object): ReadModels =>
  ({ collection }) as unknown as ReadModels;
