import type { LogPosition } from '@assay/event-store';
import type { ReadModel } from './read-model';
import type { ReadModels } from './read-models';
import type { ProjectionStatus } from './tracked-projection';

export interface WaitOptions {
  /** 5,000 unless given. */
  readonly timeoutMs?: number;
  /** Which of them; all unless given. */
  readonly readModels?: readonly ReadModel[];
}

/** Read models of which one can tell how far they are, whether this process projects them or another one. */
export interface FollowedReadModels extends ReadModels {
  /**
   * Resolves when the projections have reached a position: read your own writes.
   *
   * @throws ReadModelBehind after the timeout
   * @throws ReadModelNotReady at once if one of them is known to have failed
   */
  waitFor(position: LogPosition, options?: WaitOptions): Promise<void>;
  status(): Promise<ProjectionStatus[]>;
}

/** The injection token of the {@link FollowedReadModels}. */
export const FOLLOWED_READ_MODELS = Symbol('FollowedReadModels');
