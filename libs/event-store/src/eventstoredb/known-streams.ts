import { LRUCache } from 'lru-cache';

/**
 * The ids of a stream's events from revision 0 up to `revision`, without a gap. Events do not change: known ids stay
 * true, and others may be added.
 */
export interface KnownStream {
  /** The last revision that is known; -1 for a stream without events. */
  readonly revision: number;
  readonly revisions: ReadonlyMap<string, number>;
  /** The ids that are stored in pages beside the stream. */
  readonly kept: KeptPages;
}

interface KeptPages {
  /** At least so many pages exist, from the first on; undefined if nobody has looked. */
  pages: number | undefined;
  /** Up to this number of pages it was tried to write them. */
  tried: number;
}

type Stream = { revision: number; readonly revisions: Map<string, number>; readonly kept: KeptPages };

/** About 30 MB. The ids of a stream beyond them are read again when a repeat must be ruled out. */
const REMEMBERED_IDS = 250_000;

/** Remembers what this process has read or written of streams, the ones used last. */
export class KnownStreams {
  readonly #streams: LRUCache<string, Stream>;

  constructor(capacity = REMEMBERED_IDS) {
    this.#streams = new LRUCache({
      maxSize: capacity,
      // A stream without ids takes room, too. One with more than all may have is the only one, and stays.
      sizeCalculation: ({ revisions }) => Math.min(Math.max(1, revisions.size), capacity),
    });
  }

  get(stream: string): KnownStream | undefined {
    return this.#streams.get(stream);
  }

  /**
   * Adds events after the known ones, the first at revision `from`. They are ignored if there is a gap between; known
   * events may be among them.
   */
  learn(stream: string, from: number, ids: readonly string[]): void {
    const known: Stream = this.#streams.get(stream) ?? {
      revision: -1,
      revisions: new Map(),
      kept: { pages: undefined, tried: 0 },
    };
    if (from > known.revision + 1) return;
    for (const [index, id] of ids.entries()) {
      if (from + index <= known.revision) continue;
      known.revisions.set(id, from + index);
      known.revision = from + index;
    }
    this.#streams.delete(stream); // the size of a value that stays is not counted again
    this.#streams.set(stream, known);
  }

  /** Revisions of which no ids are known, and never will be: a scavenge removed the events. */
  skipTo(stream: string, revision: number): void {
    this.learn(stream, 0, []);
    const known = this.#streams.get(stream)!;
    known.revision = Math.max(known.revision, revision);
  }
}
