const BUCKETS = 64;

/**
 * A map by session id that is never changed: `with` and `without` make a new one, which shares all but one bucket with
 * the old one. A plain map would be copied whole on each entry of the ledger, which makes replaying a month of 5,000
 * open charges 50 million copies.
 */
export class SessionMap<Value> {
  private constructor(
    private readonly buckets: readonly ReadonlyMap<string, Value>[],
    readonly size: number,
  ) {}

  static empty<Value>(): SessionMap<Value> {
    return new SessionMap<Value>(
      Array.from({ length: BUCKETS }, () => new Map<string, Value>()),
      0,
    );
  }

  get(sessionId: string): Value | undefined {
    return this.buckets[bucketOf(sessionId)]!.get(sessionId);
  }

  has(sessionId: string): boolean {
    return this.buckets[bucketOf(sessionId)]!.has(sessionId);
  }

  with(sessionId: string, value: Value): SessionMap<Value> {
    const index = bucketOf(sessionId);
    const bucket = new Map(this.buckets[index]).set(sessionId, value);
    return new SessionMap(this.buckets.with(index, bucket), this.size + bucket.size - this.buckets[index]!.size);
  }

  without(sessionId: string): SessionMap<Value> {
    if (!this.has(sessionId)) return this;
    const index = bucketOf(sessionId);
    const bucket = new Map(this.buckets[index]);
    bucket.delete(sessionId);
    return new SessionMap(this.buckets.with(index, bucket), this.size - 1);
  }

  /** In an order that is the same for every replay of the same entries. */
  values(): Value[] {
    return this.buckets.flatMap((bucket) => [...bucket.values()]);
  }
}

/** FNV-1a, folded to a bucket. */
function bucketOf(sessionId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < sessionId.length; index += 1)
    hash = Math.imul(hash ^ sessionId.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}
