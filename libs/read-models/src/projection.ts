import type { RecordedEvent } from '@assay/event-store';
import type { Fact, FactTypes } from '@assay/kernel';
import { InvalidQuery } from './errors';
import type { ReadModel } from './read-model';
import type { Document, DocumentIndex } from './read-model-store';

/**
 * A read model: which documents an event changes, and what each becomes. Pure: no clock, no store, no randomness, so
 * that deleting the documents and replaying the log gives the same ones.
 */
export interface Projection<Doc extends Document = Document, Event extends Fact = Fact> extends ReadModel<Doc> {
  /** Raise it when `apply` or the indexes change: the read model is then rebuilt at the next start. */
  readonly version: number;
  readonly indexes: readonly DocumentIndex[];
  /** Only events of these types reach the projection: all of its union. */
  readonly handles: FactTypes<Event>;
  documentIds(event: RecordedEvent<Event>): readonly string[];
  /** The document after the event; `undefined` removes it, the same object leaves it as it is. */
  apply(document: Doc | undefined, event: RecordedEvent<Event>, documentId: string): Doc | undefined;
}

/** @throws InvalidQuery for two projections of one name, or a name that cannot be a collection's */
export function checkedProjections<Checked extends readonly Pick<Projection, 'name' | 'version'>[]>(
  projections: Checked,
  reserved: readonly string[],
): Checked {
  const names = projections.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw new InvalidQuery(`two projections have the same name: ${names.join(', ')}`);
  for (const { name, version } of projections) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || reserved.includes(name))
      throw new InvalidQuery(`not a projection's name: ${JSON.stringify(name)} (kebab-case)`);
    if (!Number.isSafeInteger(version) || version < 0)
      throw new InvalidQuery(`${name} has the version ${version}: give a whole number from 0`);
  }
  return projections;
}
