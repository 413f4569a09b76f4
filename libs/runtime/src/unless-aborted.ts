/**
 * The work's result, or the signal's reason, whichever comes first. The work itself goes on until whoever owns it ends
 * it.
 */
export async function unlessAborted<Value>(signal: AbortSignal | undefined, work: Promise<Value>): Promise<Value> {
  if (!signal) return work;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}
