import PQueue from 'p-queue';

/** The most engine processes of all sessions that run at once. With more than one a processor, each is only slower. */
export class EngineSlots extends PQueue {
  /**
   * Runs the work when a slot is free. An abort ends the wait for a slot, but not work that has begun. The returned
   * promise settles when the work has ended.
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
          // the queue lets go of a running task at once when its signal is aborted; the task continues behind its back
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
