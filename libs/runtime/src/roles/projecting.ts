import { deleteProjectAiReports, settleAiReports } from '@assay/ai-reports';
import {
  AutomationRegistry,
  DueTimeAlarm,
  Firings,
  deleteAutomationHistory,
  deleteProjectAutomations,
  fireAutomations,
  followAutomationScans,
  keepSchedules,
} from '@assay/automations';
import {
  AutoTopups,
  OverageCollection,
  Purchases,
  bookPurchases,
  CreditAccounts,
  addUpgrades,
  collectOverage,
  hearSandbox,
  organizationOfTopups,
  topUpBalances,
} from '@assay/billing';
import type { LogPosition } from '@assay/event-store';
import { followDeliveries } from '@assay/hosting';
import { systemClock } from '@assay/kernel';
import {
  type Dispatcher,
  Outbox,
  disableWebhooks,
  tellNotices,
  tellVerdicts,
  tellWebhooks,
  wakeDispatcher,
} from '@assay/notifications';
import type { Orchestrator, Scheduler, SessionWorker } from '@assay/orchestration';
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
  startOf,
  startWorkflows,
} from '@assay/scanning';
import { deleteVerdicts, judgeScans, judgeUnfinished, tellCommitStatus, tellPullRequest } from '@assay/verdicts';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';

interface Projecting {
  readonly platform: FollowedPlatform;
  readonly app: INestApplicationContext;
  readonly projector: Projector;
  readonly orchestrator: Orchestrator;
  readonly dispatcher: Dispatcher;
  /** Undefined if schedules are another process's affair. */
  readonly scheduler: Scheduler | undefined;
  /** Whether scans are there to be compared with later ones. */
  readonly keepsScans: boolean;
  /** Puts the watch around a reactor. */
  readonly observed: (reactor: Reactor) => Reactor;
}

/** The parts that reactors are made from. */
type Parts = Omit<Projecting, 'projector' | 'observed'> & {
  readonly commands: CommandBus;
  /** Resolves when the read models have reached the position. */
  readonly reached: (position: LogPosition) => Promise<void>;
};

/**
 * Starts the reactions to events that this process carries out. Two processes that do the same are harmless: each
 * reaction is idempotent by key.
 */
export async function startReactors({ projector, observed, ...others }: Projecting): Promise<ReactorRunner> {
  const { platform, app } = others;
  const parts: Parts = {
    ...others,
    commands: app.get(CommandBus),
    reached: (position) => projector.waitFor(position),
  };
  const reactors = [
    ...sessionReactors(parts),
    ...moneyReactors(parts),
    ...verdictReactors(parts),
    ...aiReportReactors(parts),
    ...automationReactors(parts),
    ...notificationReactors(parts),
  ];
  const { events, store, log } = platform;
  const runner = new ReactorRunner({ events, store, log, reactors: reactors.map(observed) });
  try {
    await runner.start();
    return runner;
  } catch (error) {
    await runner.stop();
    throw error;
  }
}

function sessionReactors({
  platform: { events, readModels, settings },
  app,
  orchestrator,
  keepsScans,
  commands,
  reached,
}: Parts): Reactor[] {
  const queues = app.get(SessionQueues);
  const judge = judgeScans({ events, commands, firings: app.get(Firings), reached });
  return [
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
    ...(keepsScans
      ? [compareFindings({ events, commands, catalogue: app.get<ToolCatalogue>(TOOL_CATALOGUE), compared: judge })]
      : []),
    judgeUnfinished(judge),
    deleteProjectResults({
      events,
      queues,
      readModels,
      commands,
      clock: systemClock,
      reached,
    }),
  ];
}

const moneyReactors = ({ app }: Parts): Reactor[] => [
  bookPurchases(app.get(Purchases)),
  hearSandbox(app.get(Purchases)),
  topUpBalances(app.get(AutoTopups)),
  collectOverage(app.get(OverageCollection)),
  addUpgrades(app.get(CreditAccounts)),
];

const verdictReactors = ({ platform: { events }, app }: Parts): Reactor[] => [
  deleteVerdicts({ events, clock: systemClock }),
  tellCommitStatus({ events, firings: app.get(Firings), outbox: app.get(Outbox), clock: systemClock }),
  tellPullRequest({ firings: app.get(Firings), outbox: app.get(Outbox), clock: systemClock }),
];

const aiReportReactors = ({ platform: { events, readModels }, commands, reached }: Parts): Reactor[] => [
  settleAiReports({ events, commands, clock: systemClock }),
  deleteProjectAiReports({
    events,
    readModels,
    clock: systemClock,
    reached,
  }),
];

const automationReactors = ({
  platform: { events, readModels },
  app,
  scheduler,
  commands,
  reached,
}: Parts): Reactor[] => [
  fireAutomations(app.get(Firings)),
  followAutomationScans(app.get(Firings), events),
  followDeliveries({
    events,
    readModels,
    commands,
    clock: systemClock,
    reached,
  }),
  ...(scheduler ? [keepSchedules(scheduler, app.get(DueTimeAlarm))] : []),
  deleteProjectAutomations({
    events,
    readModels,
    registry: app.get(AutomationRegistry),
    reached,
  }),
  deleteAutomationHistory({
    events,
    readModels,
    firings: app.get(Firings),
    reached,
  }),
];

const notificationReactors = ({
  platform: { events, readModels, settings },
  app,
  dispatcher,
  reached,
}: Parts): Reactor[] => [
  tellVerdicts({
    outbox: app.get(Outbox),
    readModels,
    firings: app.get(Firings),
    reached,
    clock: systemClock,
    publicUrl: settings.publicUrl,
  }),
  tellWebhooks({
    outbox: app.get(Outbox),
    events,
    readModels,
    firings: app.get(Firings),
    startOf: (stream) => startOf(stream, events),
    organizationOfTopups,
    reached,
    clock: systemClock,
    publicUrl: settings.publicUrl,
  }),
  tellNotices({ outbox: app.get(Outbox), events, organizationOfTopups, clock: systemClock }),
  disableWebhooks({
    events,
    readModels,
    reached,
    clock: systemClock,
  }),
  wakeDispatcher({ dispatcher, reached }),
];
