import type { Queue, QueueAddOptions } from 'p-queue';

type Run = () => Promise<unknown>;

export interface FairOptions extends QueueAddOptions {
  /** Who waits: each owner gets its turn, however many another one has waiting. */
  readonly owner: string;
}

/** First come, first served within an owner; between owners, the one that was served longest ago comes next. */
export class FairQueue implements Queue<Run, FairOptions> {
  /** Owners with something waiting, in the order of their turns. */
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
    // To the end of the turns, or out of them.
    this.waiting.delete(owner);
    if (runs.length > 0) this.waiting.set(owner, runs);
    return run;
  }

  filter({ owner }: Readonly<Partial<FairOptions>>): Run[] {
    return owner === undefined ? [...this.waiting.values()].flat() : [...(this.waiting.get(owner) ?? [])];
  }

  /** The order is by turns alone. */
  setPriority(): never {
    throw new TypeError('turns have no priority');
  }
}
