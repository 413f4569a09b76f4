import { Registry, collectDefaultMetrics } from 'prom-client';
import { meteredActivities, meteredSlots } from './activity.metrics';
import { meteredAppends } from './append.metrics';
import { meteredCommands } from './command.metrics';
import type { Metrics } from './metrics';
import { meteredOutbox } from './outbox.metrics';
import { type Refresh, meteredProjections, meteredReactions, meteredReactors } from './projection.metrics';
import { meteredRequests } from './request.metrics';

/** On a registry of its own: two services in one process, as in tests, count apart. */
export function prometheusMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const refreshes: Refresh[] = [];
  return {
    appends: meteredAppends(register),
    commands: meteredCommands(register),
    requests: meteredRequests(register),
    activities: meteredActivities(register),
    reactions: meteredReactions(register),
    projections: (status) => void refreshes.push(meteredProjections(register, status)),
    reactors: (status) => void refreshes.push(meteredReactors(register, status)),
    notifications: (status) => void refreshes.push(meteredOutbox(register, status)),
    slots: (read) => meteredSlots(register, read),
    async render() {
      await Promise.all(refreshes.map((refresh) => refresh()));
      return { contentType: register.contentType, body: await register.metrics() };
    },
  };
}
