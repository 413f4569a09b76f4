import { type Clock, systemClock } from '@assay/kernel';
import { Client, Connection } from '@temporalio/client';
import type { Scheduler } from '../scheduler';
import type { TemporalServer } from './index';
import { asServerFault } from './server-errors';
import { ServerSchedules } from './server-schedules';

/** Milliseconds for one request and its retries. The caller tries again later. */
const DEADLINE = 10_000;

export function openTemporalScheduler({
  address,
  namespace,
  taskQueue,
  clock = systemClock,
}: TemporalServer & { readonly clock?: Clock }): Scheduler {
  const connection = Connection.lazy({ address });
  const client = new Client({ connection, namespace, identity: `${taskQueue} scheduler` });
  const schedules = new ServerSchedules({ client, taskQueue, clock });
  const asked = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    try {
      return await client.withDeadline(Date.now() + DEADLINE, ask);
    } catch (error) {
      throw asServerFault(address, error);
    }
  };
  return {
    set: (schedule) => asked(() => schedules.set(schedule)),
    remove: (automationId) => asked(() => schedules.remove(automationId)),
    list: () => asked(() => schedules.list()),
    close: () => connection.close(),
  };
}
