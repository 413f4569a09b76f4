import { randomUUID } from 'node:crypto';
import { LOG_START, type LogMark, type RecordedEvent } from '../event-store';
import { type MarkedEvent, markText, parsedMark } from '../log-mark';
import type { Reading } from './reading';
import type { SettingsOfStreams } from './stream-settings';

/** An own stream with metadata and no events: readers of the log never see its contents. */
const STREAM = 'assay-log';
const IDENTITY = 'assayLogIdentity';

/** Tells the server's log from other logs, and from one restored from a backup of it. */
export class LogIdentity {
  #log: string | undefined;

  constructor(
    private readonly settings: SettingsOfStreams,
    private readonly reading: Reading,
  ) {}

  async mark(): Promise<LogMark> {
    this.#log ??= await this.settings.note(STREAM, IDENTITY, randomUUID());
    for await (const event of this.reading.log({ direction: 'backwards', limit: 1 }))
      return { position: event.position, text: markText(this.#log, marked(event)) };
    return { position: LOG_START, text: markText(this.#log, undefined) };
  }

  /** The identity is read again: the server may have been given another log while this process ran. */
  async holds(mark: string): Promise<boolean> {
    const { log, position, stream, revision } = parsedMark(mark);
    if (log === undefined) return false;
    this.#log = await this.settings.note(STREAM, IDENTITY, randomUUID());
    if (this.#log !== log) return false;
    if (position === undefined || stream === undefined || revision === undefined)
      return markText(log, undefined) === mark;
    const event = await this.#event(stream, revision, position);
    return event !== undefined && markText(log, marked(event)) === mark;
  }

  /**
   * Searched in its stream first. A read of the log cannot begin at its position, which may not exist in another log,
   * where the server answers nothing. The log may still have events that were deleted or truncated in the stream.
   */
  async #event(stream: string, revision: number, position: number): Promise<RecordedEvent | undefined> {
    for await (const event of this.reading.stream(stream, { from: revision, limit: 1 }))
      if (event.revision === revision) return event;
    for await (const event of this.reading.log({ direction: 'backwards', filter: { streamPrefixes: [stream] } })) {
      if (event.stream === stream && event.revision === revision) return event;
      if (event.position < position) return undefined;
    }
    return undefined;
  }
}

const marked = ({ position, stream, revision, id, recordedAt }: RecordedEvent): MarkedEvent => ({
  position,
  stream,
  revision,
  id,
  recordedAt: Date.parse(recordedAt),
});
