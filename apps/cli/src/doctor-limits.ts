import { type EventStore, InvalidStoreRequest, MAX_APPEND_BYTES, WrongExpectedRevision } from '@assay/event-store';
import { type Settings, messageOf } from '@assay/kernel';
import { isEmbedded, openEventStore } from '@assay/platform';
import { upcasts } from '@assay/runtime';
import { randomUUID } from 'node:crypto';
import type { Check } from './output/doctor-text';

const NAME = 'append limit';
/** Bytes left for what an append holds beside this event's data: its type, its id, the release. */
const BESIDE_DATA = 1_024;

/**
 * Whether a server takes as much in one append as this service may send. Nothing is written: the append expects an
 * event in a stream that does not exist, and a server judges the size before that.
 */
export async function appendLimit(settings: Settings): Promise<Check[]> {
  if (isEmbedded(settings.eventStoreUrl)) return [];
  const store = await openEventStore(settings, { upcasts }).catch(() => undefined);
  // The check of the event store says why it does not open.
  if (!store) return [];
  try {
    return [await judged(store)];
  } finally {
    await store.close();
  }
}

async function judged(store: EventStore): Promise<Check> {
  const wanted = `${MAX_APPEND_BYTES} bytes at once`;
  try {
    const data = { filler: 'x'.repeat(MAX_APPEND_BYTES - BESIDE_DATA) };
    await store.append(`doctor-${randomUUID()}`, [{ type: 'SizeTried', data }], { expectedRevision: 0 });
    return { name: NAME, state: 'weaker', says: 'the server wrote to a stream that does not exist' };
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return { name: NAME, state: 'ok', says: `the server takes ${wanted}` };
    const isTooLarge = error instanceof InvalidStoreRequest;
    const advice = isTooLarge ? `. The service may send ${wanted}: set MaxAppendSize to that or more` : '';
    return { name: NAME, state: 'problem', says: `${messageOf(error)}${advice}` };
  }
}
