import {
  type Decided,
  type EventMetadata,
  type EventStore,
  type Folded,
  WrongExpectedRevision,
  decide,
  load,
} from '@assay/event-store';
import { type Fact, InfrastructureError, type Model, Turns } from '@assay/kernel';
import { LRUCache } from 'lru-cache';

/** The number of streams that are kept folded. It exceeds the sessions that run at once in one process. */
const MAX_KEPT = 100;

/**
 * Loads and decides streams of one model, and keeps them folded between the calls. A load still reads the events that
 * follow the kept state. A decision is tried on the kept state first, and reads only where that is not the newest.
 */
export class FoldedStreams<State, Event extends Fact> {
  private readonly turns = new Turns<string>();
  private readonly kept = new LRUCache<string, Folded<State>>({ max: MAX_KEPT });

  /** @param isOver whether the stream will not be needed any longer, so that it need not be kept */
  constructor(
    private readonly events: EventStore,
    private readonly model: Model<State, Event>,
    private readonly isOver: (state: State) => boolean,
  ) {}

  async load(stream: string): Promise<State> {
    return this.keep(stream, await load<State, Event>(this.events, stream, this.model, this.kept.get(stream))).state;
  }

  /**
   * The state that this process saw last; it reads the stream only if it never did. It suits questions about state that
   * only grows.
   */
  async seen(stream: string): Promise<State> {
    return this.kept.get(stream)?.state ?? this.load(stream);
  }

  /**
   * One decision at a time for each stream in this process: two at once would race each other.
   *
   * @throws InfrastructureError also if other writers were first so often that the caller should try later
   */
  decide(
    stream: string,
    decision: (state: State) => readonly Event[],
    metadata: EventMetadata,
  ): Promise<Decided<State, Event>> {
    return this.turns.take(stream, () => this.decideInTurn(stream, decision, metadata));
  }

  private async decideInTurn(
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
