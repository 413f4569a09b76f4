import type { ReadModel } from './read-model';
import type { Collection, Document } from './read-model-store';

/** What questions are answered from: the documents of each read model, whichever generation of them serves. */
export interface ReadModels {
  /** @throws ReadModelNotReady from its methods while there is nothing yet to answer from */
  collection<Doc extends Document>(readModel: ReadModel<Doc>): Collection<Doc>;
}

/** The injection token of the {@link ReadModels}. */
export const READ_MODELS = Symbol('ReadModels');
