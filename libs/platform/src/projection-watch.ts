import type { ProjectionStatus } from '@assay/read-models';

/** Milliseconds. A restart of the projector takes less; what stands still for longer is away or stuck. */
const PATIENCE = 30_000;

/**
 * Notices read models that stand still while the log is ahead of them: all that a process can tell of a projector that
 * runs elsewhere and has died. It knows what it was shown; whoever asks for health shows it.
 */
export class ProjectionWatch {
  private readonly seen = new Map<string, { readonly position: number; readonly since: number }>();

  /** @param now milliseconds, of a clock that never runs backwards */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly patience = PATIENCE,
  ) {}

  /** The names of those that have stood still for too long. */
  stalled(projections: readonly ProjectionStatus[]): string[] {
    const now = this.now();
    return projections.flatMap(({ name, position, lag, state }) => {
      const before = this.seen.get(name);
      if (before?.position === position && isWaiting(lag, state))
        return now - before.since >= this.patience ? [name] : [];
      this.seen.set(name, { position, since: now });
      return [];
    });
  }
}

/** A build begins at no position and is not over before it has one; where the head is unknown, nothing is. */
const isWaiting = (lag: number | undefined, state: ProjectionStatus['state']): boolean =>
  lag !== undefined && lag > 0 && state !== 'rebuilding';
