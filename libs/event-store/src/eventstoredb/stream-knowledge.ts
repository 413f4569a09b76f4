import { messageOf } from '@assay/kernel';
import type { LogPosition, RecordedEvent } from '../event-store';
import type { IdPages } from './id-pages';
import { type KnownStream, KnownStreams } from './known-streams';
import type { StreamPage, Reading, StreamEnd } from './reading';
import type { WarningLog } from './subscriptions';

/** Which event ids a stream holds: what a repeated append is told by. */
export class StreamKnowledge {
  readonly #known = new KnownStreams();
  readonly #keeping = new Map<string, Promise<void>>();

  constructor(
    private readonly reading: Reading,
    private readonly pages: IdPages,
    private readonly log: WarningLog,
  ) {}

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

  /** No event of it is known: it may be there all the same, unless this process has looked. */
  mayBeNew(stream: string): boolean {
    return (this.#known.get(stream)?.revision ?? -1) === -1;
  }

  appended(stream: string, lastRevision: number, ids: readonly string[]): void {
    const first = lastRevision - ids.length + 1;
    if (first === 0 || this.#known.get(stream)) this.#known.learn(stream, first, ids);
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

  /**
   * Keeps what is known of a stream in pages beside it, for those who do not know it. Nobody waits for it: without the
   * pages the stream is read.
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
        this.keep(stream); // what came meanwhile
      });
    this.#keeping.set(stream, keeping);
  }

  /** Resolves when nothing is being kept any more. */
  async settled(): Promise<void> {
    while (this.#keeping.size > 0) await Promise.all(this.#keeping.values());
  }

  async #keep(stream: string, { revisions, kept }: KnownStream, whole: number): Promise<void> {
    // The last one that is there is compared: behind pages that came from another log none is written.
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
    // What was deleted or truncated can be read in the log still, and an id that is there is taken.
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

  /** The ids of the revisions from `from` on that pages keep, without a gap; none where the events are soon read. */
  async #kept(stream: string, from: number, end: number): Promise<ReadonlyMap<number, string>> {
    const { size } = this.pages;
    if (end === Infinity || end + 1 - from < size) return new Map();
    const page = Math.floor(from / size);
    const ids = await this.pages.from(stream, page, Math.floor((end + 1) / size));
    const revisions = ids.map((id, n) => [page * size + n, id] as const);
    return new Map(revisions.filter(([revision]) => revision >= from));
  }

  /**
   * What pages keep, the first events that were read and all behind both, the ids by revision.
   *
   * @returns undefined where an event is another one than the pages say: they came from another log, as a copy of
   * streams brings them
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
    // The last event of the pages as well, so that it is seen whether they fit.
    const next = Math.max(events.at(-1)!.revision + 1, ...[...kept.keys()].slice(-1));
    for await (const event of this.reading.events(stream, {
      from: next,
      direction: 'forwards',
      count: end - next + 1,
    })) {
      if (event.revision > end) break; // a page of the server may have holes where something was scavenged
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

  /** The newest first: what is asked for was mostly written not long ago, and who has enough stops. */
  async *#inLog(stream: string): AsyncGenerator<RecordedEvent> {
    for await (const event of this.reading.log({ direction: 'backwards', filter: { streamPrefixes: [stream] } }))
      if (event.stream === stream) yield event;
  }
}
