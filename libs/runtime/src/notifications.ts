import {
  type Channel,
  ChatChannelDelivery,
  Dispatcher,
  EmailChannel,
  OUTGOING_GUARD,
  WebhookChannel,
} from '@assay/notifications';
import { systemClock } from '@assay/kernel';
import type { FollowedPlatform } from '@assay/platform';
import type { Projector } from '@assay/read-models';
import { SharedReports, TARGET_SOURCES, type TargetSources } from '@assay/scanning';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import type { TargetGuard } from '@assay/targets';
import { HostLimits, checkRunChannel, commitStatusChannel, pullRequestCommentChannel } from '@assay/verdicts';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import pTimeout from 'p-timeout';
import { withOpenLinks } from './message-links';
import type { Metrics } from './metrics/metrics';

/** Milliseconds that a notification may be due before somebody should look. */
const OVERDUE = 600_000;
/** The same for an answer to a health check. */
const CHECK_TIMEOUT = 3_000;

/** Every channel by which this process tells somebody something: one for each kind. */
function channelsOf(
  app: INestApplicationContext,
  { events, settings }: FollowedPlatform,
  projector: Projector,
): Channel[] {
  const guard = app.get<TargetGuard>(OUTGOING_GUARD);
  const secrets = app.get<SecretStore>(SECRET_STORE);
  const sources = app.get<TargetSources>(TARGET_SOURCES, { strict: false });
  const shared = app.get(SharedReports, { strict: false });
  const clock = systemClock;
  const access = { sources, stores: { events, secrets }, shared, clock, limits: new HostLimits() };
  const verdicts = { queries: app.get(QueryBus), caughtUp: async () => projector.waitFor(await events.head()) };
  return [
    withOpenLinks(new ChatChannelDelivery({ events, secrets, guard, clock }), shared),
    withOpenLinks(new EmailChannel(settings.mail), shared),
    new WebhookChannel({ events, secrets, guard, clock }),
    commitStatusChannel({ ...access, ...verdicts }),
    pullRequestCommentChannel({ ...access, ...verdicts }),
    checkRunChannel({ ...access, ...verdicts }),
  ];
}

/** The dispatcher of notifications; not started yet. */
export function openDispatcher({
  platform,
  projector,
  app,
  metrics,
}: {
  readonly platform: FollowedPlatform;
  readonly projector: Projector;
  readonly app: INestApplicationContext;
  readonly metrics: Metrics | undefined;
}): Dispatcher {
  const { events, readModels, log, state } = platform;
  const dispatcher = new Dispatcher({
    events,
    readModels,
    channels: new Map(channelsOf(app, platform, projector).map((channel) => [channel.kind, channel])),
    clock: systemClock,
    random: Math.random,
    reached: (position) => projector.waitFor(position),
    log,
  });
  metrics?.notifications(() => dispatcher.status());
  state.watched.push({
    name: 'notifications',
    async check() {
      // Where the read models cannot be asked, their own check says so.
      const status = await pTimeout(dispatcher.status(), { milliseconds: CHECK_TIMEOUT }).catch(() => undefined);
      if (!status?.dueSince || Date.parse(status.dueSince) > Date.now() - OVERDUE) return undefined;
      const { pending, dueSince } = status;
      const wait = pending === 1 ? 'notification waits' : 'notifications wait';
      return { status: 'degraded', reason: `${pending} ${wait}, one of them due since ${dueSince}` };
    },
  });
  return dispatcher;
}
