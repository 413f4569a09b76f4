import pTimeout from 'p-timeout';

const HEARTBEAT = ': heartbeat\n\n';

/**
 * Passes the frames on as they come. After `interval` milliseconds without a frame it sends a comment, so that no proxy
 * in between treats the connection as dead.
 */
export async function* withHeartbeats(frames: AsyncGenerator<string>, interval: number): AsyncGenerator<string> {
  try {
    let next = frames.next();
    for (;;) {
      const first = await pTimeout(next, { milliseconds: interval, fallback: () => undefined });
      if (first === undefined) {
        yield HEARTBEAT;
        continue;
      }
      if (first.done) return;
      yield first.value;
      next = frames.next();
    }
  } finally {
    await frames.return(undefined);
  }
}
