import { InfrastructureError } from '@assay/kernel';
import type { ExpectedRevision } from './event-store';

/** Somebody else appended first (or the stream is not what the caller believed): load again and decide again. */
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
