import { setImmediate } from 'node:timers/promises';

/**
 * Tries an assertion until it holds, and after `within` milliseconds throws its last failure. For what the kernel does
 * in its own time.
 */
export async function eventually(assertion: () => void, within = 10_000): Promise<void> {
  const deadline = performance.now() + within;
  for (;;) {
    try {
      return assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await setImmediate();
  }
}
