import type { AcquireJob, AcquiredFacts, CommonHistory, TargetContent, WriteBudget } from '@assay/targets';
import type { TargetPart } from '@assay/target-records';
import type { TargetLimits } from '@assay/kernel';
import type { TargetFacts } from '../domain/session-events';

/** The facts about a target that only fetching it shows, and the parts that could not be written to a folder. */
export interface TargetOrigin {
  readonly facts: TargetFacts;
  /**
   * Whether its lines cost nothing. The lines of a site or a build are not code that anybody maintains, and no tool
   * reads the lines of an image.
   */
  readonly unbilled?: boolean;
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
  /** The commits that a change has in common with the branch that it is to be merged into. */
  readonly common?: CommonHistory;
}

/**
 * A target that is on this machine, ready to be staged. Its folders lie below the given folder, unless it was on this
 * machine before.
 */
export interface BroughtTarget extends TargetContent {
  /** Undefined if nothing is known beyond the request. */
  readonly origin?: TargetOrigin;
}

/** A target that the staging process itself brings in, because that only takes a parser of its bytes. */
export interface TargetToBring {
  readonly job: AcquireJob;
  /** Undefined if nothing is known beyond the request. */
  readonly originOf: (facts: AcquiredFacts) => TargetOrigin | undefined;
}

export type AcquiredTarget = BroughtTarget | TargetToBring;

export interface Acquisition {
  /** A folder for this target alone, which does not exist yet. Leftovers in it are removed with its parent. */
  readonly folder: string;
  readonly limits: TargetLimits;
  /** The engines of the planned tools. Data that none of them reads is not collected. */
  readonly engines: ReadonlySet<string>;
  /** The parts of the target that the planned tools read. One engine may read several parts. */
  readonly parts: ReadonlySet<TargetPart>;
  /** The facts recorded when the target was first staged. A copy that replaces a lost one must agree with them. */
  readonly prepared?: TargetFacts;
  /** The time limit of each tool in milliseconds. Observing the target for a tool may take no longer. */
  readonly toolTimeout: number;
  readonly signal: AbortSignal;
  /** The bytes that the session may still write. */
  readonly writes: WriteBudget;
  /** Called now and then with the progress so far. */
  readonly onProgress: (progress: unknown) => void;
}
