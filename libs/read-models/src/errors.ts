import { InfrastructureError } from '@assay/kernel';
import { type BuildProgress, saidOf } from './build-progress';

/** The store cannot be reached, is closed, or its disk refuses: a 503 at the edge, a retry inside. */
export class ReadModelStoreUnavailable extends InfrastructureError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelStoreUnavailable';
  }
}

/** The file is damaged, or somebody else's. Nothing is lost with it: read models are rebuilt from the events. */
export class ReadModelStoreCorrupt extends Error {
  constructor(
    readonly file: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(
      `${file}: ${what}. If it is Assay's, stop the server and delete it together with ${file}-wal and ` +
        `${file}-shm: read models are rebuilt from the events at the next start`,
      options,
    );
    this.name = 'ReadModelStoreCorrupt';
  }
}

/** Another process (or another store of this one) writes the file. Reading along is possible with `readOnly`. */
export class ReadModelStoreLocked extends Error {
  constructor(readonly file: string) {
    super(
      `${file} is in use by another process: stop it, or give this one a data directory of its own (ASSAY_DATA_DIR)`,
    );
    this.name = 'ReadModelStoreLocked';
  }
}

/** A write on a store that was opened for looking on. */
export class ReadModelStoreReadOnly extends Error {
  constructor(
    readonly file: string,
    what: string,
  ) {
    super(`${file} was opened read-only: ${what}`);
    this.name = 'ReadModelStoreReadOnly';
  }
}

/** A query, a definition or a write that no store can carry out: a mistake in the code that asked. */
export class InvalidQuery extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidQuery';
  }
}

/**
 * The read model is being built for the first time (or its first build failed), so there is nothing to answer from yet.
 */
export class ReadModelNotReady extends InfrastructureError {
  constructor(
    readonly projection: string,
    why: string,
    building?: BuildProgress,
  ) {
    super(
      `the read model ${projection} cannot answer yet: ${why}`,
      building && {
        refusal: { code: 'UNAVAILABLE', message: saidOf(building), details: { percent: building.percent } },
      },
    );
    this.name = 'ReadModelNotReady';
  }
}

/** The read models did not reach a position in time: they are behind, not wrong. Ask again. */
export class ReadModelBehind extends InfrastructureError {
  constructor(
    readonly wanted: number,
    readonly positions: Readonly<Record<string, number>>,
    timeoutMs: number,
  ) {
    const behind = Object.entries(positions)
      .map(([name, position]) => `${name} at ${position}`)
      .join(', ');
    super(`read models did not reach position ${wanted} within ${timeoutMs} ms: ${behind}`);
    this.name = 'ReadModelBehind';
  }
}

/** Another process has put another generation in the place of what this one served or was building. */
export class ReadModelSuperseded extends Error {
  constructor(
    readonly projection: string,
    why: string,
    options?: ErrorOptions,
  ) {
    super(`${projection} is kept by another process now: ${why}`, options);
    this.name = 'ReadModelSuperseded';
  }
}

/** Waiting or rebuilding was cut short because the projector stops. */
export class ProjectorStopped extends InfrastructureError {
  constructor() {
    super('the projector has stopped');
    this.name = 'ProjectorStopped';
  }
}
