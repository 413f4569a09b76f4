import { DueTimeAlarm, alignSchedules } from '@assay/automations';
import { ExpireDecisions } from '@assay/findings';
import { forgetDeliveries } from '@assay/hosting';
import { CLOCK, type Clock, type Settings } from '@assay/kernel';
import { forgetNotifications } from '@assay/notifications';
import type { Orchestrator, Scheduler, SessionWorker, TemporalServer } from '@assay/orchestration';
import { ProjectionWatch, untilReachable } from '@assay/platform';
import type { Reactor } from '@assay/read-models';
import { EngineSlots, SESSION_WORKER, SessionQueues, StagingArea, SweepStaging } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ClosingSteps } from './close-in-order';
import { openDispatcher } from './notifications';
import type { Observation } from './observation';
import type { OpenedPlatform } from './read-models';
import {
  connectOrchestrator,
  embeddedOrchestrator,
  embeddedScheduler,
  scheduleFaults,
  startWorker,
  temporalServer,
} from './roles/orchestrating';
import { startReactors } from './roles/projecting';
import { removeFinishedCopies, resumeSessions } from './roles/session-resumption';
import { runRepeatedly } from './run-repeatedly';
import { type Openers, START_PATIENCE } from './stores';

interface Starting extends OpenedPlatform {
  readonly settings: Settings;
  readonly openers: Openers;
  readonly app: INestApplicationContext;
  readonly observation: Observation;
  readonly closing: ClosingSteps;
  readonly signal: AbortSignal | undefined;
}

/** Milliseconds. */
const RESUME_EVERY = 60_000;
/** Without an event handled, while there are some to handle. */
const STALLED_AFTER = 60_000;
const RESUME_AFTER_FAILURE = 5_000;
const SWEEP_EVERY = 600_000;
/** A finding is open again so long after its decision has ended. */
const EXPIRE_EVERY = 5_000;
const FORGET_EVERY = 3_600_000;
/** A server that lost its schedules, or ran out of the due times of one that was paused for long, has them again. */
const ALIGN_EVERY = 3_600_000;

/**
 * Starts the parts that run sessions, as far as this process's roles go: the worker, the orchestrator, the reactors
 * that drive it, and the resumption of what is unfinished.
 */
export async function startSessions(starting: Starting): Promise<void> {
  const server = temporalServer(starting.settings, starting.observation.log);
  if (server) return startOnTemporal(starting, server);
  const {
    settings: { roles },
  } = starting;
  if (roles.has('projector') && roles.has('worker')) await startEmbedded(starting);
}

async function startEmbedded(starting: Starting): Promise<void> {
  const {
    settings,
    platform: { readModels },
    app,
    observation: { log, ...observation },
    closing,
  } = starting;
  const worker = await openWorker(starting);
  const orchestrator = observation.orchestrator(embeddedOrchestrator(worker, app.get(StagingArea), settings, log));
  closing.add('sessions', () => orchestrator.close());
  // Continues sessions that a crash or a stop interrupted, and removes what they left lying about.
  await removeFinishedCopies(readModels, app.get(StagingArea));
  await resumeSessions(readModels, orchestrator, app.get(SessionQueues));
  // A scan of the command line ends with its session: it starts none of those that are due.
  if (!settings.roles.has('api')) return react(starting, orchestrator, undefined);
  const alarm = app.get(DueTimeAlarm);
  const scheduler = embeddedScheduler(alarm, app.get<Clock>(CLOCK), log);
  closing.add('schedules', () => scheduler.close());
  await react(starting, orchestrator, scheduler);
  await alignSchedules(scheduler, alarm, readModels, scheduleFaults(log));
}

async function startOnTemporal(starting: Starting, server: TemporalServer): Promise<void> {
  const {
    settings,
    openers,
    platform,
    app,
    observation: { log, ...observation },
    closing,
    signal,
  } = starting;
  if (settings.roles.has('worker')) {
    const activities = await openWorker(starting);
    // A session that an earlier process had staged here is staged again, here or elsewhere: that process's own queue is
    // gone with it.
    await app.get(StagingArea).removeAllBut(new Set());
    const parts = { worker: activities, alarm: app.get(DueTimeAlarm) };
    const worker = await startWorker(server, parts, settings, { openers, log, signal });
    closing.add('worker', () => worker.close());
    platform.state.dependencies.push({ name: 'worker', what: 'the worker', ping: () => worker.ping() });
    // A session that was taken from this worker while it was out of reach ends elsewhere, and nobody tells it to clean
    // up.
    closing.add(
      'sweeping',
      runRepeatedly({ what: 'sweeping the staged targets', every: SWEEP_EVERY, afterFailure: SWEEP_EVERY, log }, () =>
        app.get(SweepStaging).run(),
      ),
    );
  }
  if (settings.roles.has('projector')) {
    const connected = await connectOrchestrator(server, settings, { openers, log, signal });
    closing.add('orchestrator', () => connected.close());
    platform.state.dependencies.push({ name: 'orchestrator', what: 'the orchestrator', ping: () => connected.ping() });
    const orchestrator = observation.orchestrator(connected);
    const scheduler = await openers.connectTemporalScheduler(server);
    closing.add('schedules', () => scheduler.close());
    await react(starting, orchestrator, scheduler);
    closing.add(
      'aligning of schedules',
      runRepeatedly(
        { what: 'aligning the schedules', every: ALIGN_EVERY, afterFailure: RESUME_AFTER_FAILURE, log },
        () => alignSchedules(scheduler, app.get(DueTimeAlarm), platform.readModels, scheduleFaults(log)),
      ),
    );
    // A workflow that an operator terminated, or whose start was lost, begins again and settles what is left.
    closing.add(
      'resumption',
      runRepeatedly(
        { what: 'resuming unfinished sessions', every: RESUME_EVERY, afterFailure: RESUME_AFTER_FAILURE, log },
        () => resumeSessions(platform.readModels, orchestrator, app.get(SessionQueues)),
      ),
    );
  }
}

/** @throws StagingRootLocked when another process stages in the same data directory */
async function openWorker({ platform: { events }, app, observation, closing }: Starting): Promise<SessionWorker> {
  const staging = app.get(StagingArea);
  await staging.open();
  closing.add('staged targets', () => staging.close());
  const slots = app.get(EngineSlots);
  observation.metrics?.slots(() => ({ total: slots.concurrency, inUse: slots.pending, waiting: slots.size }));
  return observation.activities(app.get<SessionWorker>(SESSION_WORKER), events);
}

async function react(
  { platform, projector, app, observation, closing, signal }: Starting,
  orchestrator: Orchestrator,
  scheduler: Scheduler | undefined,
): Promise<void> {
  if (!projector) return;
  const { log } = platform;
  const dispatcher = openDispatcher({ platform, projector, app, metrics: observation.metrics });
  const observed = (reactor: Reactor) => observation.reactor(reactor);
  // A scan of the command line has none before it, and its results are gone when it ends.
  const keepsScans = scheduler !== undefined;
  const start = () =>
    startReactors({ platform, app, projector, orchestrator, scheduler, keepsScans, dispatcher, observed });
  const reactors = await untilReachable(start, { what: 'the read models', patience: START_PATIENCE, log, signal });
  dispatcher.start();
  closing.add('notifications', () => dispatcher.stop());
  closing.add('reactors', () => reactors.stop());
  closing.add(
    'ending decisions',
    runRepeatedly(
      { what: 'ending decisions about findings', every: EXPIRE_EVERY, afterFailure: EXPIRE_EVERY, log },
      () => app.get(CommandBus).execute(new ExpireDecisions()),
    ),
  );
  closing.add(
    'forgetting deliveries',
    runRepeatedly(
      { what: 'forgetting old deliveries', every: FORGET_EVERY, afterFailure: RESUME_EVERY, log },
      forgetDeliveries({ events: platform.events, clock: app.get<Clock>(CLOCK) }),
    ),
  );
  closing.add(
    'forgetting notifications',
    runRepeatedly(
      { what: 'forgetting old notifications', every: FORGET_EVERY, afterFailure: RESUME_EVERY, log },
      forgetNotifications({
        events: platform.events,
        readModels: platform.readModels,
        reached: (position) => projector.waitFor(position),
        clock: app.get<Clock>(CLOCK),
      }),
    ),
  );
  const status = () => reactors.status();
  observation.metrics?.reactors(status);
  // One of them waits for a charge's session as long as the grace before it continues.
  const stallTime = STALLED_AFTER + platform.settings.unstartedGrace;
  platform.state.reactors = { status, watch: new ProjectionWatch(undefined, stallTime) };
}
