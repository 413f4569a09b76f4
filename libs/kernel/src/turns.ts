/** Runs work one at a time a key, in the order in which it was asked for. Work of different keys does not wait. */
export class Turns<Key> {
  private readonly last = new Map<Key, Promise<void>>();

  /** @returns the work's result, or its error, which does not keep the next one from its turn */
  async take<Value>(key: Key, work: () => Promise<Value>): Promise<Value> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
