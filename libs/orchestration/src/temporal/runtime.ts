import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import type { Log } from './log';

/** Two of a worker's three queues carry activities only, and the SDK warns of each. */
const EXPECTED = 'No workflows registered';

/** While the server is away each of a dozen polls would say so every few seconds; readiness says it once. */
const FILTER = `${makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' })},temporalio_client::retry=ERROR`;

let installed = false;

/** The native part of Temporal's SDK is one for the process: the first worker's log is the one that it writes to. */
export function installRuntime(log: Log): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    // The process has an order of its own in which it ends.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (!message.startsWith(EXPECTED)) (level === 'ERROR' ? log.error : log.warn).call(log, { ...meta }, message);
    }),
    telemetryOptions: { logging: { filter: FILTER, forward: {} } },
  });
}
