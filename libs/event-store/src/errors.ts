import { InfrastructureError } from '@assay/kernel';
import type { ExpectedRevision, LogPosition } from './event-store';

/** Another writer appended first (or the stream differs from the caller's expectation): load again and decide again. */
export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number | 'no-stream',
  ) {
    super(`stream ${stream} is at ${actual}, not at ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

/** The store cannot be reached, is closed, or its disk refuses: a 503 at the edge, a retry inside. */
export class EventStoreUnavailable extends InfrastructureError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/** The store's file is damaged or of an unknown version. The message names the file and says what to do. */
export class EventStoreCorrupt extends Error {
  constructor(
    readonly file: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${file}: ${what}`, options);
    this.name = 'EventStoreCorrupt';
  }
}

/** Another process has the store open for writing. */
export class EventStoreLocked extends Error {
  constructor(readonly file: string) {
    super(
      `${file} is in use by another process: stop it, or give this one a data directory of its own (ASSAY_DATA_DIR)`,
    );
    this.name = 'EventStoreLocked';
  }
}

/**
 * The request makes no sense whatever the store holds (a bad name, data that is not JSON, a negative limit): a mistake
 * of the caller, no retry helps.
 */
export class InvalidStoreRequest extends TypeError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidStoreRequest';
  }
}

/**
 * The log has nothing at a position that it is to be read or followed from, or ends before it: the position was saved
 * for another log, or for this one before a backup was put in its place. No retry helps.
 */
export class NoSuchPosition extends Error {
  /** @param log how it is called in messages: its file or its server */
  constructor(
    readonly position: LogPosition,
    log: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(
      `the log of ${log} cannot be followed from position ${position}: ${what}. Either that position was kept of ` +
        'another log, or a backup was put in place of this one: what was made of it has to be made again',
      options,
    );
    this.name = 'NoSuchPosition';
  }
}

export const endsBefore = (position: LogPosition, log: string, head: LogPosition): NoSuchPosition =>
  new NoSuchPosition(position, log, `it ends at ${head}`);

export const nothingAt = (position: LogPosition, log: string, options?: ErrorOptions): NoSuchPosition =>
  new NoSuchPosition(position, log, 'no event of it stands there', options);
