import PQueue from 'p-queue';

/** Engine processes that run at once, over all sessions: more than there are processors only makes each slower. */
export class EngineSlots extends PQueue {
  /**
   * Runs the work when a slot is free. Until then an abort ends the wait; once it runs, it ends by itself, and what is
   * returned is over when the work is.
   */
  async use<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal.reason);
    const stay = () => signal.removeEventListener('abort', leave);
    signal.throwIfAborted();
    signal.addEventListener('abort', leave);
    try {
      return await this.add(
        () => {
          // the queue lets go of a running task at once when its signal is aborted; the task goes on behind its back
          stay();
          return work();
        },
        { signal: waiting.signal },
      );
    } finally {
      stay();
    }
  }
}
