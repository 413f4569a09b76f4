import type { Document } from './read-model-store';

declare const DOCUMENT: unique symbol;

/**
 * A read model, as its owner exports it: the name that its projection keeps it by, with the type of its documents. Who
 * reads it or waits for it names it by this.
 */
export interface ReadModel<Doc extends Document = Document> {
  /** kebab-case; also the collection's name. */
  readonly name: string;
  /** For the compiler only. */
  readonly [DOCUMENT]?: Doc;
}

export const readModel = <Doc extends Document>(name: string): ReadModel<Doc> => ({ name });
