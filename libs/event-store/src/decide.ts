import { type Fact, type Model, deterministicUuid } from '@assay/kernel';
import { retryConflicts } from './conflicts';
import { WrongExpectedRevision } from './errors';
import type { EventMetadata, EventStore, LogPosition } from './event-store';

/** A stream as it was at a revision. */
export interface Folded<State> {
  readonly state: State;
  /** The stream's last revision; -1 when it has no events. */
  readonly revision: number;
}

/** A stream as it was read. */
interface Loaded<State> extends Folded<State> {
  /** The position of the newest event that was read; undefined if there was none. */
  readonly position: LogPosition | undefined;
}

interface DecideOptions<State = unknown> {
  /**
   * Makes the event ids deterministic: the n-th event of the same key is appended once, however often it is retried.
   */
  readonly key?: string;
  readonly metadata?: EventMetadata;
  /**
   * The part of the stream that the caller has already. The decision is tried on it, and nothing is read if the events
   * can be appended there. Otherwise the newer events are read, and the whole stream if the race is lost again.
   */
  readonly known?: Folded<State>;
}

/** The state is the one after the events. */
export interface Decided<State, Event> extends Folded<State> {
  readonly events: readonly Event[];
  /** The position that a reader must have reached to see this decision; undefined when nothing was appended. */
  readonly position: LogPosition | undefined;
}

/** Reads a stream to its end and folds it, from the start or from where it is known. */
export async function load<State, Event extends Fact>(
  events: EventStore,
  stream: string,
  model: Model<State, Event>,
  known: Folded<State> = { state: model.initial, revision: -1 },
): Promise<Loaded<State>> {
  let { state, revision } = known;
  let position: LogPosition | undefined;
  for await (const event of events.readStream<Event>(stream, { from: revision + 1 })) {
    state = model.evolve(state, event);
    ({ revision, position } = event);
  }
  return { state, revision, position };
}

/**
 * Load, decide, append: reads the stream, calls `decision` with the state, appends the returned events if the stream is
 * still as it was read, and decides again if another writer was first. An empty answer appends nothing, and errors of
 * `decision` are rethrown, both only for a state that was read. It may run more than once and must be pure.
 *
 * @throws WrongExpectedRevision after 50 lost races
 */
export async function decide<State, Event extends Fact>(
  events: EventStore,
  stream: string,
  model: Model<State, Event>,
  decision: (state: State) => readonly Event[],
  { key, metadata, known }: DecideOptions<State> = {},
): Promise<Decided<State, Event>> {
  const append = async ({ state, revision }: Folded<State>, decided: readonly Event[]) => {
    const appending = decided.map((event, index) => ({
      type: event.type,
      data: event.data,
      ...(key !== undefined && { id: deterministicUuid(`${stream}/${key}/${index}`) }),
      ...(metadata !== undefined && { metadata }),
    }));
    const expectedRevision = revision === -1 ? 'no-stream' : revision;
    const appended = await events.append(stream, appending, { expectedRevision });
    return {
      events: decided,
      state: decided.reduce(model.evolve, state),
      revision: appended.revision,
      position: appended.position,
    };
  };
  const unread = known && tried(decision, known.state);
  if (known && unread && unread.length > 0)
    try {
      return await append(known, unread);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  return retryConflicts(async (conflicts) => {
    const read = await load(events, stream, model, conflicts === 0 ? known : undefined);
    const decided = decision(read.state);
    return decided.length === 0
      ? { events: decided, state: read.state, revision: read.revision, position: undefined }
      : append(read, decided);
  }, stream);
}

/** Undefined if it throws: the remembered state may be stale, and the decision runs again on the state that is read. */
function tried<State, Event>(decision: (state: State) => readonly Event[], state: State): readonly Event[] | undefined {
  try {
    return decision(state);
  } catch {
    return undefined;
  }
}
