import { messageOf } from '@assay/kernel';
import type { LogPosition, RecordedEvent } from '../event-store';
import type { IdPages } from './id-pages';
import { type KnownStream, KnownStreams } from './known-streams';
import type { StreamPage, Reading, StreamEnd } from './reading';
import type { WarningLog } from './subscriptions';

/** The event ids that a stream holds, by which a repeated append is recognised. */
export class StreamKnowledge {
  readonly #known = new KnownStreams();
  readonly #keeping = new Map<string, Promise<void>>();

  constructor(
    private readonly reading: Reading,
    private readonly pages: IdPages,
    private readonly log: WarningLog,
  ) {}

  /**
   * The knowledge of a stream; the stream is read first if nothing is known. `fresh`: also reads events that came
   * since.
   */
  async of(stream: string, { fresh }: { readonly fresh: boolean }): Promise<KnownStream> {
    const known = this.#known.get(stream);
    if (known && !fresh) return known;
    await this.#catchUp(stream, (known?.revision ?? -1) + 1);
    return this.#known.get(stream)!;
  }

  /**
   * The events that the log has of a stream that was deleted on the server itself. The server says nothing about such a
   * stream, not even where it ends.
   */
  async readDeleted(stream: string): Promise<KnownStream> {
    const found = new Map<number, string>();
    for await (const { revision, id } of this.#inLog(stream)) found.set(revision, id);
    this.#learn(stream, 0, Math.max(-1, ...found.keys()), found);
    return this.#known.get(stream)!;
  }

  /** No event of the stream is known. It may exist nevertheless, unless this process has looked. */
  mayBeNew(stream: string): boolean {
    return (this.#known.get(stream)?.revision ?? -1) === -1;
  }

  appended(stream: string, lastRevision: number, ids: readonly string[]): void {
    const first = lastRevision - ids.length + 1;
    if (first === 0 || this.#known.get(stream)) this.#known.learn(stream, first, ids);
  }

  /**
   * Passes the events through and remembers their ids if the read began where the known ids end, so that deciding and
   * appending cost one call each.
   */
  async *remembering<Event extends RecordedEvent>(
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

  /** The position of an event that exists, wherever it can still be read. */
  async positionOf(stream: string, revision: number): Promise<LogPosition> {
    for await (const event of this.reading.stream(stream, { from: revision, limit: 1 }))
      if (event.revision === revision) return event.position;
    for await (const event of this.#inLog(stream)) if (event.revision === revision) return event.position;
    return this.reading.head(); // Scavenged since. The event is before the head, wherever it was.
  }

  /**
   * Writes the known ids of a stream into pages beside it, for processes that do not know them. Nobody waits for it:
   * without the pages, the stream is read.
   */
  keep(stream: string): void {
    const known = this.#known.get(stream);
    if (known === undefined || this.#keeping.has(stream)) return;
    const whole = Math.floor((known.revision + 1) / this.pages.size);
    if (whole <= known.kept.tried) return;
    known.kept.tried = whole;
    const keeping = this.#keep(stream, known, whole)
      .catch((error: unknown) =>
        this.log.warn({ stream, error: messageOf(error) }, 'the ids of a long stream could not be kept beside it'),
      )
      .finally(() => {
        this.#keeping.delete(stream);
        this.keep(stream); // The ids that came meanwhile.
      });
    this.#keeping.set(stream, keeping);
  }

  /** Resolves when no pages are being written. */
  async settled(): Promise<void> {
    while (this.#keeping.size > 0) await Promise.all(this.#keeping.values());
  }

  async #keep(stream: string, { revisions, kept }: KnownStream, whole: number): Promise<void> {
    // The last existing page is written again and so compared: no page is added to pages of another log.
    kept.pages ??= Math.max(0, (await this.pages.count(stream, whole)) - 1);
    const ids: string[] = [];
    for (const [id, revision] of revisions) ids[revision] = id;
    while (kept.pages < whole) {
      const page = ids.slice(kept.pages * this.pages.size, (kept.pages + 1) * this.pages.size);
      // The ids of events that were removed from the server's disk are not known.
      if (Object.keys(page).length < this.pages.size) return;
      if (!(await this.pages.write(stream, kept.pages, page))) return;
      kept.pages += 1;
    }
  }

  async #catchUp(stream: string, from: number): Promise<void> {
    const first = await this.reading.firstPage(stream, from);
    const kept = await this.#kept(stream, from, first.end);
    const fitting = await this.#found(stream, first, kept);
    const found = fitting ?? (await this.#found(stream, first, new Map()))!;
    const end = first.end === Infinity ? ([...found.keys()].at(-1) ?? -1) : first.end;
    // Events that were deleted or truncated can still be read in the log, and their ids are taken.
    if (found.size < end + 1 - from) {
      for await (const { revision, id } of this.#inLog(stream)) {
        if (revision >= from && revision <= end) found.set(revision, id);
        if (found.size === end + 1 - from) break;
      }
    }
    this.#learn(stream, from, end, found);
    if (fitting && kept.size > 0)
      this.#known.get(stream)!.kept.pages ??= Math.floor((from + kept.size) / this.pages.size);
  }

  /** The ids that pages keep of the revisions from `from` on, without a gap; empty if there are few events to read. */
  async #kept(stream: string, from: number, end: number): Promise<ReadonlyMap<number, string>> {
    const { size } = this.pages;
    if (end === Infinity || end + 1 - from < size) return new Map();
    const page = Math.floor(from / size);
    const ids = await this.pages.from(stream, page, Math.floor((end + 1) / size));
    const revisions = ids.map((id, n) => [page * size + n, id] as const);
    return new Map(revisions.filter(([revision]) => revision >= from));
  }

  /**
   * The ids by revision: from the pages, from the first events that were read, and from all events after both.
   *
   * @returns undefined if an event's id differs from that in the pages: they came from another log, as after a copy of
   * streams
   */
  async #found(
    stream: string,
    { events, end, isOver }: StreamPage,
    kept: ReadonlyMap<number, string>,
  ): Promise<Map<number, string> | undefined> {
    const found = new Map(kept);
    const fits = ({ revision, id }: RecordedEvent) => {
      const other = found.get(revision);
      found.set(revision, id);
      return other === undefined || other === id;
    };
    if (!events.every(fits)) return undefined;
    if (isOver) return found;
    // The last event of the pages is read as well, to check that they fit.
    const next = Math.max(events.at(-1)!.revision + 1, ...[...kept.keys()].slice(-1));
    for await (const event of this.reading.events(stream, {
      from: next,
      direction: 'forwards',
      count: end - next + 1,
    })) {
      if (event.revision > end) break; // A page of the server may have holes where events were scavenged.
      if (!fits(event)) return undefined;
    }
    return found;
  }

  #learn(stream: string, from: number, end: number, found: ReadonlyMap<number, string>): void {
    this.#known.learn(stream, from, []);
    for (let revision = from; revision <= end; revision += 1) {
      const id = found.get(revision);
      if (id === undefined) this.#known.skipTo(stream, revision);
      else this.#known.learn(stream, revision, [id]);
    }
  }

  /** Newest first: callers mostly ask for recent events, and stop when they have enough. */
  async *#inLog(stream: string): AsyncGenerator<RecordedEvent> {
    for await (const event of this.reading.log({ direction: 'backwards', filter: { streamPrefixes: [stream] } }))
      if (event.stream === stream) yield event;
  }
}
