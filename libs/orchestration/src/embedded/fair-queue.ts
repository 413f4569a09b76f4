import type { Queue, QueueAddOptions } from 'p-queue';

type Run = () => Promise<unknown>;

export interface FairOptions extends QueueAddOptions {
  /** An entry that waits. Each owner gets its turn, even if another owner has many entries. */
  readonly owner: string;
}

/** Entries of one owner are served in the order of arrival. The next owner is the one that was served longest ago. */
export class FairQueue implements Queue<Run, FairOptions> {
  /** Owners with waiting entries, in the order of their turns. */
  private readonly waiting = new Map<string, Run[]>();

  get size(): number {
    let size = 0;
    for (const runs of this.waiting.values()) size += runs.length;
    return size;
  }

  enqueue(run: Run, { owner = '' }: Partial<FairOptions> = {}): void {
    const runs = this.waiting.get(owner);
    if (runs) runs.push(run);
    else this.waiting.set(owner, [run]);
  }

  dequeue(): Run | undefined {
    const [next] = this.waiting;
    if (!next) return undefined;
    const [owner, runs] = next;
    const run = runs.shift();
    // The owner moves to the end of the turns, or leaves them if it has no further entry.
    this.waiting.delete(owner);
    if (runs.length > 0) this.waiting.set(owner, runs);
    return run;
  }

  filter({ owner }: Readonly<Partial<FairOptions>>): Run[] {
    return owner === undefined ? [...this.waiting.values()].flat() : [...(this.waiting.get(owner) ?? [])];
  }

  /** Only turns decide the order. */
  setPriority(): never {
    throw new TypeError('turns have no priority');
  }
}
