import { type EventStore, type LogPosition, OldStreams, decide } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import type { ReadModels } from '@assay/read-models';
import { forgetNotification, notification } from './domain/notification';
import { NOTIFICATION_PREFIX, type NotificationEvent, notificationStream } from './domain/notification-events';
import { type NotificationStatus, notificationDocuments } from './queries/documents';

/** Days. An attempt is made for three days, and somebody may want to know why for some weeks. */
const KEPT_DAYS = 30;
const DAY = 86_400_000;
/** Documents that are looked for at once. */
const BATCH = 200;
const ENDED: readonly NotificationStatus[] = ['delivered', 'failed', 'skipped'];

/**
 * Forgets notifications that ended 30 days ago: first the contents and the attempts, with the document, by a fact, and
 * after 30 more days the stream with that fact. Notifications that wait stay. A request that comes again after that
 * would make a new notification, so reactors must pass over events that are so old.
 *
 * @returns does it, as far as there is something to do
 */
export function forgetNotifications({
  events,
  readModels,
  reached,
  clock,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
  readonly clock: Clock;
}): () => Promise<void> {
  const memory = { stream: 'forgotten-notifications', type: 'NotificationsForgotten' };
  const isOver = ({ type }: { readonly type: string }) => type === 'NotificationForgotten';
  const old = new OldStreams<NotificationEvent>(events, { prefix: NOTIFICATION_PREFIX, memory, isOver });

  const forgetOne = async (id: string, since: string): Promise<LogPosition | undefined> => {
    const stream = notificationStream(id);
    const { position, state, revision } = await decide(events, stream, notification, (current) =>
      forgetNotification({ since, at: timestamp(clock) }, current),
    );
    if (state.status === 'forgotten') await events.setStreamMetadata(stream, { truncateBefore: revision });
    return position;
  };

  const forgetEnded = async (status: NotificationStatus, since: string) => {
    for (let after = ''; ; ) {
      const found = await readModels.collection(notificationDocuments).find({
        where: { status, endedAt: { gte: after, lt: since } },
        sort: [['endedAt', 'ascending']],
        limit: BATCH,
      });
      let position: LogPosition | undefined;
      for (const { id } of found) position = (await forgetOne(id, since)) ?? position;
      if (found.length < BATCH) return;
      // None was forgotten: they are gone on, or were delivered again meanwhile, and the rest comes after them.
      const last = found.at(-1)!.document.endedAt!;
      if (position !== undefined) await reached(position);
      else if (last === after) return;
      else after = last;
    }
  };

  return async () => {
    const since = new Date(clock.now().getTime() - KEPT_DAYS * DAY).toISOString();
    for (const status of ENDED) await forgetEnded(status, since);
    while (await old.forget(since));
  };
}
