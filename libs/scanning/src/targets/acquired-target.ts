import type { AcquireJob, AcquiredFacts, TargetContent, WriteBudget } from '@assay/targets';
import type { TargetPart } from '@assay/target-records';
import type { TargetLimits } from '@assay/kernel';
import type { TargetFacts } from '../domain/session-events';

/** What a target turned out to be, and what of it could not even be written to a folder. */
export interface TargetOrigin {
  readonly facts: TargetFacts;
  /** Its lines cost nothing: a site's and a build's are not code that anybody keeps, and no tool reads an image's. */
  readonly unbilled?: boolean;
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/**
 * A target brought here, to be staged from: its folders lie below the folder that was given, unless it has been on this
 * machine before.
 */
export interface BroughtTarget extends TargetContent {
  /** Undefined where there is no more to say of it than the request did. */
  readonly origin?: TargetOrigin;
}

/** A target that the process that stages it brings in, because nothing but a parser of its bytes is needed for that. */
export interface TargetToBring {
  readonly job: AcquireJob;
  /** Undefined where there is no more to say of it than the request did. */
  readonly originOf: (facts: AcquiredFacts) => TargetOrigin | undefined;
}

export type AcquiredTarget = BroughtTarget | TargetToBring;

export interface Acquisition {
  /** A folder that is this target's alone and not there yet. What is left in it goes with its parent. */
  readonly folder: string;
  readonly limits: TargetLimits;
  /** The engines of the planned tools: what none of them judges need not be observed. */
  readonly engines: ReadonlySet<string>;
  /** The parts of the target that the planned tools read: one engine may serve several. */
  readonly parts: ReadonlySet<TargetPart>;
  /** What the target was when it was first staged: where the copy is lost, it is held to that. */
  readonly prepared?: TargetFacts;
  /** Milliseconds that each tool may take: what is observed for it may take no longer. */
  readonly toolTimeout: number;
  readonly signal: AbortSignal;
  /** What the session may still write. */
  readonly writes: WriteBudget;
  /** Called now and then, with what there is so far. */
  readonly onProgress: (progress: unknown) => void;
}
