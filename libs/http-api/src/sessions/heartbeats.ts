const HEARTBEAT = ': heartbeat\n\n';

/**
 * Passes the frames on as they come. After `interval` milliseconds without a frame it sends a comment, so that no proxy
 * in between treats the connection as dead.
 */
export async function* withHeartbeats(frames: AsyncGenerator<string>, interval: number): AsyncGenerator<string> {
  try {
    let next = frames.next();
    for (;;) {
      const beat = timer(interval);
      const first = await Promise.race([next, beat.elapsed]);
      beat.stop();
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

function timer(milliseconds: number): { elapsed: Promise<undefined>; stop: () => void } {
  let handle: NodeJS.Timeout;
  const elapsed = new Promise<undefined>((resolve) => {
    handle = setTimeout(() => resolve(undefined), milliseconds);
  });
  return { elapsed, stop: () => clearTimeout(handle) };
}
