import {
  type Decided,
  type EventMetadata,
  type EventStore,
  type Folded,
  WrongExpectedRevision,
  decide,
  load,
} from '@assay/event-store';
import { type Fact, InfrastructureError, type Model } from '@assay/kernel';
import { LRUCache } from 'lru-cache';

/** The number of streams that are kept folded. It exceeds the sessions that run at once in one process. */
const MAX_KEPT = 100;

/**
 * Loads and decides streams of one model, and keeps them folded between the calls. Each call still reads the events
 * that follow the kept state. For 120 outcomes, reading the whole stream each time took 500 ms of processor time, and
 * reading only the following events takes 80.
 */
export class FoldedStreams<State, Event extends Fact> {
  private readonly kept = new LRUCache<string, Folded<State>>({ max: MAX_KEPT });

  /** @param isOver nothing will be asked of the stream any more: it need not be kept */
  constructor(
    private readonly events: EventStore,
    private readonly model: Model<State, Event>,
    private readonly isOver: (state: State) => boolean,
  ) {}

  async load(stream: string): Promise<State> {
    return this.keep(stream, await load<State, Event>(this.events, stream, this.model, this.kept.get(stream))).state;
  }

  /** @throws InfrastructureError also if other writers were first so often that the caller should try later */
  async decide(
    stream: string,
    decision: (state: State) => readonly Event[],
    metadata: EventMetadata,
  ): Promise<Decided<State, Event>> {
    const known = this.kept.get(stream);
    try {
      const decided = await decide<State, Event>(this.events, stream, this.model, decision, {
        metadata,
        ...(known && { known }),
      });
      this.keep(stream, decided);
      return decided;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new InfrastructureError(error.message, { cause: error });
      throw error;
    }
  }

  /** Forgets the stream, because it is not needed for a while. The next call reads it from its start. */
  forget(stream: string): void {
    this.kept.delete(stream);
  }

  /** Two calls at once may end in any order, so the newer state is kept. */
  private keep(stream: string, { state, revision }: Folded<State>): Folded<State> {
    const known = this.kept.get(stream);
    const newest = known && known.revision > revision && !this.isOver(state) ? known : { state, revision };
    if (this.isOver(newest.state)) this.kept.delete(stream);
    else this.kept.set(stream, newest);
    return newest;
  }
}
