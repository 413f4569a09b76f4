import type { Clock, Settings } from '@assay/kernel';
import {
  type Alarm,
  EmbeddedOrchestrator,
  EmbeddedScheduler,
  type Orchestrator,
  type Scheduler,
  type SessionWorker,
  type TemporalOrchestrator,
  type TemporalServer,
} from '@assay/orchestration';
import { untilReachable } from '@assay/platform';
import { SUSPICIOUS_INTERRUPTIONS, type StagingArea } from '@assay/scanning';
import type { Logger } from 'pino';
import { type Openers, START_PATIENCE } from '../stores';
import { SupervisedWorker } from './supervised-worker';

interface Connecting {
  readonly openers: Pick<Openers, 'connectTemporalOrchestrator' | 'connectTemporalScheduler' | 'startTemporalWorker'>;
  readonly log: Logger;
  readonly signal: AbortSignal | undefined;
}

/** Where the settings say that sessions run; undefined: in the process itself. */
export function temporalServer(
  { orchestrator, taskQueue, tracesUrl }: Settings,
  log?: Logger,
): TemporalServer | undefined {
  const [, address, namespace] = /^temporal:\/\/([^/]+)\/(.+)$/.exec(orchestrator) ?? [];
  return address === undefined || namespace === undefined
    ? undefined
    : { address, namespace, taskQueue, ...(log && { log }), traces: tracesUrl !== undefined };
}

export const embeddedOrchestrator = (
  worker: SessionWorker,
  staging: Pick<StagingArea, 'interruptions'>,
  { maxSessions }: Settings,
  log: Logger,
): Orchestrator =>
  new EmbeddedOrchestrator({
    worker,
    maxSessions,
    isSuspicious: async (sessionId) => (await staging.interruptions(sessionId)) >= SUSPICIOUS_INTERRUPTIONS,
    onRetry: (sessionId, activity, error, attempt) =>
      log.warn({ err: error, sessionId, activity, attempt }, 'an activity of a session failed; trying again'),
    onFault: (sessionId, error) =>
      log.error({ err: error, sessionId }, 'the session workflow broke; the next start resumes it'),
  });

export const embeddedScheduler = (alarm: Alarm, clock: Clock, log: Logger): Scheduler =>
  new EmbeddedScheduler({
    alarm,
    clock,
    onFault: (automationId, error) =>
      log.warn({ err: error, automationId }, 'what is due of an automation could not be settled; trying again'),
  });

/** Logs a schedule that a scheduler does not take, or that cannot be read: the others are kept nevertheless. */
export const scheduleFaults =
  (log: Pick<Logger, 'warn'>) =>
  (automationId: string, error: unknown): void =>
    log.warn({ err: error, automationId }, 'the schedule of an automation could not be aligned; the others are');

/** @throws Unreachable when the server does not answer in time */
export async function connectOrchestrator(
  server: TemporalServer,
  { workerLoss }: Settings,
  { openers, log, signal }: Connecting,
): Promise<TemporalOrchestrator> {
  const orchestrator = await openers.connectTemporalOrchestrator({ ...server, workerLoss });
  try {
    await untilReachable(() => orchestrator.ping(), { what: 'Temporal', patience: START_PATIENCE, log, signal });
    return orchestrator;
  } catch (error) {
    await orchestrator.close();
    throw error;
  }
}

/** @throws Unreachable when the server does not answer in time */
export async function startWorker(
  server: TemporalServer,
  { worker, alarm }: { readonly worker: SessionWorker; readonly alarm: Alarm },
  { maxSessions, workerLoss }: Settings,
  { openers, log, signal }: Connecting,
): Promise<SupervisedWorker> {
  const open = () => openers.startTemporalWorker({ ...server, worker, alarm, maxSessions, workerLoss });
  return new SupervisedWorker(
    await untilReachable(open, { what: 'Temporal', patience: START_PATIENCE, log, signal }),
    open,
    log,
  );
}
