import { Session } from 'node:inspector/promises';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { Idleness } from './idleness';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds. */
const LOOK_EVERY = 10_000;

/** Bytes. A collection takes about a millisecond for each megabyte that is in use, and nobody is answered meanwhile. */
const LARGEST_HEAP = 256 * 1024 * 1024;

/**
 * Collects garbage once whenever the process has become idle. V8 collects it when memory is asked for, which an idle
 * process does not do: it would keep what its start has left, and the 32 MB that V8 lays out for new objects.
 */
export function giveBackMemory({ log, closing }: { readonly log: Logger; readonly closing: ClosingSteps }): void {
  const idleness = new Idleness();
  closing.add(
    'giving back of memory',
    runRepeatedly({ what: 'giving back memory', every: LOOK_EVERY, afterFailure: LOOK_EVERY, log }, async () => {
      const { user, system } = process.cpuUsage();
      const becameIdle = idleness.look((user + system) / 1000, performance.now());
      if (becameIdle && process.memoryUsage().heapUsed < LARGEST_HEAP) await collectGarbage();
    }),
  );
}

/** As the tools for developers of a browser do. `global.gc` would leave the space for new objects as large as it is. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
