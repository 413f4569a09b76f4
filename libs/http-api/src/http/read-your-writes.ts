import type { LogPosition } from '@assay/event-store';
import { LOGGER } from '@assay/platform';
import { type FollowedReadModels, FOLLOWED_READ_MODELS, type ReadModel, ReadModelBehind } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Milliseconds. A projection is a few milliseconds behind; one that is this far behind is a fault that readiness
 * reports.
 */
const PATIENCE = 5_000;

/** A command's answer waits until the read models that the client will ask next have seen what it wrote. */
@Injectable()
export class ReadYourWrites {
  constructor(
    @Inject(FOLLOWED_READ_MODELS) private readonly followed: FollowedReadModels,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** For an answer that is made from the read models. @throws ReadModelBehind, a 503: a repeat answers what was done */
  async reached(
    position: LogPosition | undefined,
    readModels: readonly ReadModel[],
    timeoutMs = PATIENCE,
  ): Promise<void> {
    if (position !== undefined) await this.followed.waitFor(position, { readModels, timeoutMs });
  }

  /**
   * For an answer that does not need them. What was done is done: a read model that is late must not turn a start that
   * was charged, or a key that is shown once, into an error.
   */
  async awaited(position: LogPosition | undefined, readModels: readonly ReadModel[]): Promise<void> {
    try {
      await this.reached(position, readModels);
    } catch (error) {
      if (!(error instanceof ReadModelBehind)) throw error;
      this.log.warn({ err: error }, 'answered before the read models have seen what the command wrote');
    }
  }
}
