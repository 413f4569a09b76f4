import { type Fact, unknownType } from '@assay/kernel';
import type { RecordedEvent } from './event-store';

/**
 * By event type, a function from the data that an earlier version wrote to the data that is written today. The context
 * that owns the event registers it; both adapters apply it to each event that they read, so that folds, projections and
 * reactors know today's shape only.
 *
 * Data carries no version number: an upcast tells the shapes apart by the data, and returns today's unchanged. The
 * entries of the credit ledger have no upcasts and must not get any: each is hashed as it is stored.
 */
export type Upcasts = ReadonlyMap<string, Upcast>;
type Upcast = (stored: never) => unknown;

/** The data of an event from when some of its members were not written yet. */
export type Lacking<Event extends Fact, Member extends keyof Event['data']> = Omit<Event['data'], Member> &
  Partial<Pick<Event['data'], Member>>;

export const NO_UPCASTS: Upcasts = new Map();

/** The upcasts of a context's events. */
export const upcastsOf = <Event extends Fact>(
  upcasts: {
    readonly [Type in Event['type']]?: (stored: never) => Extract<Event, { readonly type: Type }>['data'];
  },
): Upcasts => new Map<string, Upcast>(Object.entries(upcasts));

/** By event type, the newest version of its shape that this release reads, if that is not 1. */
const SCHEMAS: ReadonlyMap<string, number> = new Map();

/**
 * The event with its data in today's shape. An event of a newer release's shape gets a type of its own, `<type> (schema
 * <version>)`: each fold decides how to handle an unknown type.
 */
export function upcast(event: RecordedEvent, upcasts: Upcasts): RecordedEvent {
  const { schema } = event.metadata;
  if (schema !== undefined && schema > (SCHEMAS.get(event.type) ?? 1))
    return { ...event, type: unknownType(event.type, schema) };
  const change = upcasts.get(event.type);
  // The owner of the event says which shapes were stored under the type.
  return change === undefined ? event : { ...event, data: change(event.data as never) };
}
