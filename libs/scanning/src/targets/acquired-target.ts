import type { TargetLimits } from '@assay/kernel';
import type { TargetFacts } from '../domain/session-events';

/** What a target turned out to be, and what of it could not even be written to a folder. */
export interface TargetOrigin {
  readonly facts: TargetFacts;
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/** A target as a folder of its own files, to be staged from. */
export interface AcquiredTarget {
  /** Absolute; below the folder that was given. */
  readonly source: string;
  readonly origin: TargetOrigin;
}

export interface Acquisition {
  /** A folder that is this target's alone and not there yet. What is left in it goes with its parent. */
  readonly folder: string;
  readonly limits: TargetLimits;
  readonly signal: AbortSignal;
  /** Called now and then, with what there is so far. */
  readonly onProgress: (progress: unknown) => void;
}
