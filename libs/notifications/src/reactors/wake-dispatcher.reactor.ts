import type { LogPosition } from '@assay/event-store';
import type { Reactor } from '@assay/read-models';
import type { NotificationRequested, RedeliveryRequested } from '../domain/notification-events';

/** The dispatcher learns at once what is new; what it misses it finds by itself. */
export function wakeDispatcher({
  dispatcher,
  reached,
}: {
  readonly dispatcher: { wake(): void };
  readonly reached: (position: LogPosition) => Promise<void>;
}): Reactor<NotificationRequested | RedeliveryRequested> {
  return {
    name: 'wake-dispatcher',
    handles: { NotificationRequested: true, RedeliveryRequested: true },
    async react({ position }) {
      await reached(position);
      dispatcher.wake();
    },
  };
}
