import { EVENT_STORE, type EventStore } from '@assay/event-store';
import {
  type FindingsEvent,
  type FindingsRecorded,
  type FindingsRecording,
  type RecordedFinding,
  type UnitsListing,
  beginRecording,
  closeFindings,
  findingsClosing,
  findingsRecording,
  findingsStream,
  listUnits,
  recordFindings,
  recordedCount,
  records,
  unrecorded,
} from '@assay/findings';
import { CLOCK, type Clock, timestamp, Turns } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { batchesOf } from './batches';
import { FoldedStreams } from './folded-streams';

/** Whose findings they are: all of the recorded fact but the findings and their time. */
export type FindingsSubject = Omit<FindingsRecorded['data'], 'at' | 'findings'>;

/** Reads and writes sessions' streams of findings for the activities. */
@Injectable()
export class FindingsLog {
  private readonly recordings: FoldedStreams<FindingsRecording, FindingsEvent>;
  private readonly closings: FoldedStreams<Pick<FindingsRecording, 'closed'>, FindingsEvent>;
  private readonly turns = new Turns<string>();

  constructor(
    @Inject(EVENT_STORE) events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.recordings = new FoldedStreams(events, findingsRecording, ({ closed }) => closed);
    this.closings = new FoldedStreams(events, findingsClosing, ({ closed }) => closed);
  }

  /**
   * Makes an attempt the one that records these tools' findings, until a later one does.
   * @returns those of which it is; the others a later one has taken already
   */
  async begin(sessionId: string, attempt: number, tools: readonly string[]): Promise<string[]> {
    const recording = await this.inTurn(sessionId, () =>
      this.decide(sessionId, (current, at) => beginRecording({ sessionId, attempt, tools, at }, current)),
    );
    return tools.filter((tool) => records(recording, tool, attempt));
  }

  /**
   * Records what an attempt found, and not what is recorded already.
   * @returns how many findings of the tool are recorded now, by this attempt and those before it; undefined when a
   *   later attempt has taken over or the session's findings are closed: what was found came too late
   */
  record(attempt: number, subject: FindingsSubject, findings: readonly RecordedFinding[]): Promise<number | undefined> {
    const { sessionId, tool } = subject;
    return this.inTurn(sessionId, async () => {
      let recording = await this.recordings.load(findingsStream(sessionId));
      for (const batch of batchesOf(unrecorded(findings, tool, recording))) {
        if (!records(recording, tool, attempt)) return undefined;
        recording = await this.decide(sessionId, (current, at) =>
          recordFindings(attempt, { ...subject, at, findings: batch }, current),
        );
      }
      return records(recording, tool, attempt) ? recordedCount(recording, tool) : undefined;
    });
  }

  /**
   * Records what there was to look at, chunk by chunk, and not what is recorded already. It comes before the outcome
   * of the tool that refers to it.
   */
  list(attempt: number, { sessionId, tool }: FindingsSubject, listing: UnitsListing): Promise<void> {
    return this.inTurn(sessionId, async () => {
      for (let missing = listing.chunks.length; missing > 0; missing -= 1) {
        const { listings } = await this.recordings.load(findingsStream(sessionId));
        if (listings.get(listing.listing) === listing.chunks.length) return;
        await this.decide(sessionId, (current, at) => listUnits({ sessionId, attempt, tool, listing, at }, current));
      }
    });
  }

  /** How many findings of each of the tools are recorded. */
  async counts(sessionId: string, tools: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const recording = await this.recordings.load(findingsStream(sessionId));
    return new Map(tools.map((tool) => [tool, recordedCount(recording, tool)]));
  }

  /** From here on nothing is recorded any more, whoever tries. */
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
   * One at a time in this process: a lost race reads the stream from its start, which passes that record at once would
   * make each other do with thousands of findings. Between processes only an attempt that was given up races.
   */
  private inTurn<Value>(sessionId: string, work: () => Promise<Value>): Promise<Value> {
    return this.turns.take(sessionId, work);
  }
}

const metadataOf = (sessionId: string) => ({ actor: 'system', correlationId: sessionId });
