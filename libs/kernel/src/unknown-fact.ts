import type { Refusal } from './refusal';

/**
 * A fact of a type that a fold does not know: a newer release wrote it, before this one was put back or while it runs
 * beside it. Each fold says what it does then. Most pass it over, since their decisions do not depend on it: the state
 * stays what it was. One that writes all that it knows into a new fact, and drops the earlier ones, must refuse: what
 * it passed over would be lost.
 *
 * Both take `never`, so that a case that is missing does not compile.
 */
export const passedOver = <State>(state: State, _unknown: never): State => state;

/** @throws UnknownFact */
export function refuseUnknown(unknown: never, where: string): never {
  throw new UnknownFact(unknown, where);
}

/** The type under which a fact is given whose shape is of a version that this release does not read. */
export const unknownType = (type: string, schema: number): string => `${type} (schema ${schema})`;

/** The type under which it is stored. */
export const storedTypeOf = (type: string): string => type.replace(/ \(schema \d+\)$/, '');

/** A fact, and where it stands in case it was recorded. */
interface PlacedFact {
  readonly type: string;
  readonly stream?: string;
  readonly revision?: number;
  readonly metadata?: { readonly release?: string };
}

/** Nothing is decided, and nothing is changed, where money or an order hangs on a fact that is not understood. */
export class UnknownFact extends Error {
  readonly type: string;
  /** The refusal for a client: a newer release must answer. */
  readonly refusal: Refusal;

  constructor(fact: PlacedFact, where: string) {
    super(messageFor(fact, where));
    this.name = 'UnknownFact';
    this.type = fact.type;
    const { type, stream, revision, metadata } = fact;
    this.refusal = {
      code: 'NEWER_RELEASE_REQUIRED',
      message: this.message,
      details: { type, stream: stream ?? null, revision: revision ?? null, writtenBy: metadata?.release ?? null },
    };
  }
}

function messageFor({ type, stream, revision, metadata }: PlacedFact, where: string): string {
  const place = stream === undefined ? '' : ` (${stream}, revision ${revision})`;
  const release = metadata?.release;
  const [writer, start] =
    release === undefined
      ? ['a newer release of Assay wrote it', 'that release']
      : [`release ${release} of Assay wrote it`, `release ${release} or a newer one`];
  return (
    `${where} holds a fact of type ${type}${place}, which this release does not know: ${writer}. ` +
    `Nothing was changed. Start ${start}`
  );
}
