import { deleteProjectAiReports, settleAiReports } from '@assay/ai-reports';
import { systemClock } from '@assay/kernel';
import type { Orchestrator, SessionWorker } from '@assay/orchestration';
import type { FollowedPlatform } from '@assay/platform';
import { type Projector, type Reactor, ReactorRunner } from '@assay/read-models';
import {
  SESSION_WORKER,
  SessionQueues,
  TOOL_CATALOGUE,
  type ToolCatalogue,
  cancelWorkflows,
  compareFindings,
  deleteProjectResults,
  queueSessions,
  refundUnstartedSessions,
  settleCanceled,
  startWorkflows,
} from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';

interface Projecting {
  readonly platform: FollowedPlatform;
  readonly app: INestApplicationContext;
  readonly projector: Projector;
  readonly orchestrator: Orchestrator;
  /** What each reactor is watched with. */
  readonly observed: (reactor: Reactor) => Reactor;
}

/**
 * What happens because of events, on this process's account. Two processes that do the same are harmless: each reaction
 * is idempotent by key.
 */
export async function startReactors({
  platform: { events, store, readModels, settings, log },
  app,
  projector,
  orchestrator,
  observed,
}: Projecting): Promise<ReactorRunner> {
  const commands = app.get(CommandBus);
  const queues = app.get(SessionQueues);
  const reactors = [
    queueSessions(queues, events),
    startWorkflows(orchestrator, queues, events),
    cancelWorkflows(orchestrator, queues, events, settleCanceled(app.get<SessionWorker>(SESSION_WORKER))),
    refundUnstartedSessions({
      events,
      commands,
      queries: app.get(QueryBus),
      clock: systemClock,
      grace: settings.unstartedGrace,
    }),
    compareFindings({ events, commands, catalogue: app.get<ToolCatalogue>(TOOL_CATALOGUE) }),
    deleteProjectResults({
      events,
      queues,
      readModels,
      commands,
      clock: systemClock,
      reached: (position) => projector.waitFor(position),
    }),
    settleAiReports({ events, commands, clock: systemClock }),
    deleteProjectAiReports({
      events,
      readModels,
      clock: systemClock,
      reached: (position) => projector.waitFor(position),
    }),
  ];
  const runner = new ReactorRunner({ events, store, log, reactors: reactors.map(observed) });
  try {
    await runner.start();
    return runner;
  } catch (error) {
    await runner.stop();
    throw error;
  }
}
