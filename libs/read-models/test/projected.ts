import type { RecordedEvent } from '@assay/event-store';
import { type Fact, hasType } from '@assay/kernel';
import type { Document, Projection } from '../src';

/** A fact, and the stream that it is in. */
export type Happened<Event extends Fact> = Event & { readonly stream?: string };

/**
 * Given what happened, the documents by id: as a projector makes them, which hands on only what the projection handles.
 * `Other` are events in the same streams that it does not handle. The events stand at the positions 1, 2, … and at the
 * revisions 0, 1, ….
 */
export function projected<Doc extends Document, Event extends Fact, Other extends Fact = never>(
  projection: Projection<Doc, Event>,
  happened: readonly Happened<Event | NoInfer<Other>>[],
): Record<string, Doc> {
  const documents = new Map<string, Doc>();
  for (const [revision, { stream = 'stream', ...fact }] of (happened as readonly Happened<Fact>[]).entries()) {
    if (!hasType(projection.handles, fact.type)) continue;
    const event = {
      ...fact,
      id: `event-${revision}`,
      stream,
      revision,
      position: revision + 1,
      metadata: {},
      recordedAt: '2026-11-01T00:00:00.000Z',
    } as RecordedEvent<Event>;
    for (const id of projection.documentIds(event)) {
      const document = projection.apply(documents.get(id), event, id);
      if (document === undefined) documents.delete(id);
      else documents.set(id, document);
    }
  }
  return Object.fromEntries(documents);
}
