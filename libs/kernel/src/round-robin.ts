/** A queue that many owners share. Each one gets its turn, even if another has many entries that wait. */
export class RoundRobin<Entry> {
  /** Owners with entries that wait, in the order of their turns. */
  private readonly waiting = new Map<string, Entry[]>();
  private count = 0;

  /** Entries that wait. */
  get size(): number {
    return this.count;
  }

  add(owner: string, entry: Entry): void {
    const entries = this.waiting.get(owner);
    if (entries) entries.push(entry);
    else this.waiting.set(owner, [entry]);
    this.count += 1;
  }

  /** The first entry of the owner that was served longest ago. */
  take(): Entry | undefined {
    const [next] = this.waiting;
    if (!next) return undefined;
    const [owner, entries] = next;
    const entry = entries.shift();
    this.count -= 1;
    // The owner moves to the end of the turns, or leaves them if it has no further entry.
    this.waiting.delete(owner);
    if (entries.length > 0) this.waiting.set(owner, entries);
    return entry;
  }

  /** The entries that wait, of one owner or of all of them. */
  entries(owner?: string): Entry[] {
    return owner === undefined ? [...this.waiting.values()].flat() : [...(this.waiting.get(owner) ?? [])];
  }
}
