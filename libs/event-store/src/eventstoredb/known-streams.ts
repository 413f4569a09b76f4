/**
 * The ids of a stream's events from revision 0 up to `revision`, without a gap. Events do not change: what is known
 * stays true, only more may come.
 */
export interface KnownStream {
  /** The last revision that is known; -1 for a stream without events. */
  readonly revision: number;
  readonly revisions: ReadonlyMap<string, number>;
}

/** About 30 MB. A stream beyond them is read again when a repeat must be ruled out. */
const REMEMBERED_IDS = 250_000;

/** What this process has read or written of streams, the ones used last. */
export class KnownStreams {
  readonly #streams = new Map<string, { revision: number; revisions: Map<string, number> }>();
  #ids = 0;

  constructor(private readonly capacity = REMEMBERED_IDS) {}

  get(stream: string): KnownStream | undefined {
    const known = this.#streams.get(stream);
    if (known !== undefined) {
      this.#streams.delete(stream);
      this.#streams.set(stream, known);
    }
    return known;
  }

  /**
   * The events that follow what is known, the first at revision `from`; it is ignored where that leaves a gap. Those
   * known already may be among them.
   */
  learn(stream: string, from: number, ids: readonly string[]): void {
    const known = this.#streams.get(stream) ?? { revision: -1, revisions: new Map<string, number>() };
    if (from > known.revision + 1) return;
    for (const [index, id] of ids.entries()) {
      if (from + index <= known.revision) continue;
      known.revisions.set(id, from + index);
      known.revision = from + index;
      this.#ids += 1;
    }
    this.#streams.delete(stream);
    this.#streams.set(stream, known);
    this.#forgetOldest(stream);
  }

  /** Revisions of which no ids are known, and never will be: a scavenge removed the events. */
  skipTo(stream: string, revision: number): void {
    this.learn(stream, 0, []);
    const known = this.#streams.get(stream)!;
    known.revision = Math.max(known.revision, revision);
  }

  #forgetOldest(kept: string): void {
    for (const [stream, { revisions }] of this.#streams) {
      if (this.#ids <= this.capacity && this.#streams.size <= this.capacity) return;
      if (stream === kept) continue;
      this.#streams.delete(stream);
      this.#ids -= revisions.size;
    }
  }
}
