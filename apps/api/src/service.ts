import type { EventStore } from '@assay/event-store';
import { type Settings, systemClock } from '@assay/kernel';
import { EmbeddedOrchestrator, type Orchestrator } from '@assay/orchestration';
import { type Platform, createLogger, openEventStore, openReadModelStore } from '@assay/platform';
import { projections } from '@assay/projections';
import { type ReadModelStore, Projector, ReactorRunner } from '@assay/read-models';
import { type SessionDocument, SessionActivitiesWorker, StagingArea, cancelWorkflows, deleteProjectResults, refundUnstartedSessions, startWorkflows, workflowInput } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ContextsModule } from './app.module';
import { createHttpApp } from './http-app';

/** Everything in one process: stores, projections, reactors, the embedded orchestrator and, where wanted, HTTP. */
export interface Service<App extends INestApplicationContext = INestApplicationContext> {
  readonly app: App;
  readonly platform: RunningPlatform;
  readonly orchestrator: Orchestrator;
  /** Ends in order; what was running is resumed by the next start. */
  close(): Promise<void>;
}

/** How a process comes by its stores; fault tests put themselves in between. */
export interface StoreOpeners {
  openEventStore(settings: Settings): Promise<EventStore>;
  openReadModelStore(settings: Settings): Promise<ReadModelStore>;
}

/** A platform whose projections run in this process. */
export interface RunningPlatform extends Platform {
  readonly projector: Projector;
  close(): Promise<void>;
}

/** The stores and the projections on them, caught up with the log. */
export async function openPlatform(settings: Settings, openers: StoreOpeners = { openEventStore, openReadModelStore }): Promise<RunningPlatform> {
  const log = createLogger(settings.logLevel);
  const events = await openers.openEventStore(settings);
  try {
    const store = await openers.openReadModelStore(settings);
    const projector = new Projector({ events, store, projections, log });
    await projector.start();
    await projector.ready();
    await projector.waitFor(await events.head(), { timeoutMs: CATCH_UP_PATIENCE });
    return {
      settings, events, store, projector, readModels: projector, log,
      async close() {
        await projector.stop();
        await store.close();
        await events.close();
      },
    };
  } catch (error) {
    await events.close();
    throw error;
  }
}

/** Milliseconds: at 50,000 events a second, thirty million events. */
const CATCH_UP_PATIENCE = 600_000;

export async function startService<App extends INestApplicationContext>(settings: Settings, createApp: (platform: RunningPlatform) => Promise<App>, openers?: StoreOpeners): Promise<Service<App>> {
  const platform = await openPlatform(settings, openers);
  const { events, store, projector, log } = platform;
  const app = await createApp(platform);
  const orchestrator = new EmbeddedOrchestrator({
    worker: app.get(SessionActivitiesWorker),
    maxSessions: settings.maxSessions,
    onRetry: (sessionId, activity, error, attempt) => log.warn({ err: error, sessionId, activity, attempt }, 'an activity of a session failed; trying again'),
    onFault: (sessionId, error) => log.error({ err: error, sessionId }, 'the session workflow broke; the next start resumes it'),
  });
  const commands = app.get(CommandBus);
  const reactors = new ReactorRunner({
    events, store, log,
    reactors: [
      startWorkflows(orchestrator, events),
      cancelWorkflows(orchestrator),
      refundUnstartedSessions({ events, commands, queries: app.get(QueryBus), clock: systemClock, grace: settings.unstartedGrace }),
      deleteProjectResults({ events, readModels: projector, commands, clock: systemClock, reached: (position) => projector.waitFor(position) }),
    ],
  });
  await resumeSessions(projector, orchestrator, app.get(StagingArea));
  await reactors.start();
  return {
    app, platform, orchestrator,
    async close() {
      await app.close();
      await reactors.stop();
      await orchestrator.close();
      await platform.close();
    },
  };
}

/** What a crash or a stop interrupted goes on; what it left lying about goes. */
async function resumeSessions(projector: Projector, orchestrator: Orchestrator, staging: StagingArea): Promise<void> {
  const unfinished = await projector.collection<SessionDocument>('sessions').find({ where: { active: true } });
  await staging.removeAllBut(new Set(unfinished.map(({ id }) => id)));
  for (const { document } of unfinished) await orchestrator.start(workflowInput({ ...document, tools: Object.keys(document.toolReports).length }));
}

export const startHttpService = (settings: Settings, openers?: StoreOpeners) => startService(settings, createHttpApp, openers);

/** Without HTTP, as `assay scan` needs it. */
export const startLocalService = (settings: Settings) =>
  startService(settings, (platform) => NestFactory.createApplicationContext(ContextsModule.on(platform), { logger: ['fatal', 'error', 'warn'], abortOnError: false }));
