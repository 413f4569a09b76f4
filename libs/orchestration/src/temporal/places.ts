import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';
import { StagedCopyLost, WorkerStopping } from '../session-worker';

/** Which staging of which run of a session's workflow a copy belongs to. */
export interface Stay {
  readonly workflowId: string;
  readonly runId: string;
  readonly staging: number;
}

interface Place {
  stay: Stay;
  /** Activities of the session that run in this process. */
  busy: number;
  /** Whether the session can use the copy. A copy that it cannot use stays on the disk until it is swept. */
  occupied: boolean;
}

/**
 * The places for sessions in one worker process. A staged copy needs disk space, and its passes need engines. While all
 * places are taken, the worker takes no further session, so that another worker can run it. A place is taken from the
 * moment when the worker asks for a session until its copy is removed or the session has moved to another worker.
 */
export class Places {
  private readonly places = new Map<string, Place>();
  private readonly removals = new Map<string, Promise<void>>();
  private readonly waiting = new Set<() => void>();
  private readonly changes = new Set<() => void>();
  /** The permits of polls of the staging queue, and of the stagings that followed from them. */
  private permits = 0;

  constructor(private readonly size: number) {}

  get occupied(): number {
    return [...this.places.values()].filter(({ occupied }) => occupied).length;
  }

  /** Lets a worker poll only while there is a free place for the session that it may get. */
  readonly supplier: CustomSlotSupplier<ActivitySlotInfo> = {
    type: 'custom',
    reserveSlot: (_, signal) => this.reserve(signal),
    tryReserveSlot: () => (this.isFree() ? this.permit() : null),
    // The permit counts until it is released. From then on, the session counts instead.
    markSlotUsed: () => undefined,
    releaseSlot: () => {
      this.permits -= 1;
      this.changed();
    },
  };

  /** Stages a session here. If that fails, its place is free at once, and the rest of the copy is swept later. */
  async arrive<Value>(sessionId: string, stay: Stay, stage: () => Promise<Value>): Promise<Value> {
    await this.removals.get(sessionId);
    const place = this.places.get(sessionId) ?? { stay, busy: 0, occupied: false };
    place.stay = stay;
    this.places.set(sessionId, place);
    this.vacate(place); // the permit counts for it until it is staged
    const staged = await this.busy(place, stage);
    place.occupied = true;
    return staged;
  }

  /**
   * Does something with the session's copy.
   * @throws StagedCopyLost when it is not here any more
   */
  async use<Value>(sessionId: string, runId: string, work: () => Promise<Value>): Promise<Value> {
    const place = this.places.get(sessionId);
    if (!place?.occupied) throw new StagedCopyLost(sessionId);
    // An operator's reset continues in another run with what the run before it had.
    place.stay = { ...place.stay, runId };
    return this.busy(place, async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof StagedCopyLost || error instanceof WorkerStopping) this.vacate(place);
        throw error;
      }
    });
  }

  /** Removes the session's copy. Its place is free even if that fails. The rest of the copy is swept later. */
  leave(sessionId: string, remove: () => Promise<void>): Promise<void> {
    const place = this.places.get(sessionId);
    const removal = remove()
      .then(() => {
        if (this.places.get(sessionId) === place) this.places.delete(sessionId);
      })
      .finally(() => {
        this.removals.delete(sessionId);
        if (place) this.vacate(place);
      });
    this.removals.set(
      sessionId,
      removal.catch(() => undefined),
    );
    return removal;
  }

  /**
   * Removes the copies of sessions that have left without a message, because their workflow was terminated or staged
   * them elsewhere.
   */
  async sweep(hasLeft: (stay: Stay) => Promise<boolean>, remove: (sessionId: string) => Promise<void>): Promise<void> {
    for (const [sessionId, place] of this.places) {
      const { stay } = place;
      if (place.busy > 0 || !(await hasLeft(stay))) continue;
      // The session may have come back while the server was asked.
      if (place.busy > 0 || place.stay !== stay) continue;
      this.vacate(place);
      await this.leave(sessionId, () => remove(sessionId));
    }
  }

  /** Resolves when no session runs here or has a copy here that it can use. */
  async empty(): Promise<void> {
    while ([...this.places.values()].some(({ occupied, busy }) => occupied || busy > 0))
      await new Promise<void>((resolve) => this.changes.add(resolve));
  }

  private async busy<Value>(place: Place, work: () => Promise<Value>): Promise<Value> {
    place.busy += 1;
    try {
      return await work();
    } finally {
      place.busy -= 1;
      this.changed();
    }
  }

  private vacate(place: Place): void {
    place.occupied = false;
    this.changed();
  }

  private isFree(): boolean {
    return this.permits + this.occupied < this.size;
  }

  private permit(): object {
    this.permits += 1;
    return {};
  }

  private async reserve(signal: AbortSignal): Promise<object> {
    while (!this.isFree()) {
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const stop = () => {
          this.waiting.delete(go);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', stop, { once: true });
        this.waiting.add(go);
      });
      signal.throwIfAborted();
    }
    return this.permit();
  }

  private changed(): void {
    for (const waiting of [this.waiting, this.changes]) {
      const woken = [...waiting];
      waiting.clear();
      for (const wake of woken) wake();
    }
  }
}
