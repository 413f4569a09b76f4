import { RoundRobin } from '@assay/kernel';
import type { Queue, QueueAddOptions } from 'p-queue';

type Run = () => Promise<unknown>;

export interface FairOptions extends QueueAddOptions {
  /** An entry that waits. Each owner gets its turn, even if another owner has many entries. */
  readonly owner: string;
}

/** Entries of one owner are served in the order of arrival. The next owner is the one that was served longest ago. */
export class FairQueue implements Queue<Run, FairOptions> {
  private readonly waiting = new RoundRobin<Run>();

  get size(): number {
    return this.waiting.size;
  }

  enqueue(run: Run, { owner = '' }: Partial<FairOptions> = {}): void {
    this.waiting.add(owner, run);
  }

  dequeue(): Run | undefined {
    return this.waiting.take();
  }

  filter({ owner }: Readonly<Partial<FairOptions>>): Run[] {
    return this.waiting.entries(owner);
  }

  /** Only turns decide the order. */
  setPriority(): never {
    throw new TypeError('turns have no priority');
  }
}
