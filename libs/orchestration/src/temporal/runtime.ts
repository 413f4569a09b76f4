import type { Log } from '@assay/kernel';
import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

/** The SDK warns of queues with activities only. Two of a worker's three queues are such. */
const EXPECTED = 'No workflows registered';

/**
 * While the server is away, each of a dozen polls would log it every few seconds. The readiness check reports it once.
 */
const FILTER = `${makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' })},temporalio_client::retry=ERROR`;

let installed = false;

/** A process has one native part of Temporal's SDK. It writes to the log of the first worker. */
export function installRuntime(log: Log): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    // The process decides by itself in which order its parts end.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (!message.startsWith(EXPECTED)) (level === 'ERROR' ? log.error : log.warn).call(log, { ...meta }, message);
    }),
    telemetryOptions: { logging: { filter: FILTER, forward: {} } },
  });
}
