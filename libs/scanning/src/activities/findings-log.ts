import { EVENT_STORE, type EventStore } from '@assay/event-store';
import {
  type FindingsEvent,
  type FindingsRecorded,
  type FindingsRecording,
  type RecordedFinding,
  type UnitsListing,
  beginRecording,
  type RecordedSafePlace,
  closeFindings,
  findingsClosing,
  findingsRecording,
  findingsStream,
  listUnits,
  loweredFindings,
  lowering,
  recordFindings,
  recordSafePlaces,
  recordedCount,
  records,
  safeCount,
  unrecorded,
} from '@assay/findings';
import { CLOCK, type Clock, Turns, deterministicUuid, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { batchesOf } from './batches';
import { FoldedStreams } from './folded-streams';

/** The session and tool that findings belong to: the recorded event without the findings and their time. */
export type FindingsSubject = Omit<FindingsRecorded['data'], 'at' | 'findings'>;

/** Reads and writes sessions' streams of findings for the activities. */
@Injectable()
export class FindingsLog {
  private readonly recordings: FoldedStreams<FindingsRecording, FindingsEvent>;
  private readonly closings: FoldedStreams<Pick<FindingsRecording, 'closed'>, FindingsEvent>;
  private readonly turns = new Turns<string>();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.recordings = new FoldedStreams(events, findingsRecording, ({ closed }) => closed);
    this.closings = new FoldedStreams(events, findingsClosing, ({ closed }) => closed);
  }

  /**
   * Makes an attempt the one that records these tools' findings, until a later attempt takes over.
   * @returns the tools that this attempt records; a later attempt has already taken the others
   */
  async begin(sessionId: string, attempt: number, tools: readonly string[]): Promise<string[]> {
    const recording = await this.inTurn(sessionId, () =>
      this.decide(sessionId, (current, at) => beginRecording({ sessionId, attempt, tools, at }, current)),
    );
    return tools.filter((tool) => records(recording, tool, attempt));
  }

  /**
   * Records the findings of an attempt that are not recorded yet.
   * @returns the number of the tool's findings that are now recorded by this attempt and earlier ones. Undefined if the
   *   findings came too late, because a later attempt has taken over or the session's findings are closed.
   */
  record(attempt: number, subject: FindingsSubject, findings: readonly RecordedFinding[]): Promise<number | undefined> {
    const { sessionId, tool } = subject;
    return this.inTurn(sessionId, async () => {
      const stream = findingsStream(sessionId);
      const seen = await this.recordings.seen(stream);
      const missing = unrecorded(findings, tool, seen);
      let recording = missing.length === 0 ? await this.recordings.load(stream) : seen;
      for (const batch of batchesOf(missing)) {
        if (!records(recording, tool, attempt)) return undefined;
        recording = await this.decide(sessionId, (current, at) =>
          recordFindings(attempt, { ...subject, at, findings: batch }, current),
        );
      }
      return records(recording, tool, attempt) ? recordedCount(recording, tool) : undefined;
    });
  }

  /**
   * Records the units that tools could examine, chunk by chunk, unless they are recorded already. This comes before the
   * outcome of a tool that refers to them.
   */
  list(attempt: number, { sessionId, tool }: FindingsSubject, listing: UnitsListing): Promise<void> {
    return this.inTurn(sessionId, async () => {
      for (let missing = listing.chunks.length; missing > 0; missing -= 1) {
        const { listings } = await this.recordings.seen(findingsStream(sessionId));
        if (listings.get(listing.listing) === listing.chunks.length) return;
        await this.decide(sessionId, (current, at) => listUnits({ sessionId, attempt, tool, listing, at }, current));
      }
    });
  }

  /** Records the proven safe places of an attempt that are not recorded yet. */
  recordSafe(
    attempt: number,
    { sessionId, tool }: FindingsSubject,
    places: readonly RecordedSafePlace[],
  ): Promise<void> {
    return this.inTurn(sessionId, async () => {
      const recording = await this.recordings.seen(findingsStream(sessionId));
      let after = safeCount(recording, tool);
      for (const batch of batchesOf(places.slice(after))) {
        await this.decide(sessionId, (current, at) =>
          recordSafePlaces(attempt, { sessionId, tool, at, places: batch }, after, current),
        );
        after += batch.length;
      }
    });
  }

  /**
   * Lowers findings at places that were proven to be safe, once the session's findings are closed. The decision is the
   * same each time, and so are the ids of the events: after a crash only the missing ones are appended.
   */
  async lower(sessionId: string, judges: Parameters<typeof loweredFindings>[1]): Promise<void> {
    const stream = findingsStream(sessionId);
    const lowered = await loweredFindings(() => this.events.readStream<FindingsEvent>(stream), judges);
    const at = timestamp(this.clock);
    for (const [index, batch] of batchesOf(lowered).entries()) {
      const id = deterministicUuid(`${stream}/lowered ${index}`);
      await this.events.append(stream, [{ id, ...lowering(sessionId, at, batch), metadata: metadataOf(sessionId) }]);
    }
  }

  /** The number of recorded findings of each tool. */
  async counts(sessionId: string, tools: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const recording = await this.recordings.load(findingsStream(sessionId));
    return new Map(tools.map((tool) => [tool, recordedCount(recording, tool)]));
  }

  /** Closes the session's findings: no attempt can record any more. */
  async close(sessionId: string): Promise<void> {
    const stream = findingsStream(sessionId);
    await this.inTurn(sessionId, async () => {
      await this.closings.decide(
        stream,
        (closing) => closeFindings({ sessionId, at: timestamp(this.clock) }, closing),
        metadataOf(sessionId),
      );
      this.recordings.forget(stream);
    });
  }

  private async decide(
    sessionId: string,
    decision: (recording: FindingsRecording, at: string) => readonly FindingsEvent[],
  ): Promise<FindingsRecording> {
    const { state } = await this.recordings.decide(
      findingsStream(sessionId),
      (recording) => decision(recording, timestamp(this.clock)),
      metadataOf(sessionId),
    );
    return state;
  }

  /**
   * Appends one at a time in this process. After a lost race, the stream is read from its start, and passes that record
   * thousands of findings at once would cause each other such races. Other processes race only if they run an attempt
   * that was given up.
   */
  private inTurn<Value>(sessionId: string, work: () => Promise<Value>): Promise<Value> {
    return this.turns.take(sessionId, work);
  }
}

const metadataOf = (sessionId: string) => ({ actor: 'system', correlationId: sessionId });
