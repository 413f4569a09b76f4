/** A follower of the log: a projection or a reactor. */
interface Watched {
  readonly name: string;
  readonly position: number;
  readonly lag: number | undefined;
  readonly state: string;
}

/**
 * Milliseconds. A restart of the projector takes less. If a projection stalls for longer, its projector is down or
 * stuck.
 */
const STALL_TIME = 30_000;

/**
 * Detects read models that do not advance although the log is ahead of them. It is the only sign that a process has of
 * a projector that runs elsewhere and has died. The watch sees a read model's status only when a health check passes
 * it.
 */
export class ProjectionWatch {
  private readonly seen = new Map<string, { readonly position: number; readonly since: number }>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly stallTime = STALL_TIME,
  ) {}

  /** The names of the projections that have stalled. */
  stalled(projections: readonly Watched[]): string[] {
    const now = this.now();
    return projections.flatMap(({ name, position, lag, state }) => {
      const before = this.seen.get(name);
      if (before?.position === position && isWaiting(lag, state))
        return now - before.since >= this.stallTime ? [name] : [];
      this.seen.set(name, { position, since: now });
      return [];
    });
  }
}

/**
 * Whether a projection has events to handle. A rebuild does not count, because it has no position until it is done. If
 * the head of the log is unknown, no projection counts.
 */
const isWaiting = (lag: number | undefined, state: string): boolean =>
  lag !== undefined && lag > 0 && state !== 'rebuilding';
