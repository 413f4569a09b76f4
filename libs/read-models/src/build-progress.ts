import type { LogPosition } from '@assay/event-store';
import type { ProjectionStatus } from './tracked-projection';

/** How far a build has read the log. */
export interface BuildProgress {
  readonly position: LogPosition;
  /** The head of the log, when it was last looked at. */
  readonly head: LogPosition;
  /** Whole; 100 of an empty log. */
  readonly percent: number;
  /** Until the log is read, at the speed so far; undefined if the speed is not known. */
  readonly secondsLeft?: number;
}

export function buildProgress(position: LogPosition, head: LogPosition, perSecond = 0): BuildProgress {
  const percent = head <= 0 ? 100 : Math.floor((Math.min(position, head) / head) * 100);
  if (perSecond <= 0) return { position, head, percent };
  return { position, head, percent, secondsLeft: Math.ceil(Math.max(0, head - position) / perSecond) };
}

/** How far the read model is that has most to build; undefined if none is being built. */
export function leastBuilt(statuses: readonly Pick<ProjectionStatus, 'building'>[]): BuildProgress | undefined {
  return statuses
    .flatMap(({ building }) => building ?? [])
    .reduce<BuildProgress | undefined>(
      (least, one) => (least && least.percent <= one.percent ? least : one),
      undefined,
    );
}

/** The progress as a client sees it. Positions count what all organizations do, so they are not for everybody. */
export const saidOf = ({ percent }: BuildProgress): string =>
  `The read models are being built from the log (${percent} % of it read); try again when that is done`;
