import type { Collection, Document } from './read-model-store';

/**
 * What questions are answered from: each projection's documents by the projection's name, whichever generation of them
 * serves.
 */
export interface ReadModels {
  /** @throws ReadModelNotReady from its methods while there is nothing yet to answer from */
  collection<Doc extends Document>(name: string): Collection<Doc>;
}

/** The injection token of the {@link ReadModels}. */
export const READ_MODELS = Symbol('ReadModels');
