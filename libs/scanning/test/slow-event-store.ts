import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from '@assay/event-store';
import type { Fact } from '@assay/kernel';
import { turns } from './scripted-tools';

/** An event store on a line on which every message takes its time, so that what several send meets in any order. */
export class SlowEventStore implements EventStore {
  /** @param turns how many turns of the event loop the next message takes */
  constructor(
    private readonly store: EventStore,
    private readonly turns: () => number,
  ) {}

  async append(
    stream: string,
    events: readonly NewEvent[],
    options?: { expectedRevision?: ExpectedRevision },
  ): Promise<AppendResult> {
    await this.#line();
    const appended = await this.store.append(stream, events, options);
    await this.#line();
    return appended;
  }

  async *readStream<Event extends Fact = Fact>(...given: Parameters<EventStore['readStream']>) {
    await this.#line();
    yield* this.store.readStream<Event>(...given);
    await this.#line();
  }

  readAll = <Event extends Fact = Fact>(...given: Parameters<EventStore['readAll']>) =>
    this.store.readAll<Event>(...given);
  subscribeToAll = <Event extends Fact = Fact>(...given: Parameters<EventStore['subscribeToAll']>) =>
    this.store.subscribeToAll<Event>(...given);
  subscribeToStream = <Event extends Fact = Fact>(...given: Parameters<EventStore['subscribeToStream']>) =>
    this.store.subscribeToStream<Event>(...given);
  deleteStream = (...given: Parameters<EventStore['deleteStream']>) => this.store.deleteStream(...given);
  head = () => this.store.head();
  mark = () => this.store.mark();
  holds = (mark: string) => this.store.holds(mark);
  streamMetadata = (stream: string) => this.store.streamMetadata(stream);
  setStreamMetadata = (...given: Parameters<EventStore['setStreamMetadata']>) => this.store.setStreamMetadata(...given);
  /** The store outlives the line. */
  close = () => Promise.resolve();

  #line(): Promise<void> {
    return turns(this.turns());
  }
}
