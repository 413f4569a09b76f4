import { MAX_CONFLICTS } from '../conflicts';
import { EventStoreUnavailable, WrongExpectedRevision } from '../errors';
import type { AppendResult, ExpectedRevision } from '../event-store';
import type { EncodedEvent } from '../store-request';
import type { Elsewhere, WrittenEvents } from './append-answer';
import { underIdOfItsOwn } from './event-ids';
import type { KnownStream } from './known-streams';
import type { Reading } from './reading';
import type { Server } from './server';
import type { StreamKnowledge } from './stream-knowledge';
import { type SettingsOfStreams, isDeletedByTheServer } from './stream-settings';

export interface Append {
  readonly stream: string;
  readonly events: readonly EncodedEvent[];
  readonly expected: ExpectedRevision;
  /** The caller gave the events' ids: the append may be a repeated one. */
  readonly isRepeatable: boolean;
}

/** Milliseconds: with less time left a call is not started. */
const SHORTEST_CALL = 50;

/**
 * An append whose ids the caller gave is decided here, from the ids that the stream holds up to a revision, and sent
 * with that revision as the expected one: if another writer was first, or the same append arrived after all although
 * its answer was lost, it fails and is decided again on the newer state. The server's own recognition of repeats is not
 * used.
 */
export class Appending {
  /**
   * One append at a time on a stream whose ids matter: of many at once all but one would fail and read it again, each
   * time.
   */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(
    private readonly server: Server,
    private readonly reading: Reading,
    private readonly knowledge: StreamKnowledge,
    private readonly settings: SettingsOfStreams,
  ) {}

  /** @throws WrongExpectedRevision */
  async append(append: Append): Promise<AppendResult> {
    if (append.isRepeatable) {
      const result = await this.#inTurn(append.stream, (until) => this.#decideAgain(append, until));
      this.knowledge.keep(append.stream);
      return result;
    }
    const until = this.server.deadline;
    return typeof append.expected === 'number' || append.expected === 'any'
      ? this.#send(append, until)
      : this.#decide(append, until);
  }

  /** An append whose answer was lost may have succeeded; it is found by its ids. */
  #decideAgain(append: Append, until: number): Promise<AppendResult> {
    return this.server.repeating((attempt) => this.#decide(append, until, { fresh: attempt > 1 }), {
      until,
      isRecognised: true,
    });
  }

  /** The server decides, which is exact if none of the ids can exist already. */
  async #send(append: Append, until: number): Promise<AppendResult> {
    const written = await this.#write(append, append.expected, until);
    if ('actual' in written) throw await this.#refusal(append, written);
    return { ...written, repeated: false };
  }

  /**
   * If the server has no such stream either, it holds no ids, and nothing needs to be read.
   *
   * @returns undefined if there may be ids
   */
  async #begin(append: Append, until: number): Promise<AppendResult | undefined> {
    if (append.expected !== 'no-stream' || !this.knowledge.mayBeNew(append.stream)) return undefined;
    const written = await this.#write(append, append.expected, until);
    return 'revision' in written ? { ...written, repeated: false } : undefined;
  }

  async #decide(append: Append, until: number, { fresh = false } = {}): Promise<AppendResult> {
    const begun = fresh ? undefined : await this.#begin(append, until);
    if (begun !== undefined) return begun;
    for (let conflicts = 0; ; conflicts += 1) {
      const decided = await this.#repeated(append, fresh || conflicts > 0);
      if ('repeated' in decided) return decided;
      const written = decided.isRefused ? undefined : await this.#writeAt(append, decided.revision, until);
      if (written !== undefined && 'revision' in written) return { ...written, repeated: false };
      // The knowledge may be out of date: an answer of "no" is given only after a look.
      const isFinal = written === undefined ? fresh || conflicts > 0 : conflicts >= MAX_CONFLICTS;
      if (isFinal)
        throw await this.#refusal(
          append,
          written ?? { actual: decided.revision === -1 ? 'no-stream' : decided.revision },
        );
    }
  }

  /** The answer of the first time, or where the stream ends and whether some of the ids are taken. */
  async #repeated(
    { stream, events, expected, isRepeatable }: Append,
    fresh: boolean,
  ): Promise<AppendResult | { readonly revision: number; readonly isRefused: boolean }> {
    if (!isRepeatable) return { revision: (await this.reading.end(stream)).revision, isRefused: false };
    let known = await this.knowledge.of(stream, { fresh });
    if (known.revision === -1 && typeof expected === 'number' && isDeletedByTheServer(await this.settings.of(stream)))
      known = await this.knowledge.readDeleted(stream);
    const last = lastOfRepeated(known, events);
    if (last === undefined)
      return { revision: known.revision, isRefused: events.some(({ id }) => known.revisions.has(id)) };
    return { revision: last, position: await this.knowledge.positionOf(stream, last), repeated: true };
  }

  /** @returns undefined when the expectation is not met */
  async #writeAt(append: Append, revision: number, until: number): Promise<WrittenEvents | Elsewhere | undefined> {
    const { stream, expected } = append;
    if (typeof expected === 'number') {
      if (expected !== revision) return undefined;
    } else if (expected !== 'any') {
      const exists = revision !== -1 && revision >= (await this.settings.of(stream)).deletedBefore;
      if (exists !== (expected === 'stream-exists')) return undefined;
    }
    return this.#write(append, revision === -1 ? 'no-stream' : revision, until);
  }

  async #write(
    { stream, events, isRepeatable }: Append,
    expected: ExpectedRevision,
    until: number,
  ): Promise<WrittenEvents | Elsewhere> {
    const sent = isRepeatable ? events.map(underIdOfItsOwn) : events;
    const written = await this.server.append(stream, sent, expected, until);
    if ('revision' in written)
      this.knowledge.appended(
        stream,
        written.revision,
        events.map(({ id }) => id),
      );
    return written;
  }

  async #refusal({ stream, expected }: Append, { actual }: Elsewhere): Promise<WrongExpectedRevision> {
    const isDeleted = actual !== 'no-stream' && actual < (await this.settings.of(stream)).deletedBefore;
    return new WrongExpectedRevision(stream, expected, isDeleted ? 'no-stream' : actual);
  }

  async #inTurn<Result>(stream: string, work: (until: number) => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(stream);
    const { deadline } = this.server;
    const workInTime = () => {
      if (performance.now() + SHORTEST_CALL > deadline)
        throw new EventStoreUnavailable(
          `the event store at ${this.server.name} did not answer the appends before this one in time`,
        );
      return work(deadline);
    };
    const turn = before === undefined ? work(deadline) : before.then(workInTime, workInTime);
    this.#queues.set(stream, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(stream) === turn) this.#queues.delete(stream);
    }
  }
}

/** The revision of the last of the events, when all are there, one after the other. */
function lastOfRepeated({ revisions }: KnownStream, events: readonly EncodedEvent[]): number | undefined {
  const first = revisions.get(events[0]!.id);
  if (first === undefined || !events.every(({ id }, index) => revisions.get(id) === first + index)) return undefined;
  return first + events.length - 1;
}
