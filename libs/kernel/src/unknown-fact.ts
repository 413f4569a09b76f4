/**
 * A fact of a type that a fold does not know: a newer version wrote it, before this one was put back or while it runs
 * beside it. Each fold says what it does then. Most pass it over, since what they decide does not hang on it: the state
 * stays what it was. One that writes all that it knows into a new fact, and lets go of those before it, must refuse:
 * what it passed over would be lost.
 *
 * Both take `never`, so that a case that is missing does not compile.
 */
export const passedOver = <State>(state: State, _unknown: never): State => state;

/** @throws UnknownFact */
export function refuseUnknown(unknown: never, where: string): never {
  const { type } = unknown as { readonly type: string };
  throw new UnknownFact(type, where);
}

export class UnknownFact extends Error {
  constructor(
    readonly type: string,
    where: string,
  ) {
    super(
      `${where} holds a ${type}, which this version of Assay does not know: a newer version wrote it; run that one`,
    );
    this.name = 'UnknownFact';
  }
}
