import type { LogPosition, RecordedEvent } from '../event-store';
import { type KnownStream, KnownStreams } from './known-streams';
import type { Reading, StreamEnd } from './reading';

/** Which event ids a stream holds: what a repeated append is told by. */
export class StreamKnowledge {
  readonly #known = new KnownStreams();

  constructor(private readonly reading: Reading) {}

  /** What is known, if need be read first. `fresh`: up to now. */
  async of(stream: string, { fresh }: { readonly fresh: boolean }): Promise<KnownStream> {
    const known = this.#known.get(stream);
    if (known && !fresh) return known;
    await this.#catchUp(stream, (known?.revision ?? -1) + 1);
    return this.#known.get(stream)!;
  }

  /**
   * What the log has of a stream that was deleted on the server itself: of such a one the server tells nothing, not
   * even where it ends.
   */
  async unearthed(stream: string): Promise<KnownStream> {
    const found = new Map<number, string>();
    for await (const { revision, id } of this.#inLog(stream)) found.set(revision, id);
    this.#learn(stream, 0, Math.max(-1, ...found.keys()), found);
    return this.#known.get(stream)!;
  }

  appended(stream: string, lastRevision: number, ids: readonly string[]): void {
    if (this.#known.get(stream)) this.#known.learn(stream, lastRevision - ids.length + 1, ids);
  }

  /**
   * The events pass through; a read that began where knowledge ends adds to it, so that deciding and appending costs
   * one call each.
   */
  async *watching<Event extends RecordedEvent>(
    stream: string,
    from: number,
    events: (whenRead: (end: StreamEnd) => void) => AsyncIterable<Event>,
  ): AsyncGenerator<Event> {
    const ids: string[] = [];
    let isWhole = true;
    let end: StreamEnd | undefined;
    for await (const event of events((known) => (end = known))) {
      isWhole &&= event.revision === from + ids.length;
      if (isWhole) ids.push(event.id);
      yield event;
    }
    if (end !== undefined && isWhole && end.revision <= from + ids.length - 1) this.#known.learn(stream, from, ids);
  }

  /** The position of an event that is there, wherever it can be read still. */
  async positionOf(stream: string, revision: number): Promise<LogPosition> {
    for await (const event of this.reading.stream(stream, { from: revision, limit: 1 }))
      if (event.revision === revision) return event.position;
    for await (const event of this.#inLog(stream)) if (event.revision === revision) return event.position;
    return this.reading.head(); // scavenged since: a reader that is here has it behind it
  }

  async #catchUp(stream: string, from: number): Promise<void> {
    const found = new Map<number, string>();
    let end = -1;
    for await (const { revision, id } of this.reading.stream(stream, { from }, (known) => (end = known.revision))) {
      found.set(revision, id);
      end = Math.max(end, revision);
    }
    // What was deleted or truncated can be read in the log still, and an id that is there is taken.
    if (found.size < end + 1 - from) {
      for await (const { revision, id } of this.#inLog(stream)) {
        if (revision >= from && revision <= end) found.set(revision, id);
        if (found.size === end + 1 - from) break;
      }
    }
    this.#learn(stream, from, end, found);
  }

  #learn(stream: string, from: number, end: number, found: ReadonlyMap<number, string>): void {
    this.#known.learn(stream, from, []);
    for (let revision = from; revision <= end; revision += 1) {
      const id = found.get(revision);
      if (id === undefined) this.#known.skipTo(stream, revision);
      else this.#known.learn(stream, revision, [id]);
    }
  }

  /** The newest first: what is asked for was mostly written not long ago, and who has enough stops. */
  async *#inLog(stream: string): AsyncGenerator<RecordedEvent> {
    for await (const event of this.reading.log({ direction: 'backwards', filter: { streamPrefixes: [stream] } }))
      if (event.stream === stream) yield event;
  }
}
