import { type EventStore, LOG_START, type LogMark, type LogPosition } from '@assay/event-store';
import type { Checkpoint } from './read-model-store';

type MarkedLog = Pick<EventStore, 'mark' | 'holds' | 'head'>;

/** The marks that are kept beside checkpoints. A mark that was fetched serves every checkpoint up to its position. */
export class LogMarks {
  private newest: LogMark | undefined;
  private asking: Promise<LogMark> | undefined;

  constructor(private readonly events: Pick<EventStore, 'mark'>) {}

  /** A mark that covers a position that the log has reached. */
  async at(position: LogPosition): Promise<string> {
    if (this.newest && this.newest.position >= position) return this.newest.text;
    // One that is under way may have been asked for before the log was there.
    const begun = await this.asking;
    const mark = begun && begun.position >= position ? begun : await this.ask();
    this.newest = mark;
    return mark.text;
  }

  private ask(): Promise<LogMark> {
    this.asking ??= this.events.mark().finally(() => (this.asking = undefined));
    return this.asking;
  }
}

/** Whether a checkpoint is about this log, which may have been replaced by another or by an older state of itself. */
export async function isOfLog({ position, mark }: Checkpoint, events: MarkedLog, head?: LogPosition): Promise<boolean> {
  if (position > (head ?? (await events.head()))) return false;
  // Saved by a version that kept no marks: that it is not ahead of the log is all that can be said.
  return mark === undefined || (await events.holds(mark));
}

export const positionOfCheckpoint = (checkpoint: Checkpoint | undefined): LogPosition =>
  checkpoint?.position ?? LOG_START;
