import type { EventStore, LogPosition } from '@assay/event-store';
import type { Fact, Model } from '@assay/kernel';

/**
 * A stream as it was at a position of the log: whom an event concerns is the same whenever it is asked, also after the
 * checkpoints are lost.
 */
export async function foldedAt<State, Event extends Fact>(
  events: EventStore,
  stream: string,
  model: Model<State, Event>,
  position: LogPosition,
): Promise<State> {
  let state = model.initial;
  for await (const event of events.readStream<Event>(stream)) {
    if (event.position > position) break;
    state = model.evolve(state, event);
  }
  return state;
}
