import type { ReadModel } from './read-model';
import type { Collection, Document } from './read-model-store';

/** The source of answers to queries: the documents of each read model, in whichever generation serves. */
export interface ReadModels {
  /** @throws ReadModelNotReady from the collection's methods while no generation can answer */
  collection<Doc extends Document>(readModel: ReadModel<Doc>): Collection<Doc>;
}

/** The injection token of the {@link ReadModels}. */
export const READ_MODELS = Symbol('ReadModels');
