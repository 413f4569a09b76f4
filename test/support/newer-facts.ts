import { type NewEvent, type RecordedEvent, openSqliteEventStore } from '@assay/event-store';
import { deterministicUuid } from '@assay/kernel';
import { hashOf } from '../../libs/billing/src/domain/credit-ledger';
import { entryEventId } from '../../libs/billing/src/domain/entry-chain';

/** The release whose facts this one must handle. */
export const NEWER_RELEASE = '9.1.0';

interface Tomorrow {
  /** The streams that get facts of the newer release. */
  readonly into: (stream: string) => boolean;
  readonly seed: number;
  /** The end of the copied part of the log: the first event for which this is true. */
  readonly until?: (event: RecordedEvent) => boolean;
}

/**
 * Copies a log as if a newer release had written to its streams: facts of unknown types, and facts of known types in an
 * unknown shape, stand before, between and behind their events. Every stream gets some, the last one at its end.
 *
 * @returns how many facts were inserted
 */
export async function copyWithNewerFacts(
  from: string,
  to: string,
  { into, seed, until = () => false }: Tomorrow,
): Promise<number> {
  const source = await openSqliteEventStore({ file: from, readOnly: true });
  const copy = await openSqliteEventStore({ file: to });
  let [state, inserted] = [seed >>> 0, 0];
  const insert = async (event: RecordedEvent) => {
    inserted += 1;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    await copy.append(event.stream, [newerFact(event, inserted, state % 2 === 0)]);
  };
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const newest = new Map<string, RecordedEvent>();
  try {
    for await (const event of source.readAll()) {
      if (until(event)) break;
      const { id, stream, type, data, metadata } = event;
      if (into(stream) && chance() < 0.4) await insert(event);
      await copy.append(stream, [{ id, type, data, metadata }]);
      newest.set(stream, event);
    }
    for (const event of newest.values()) if (into(event.stream)) await insert(event);
    return inserted;
  } finally {
    await source.close();
    await copy.close();
  }
}

/** An event of an unknown type, without any field that a fold might use, or of a known type in a new shape. */
function newerFact({ stream, type: known }: RecordedEvent, number: number, isOfNewType: boolean): NewEvent {
  const metadata = { release: NEWER_RELEASE, ...(!isOfNewType && { schema: 2 }) };
  const fact = { type: isOfNewType ? 'WrittenTomorrow' : known, data: { tomorrow: [number] } };
  // The entries of a ledger are sealed, whichever release writes them.
  const isEntry = stream.startsWith('credits-');
  const id = isEntry ? entryEventId(hashOf(fact as never)) : deterministicUuid(`a newer fact ${number}`);
  return { id, ...fact, metadata };
}
