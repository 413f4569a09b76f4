import type { Fact, FactTypes } from '@assay/kernel';

/** The event that caused the notification. */
export interface NotificationCause {
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
}

/** The notification, its receiver and its channel. */
export interface Notification {
  readonly notificationId: string;
  readonly organizationId: string;
  /** `<event id>/<channel>[/<destination>]`: the same event told again by the same channel is the same notification. */
  readonly key: string;
  /** The kind of channel. */
  readonly channel: string;
  readonly destination: string;
  readonly topic: string;
  readonly cause: NotificationCause;
  /** Plain JSON, {@link MAX_CONTENT_BYTES} at most. */
  readonly content: unknown;
}

/** Bytes of a notification's content as JSON. */
export const MAX_CONTENT_BYTES = 131_072;

type Timed<Data> = Data & { readonly at: string };
type Attempt<Data = object> = Timed<{ readonly attempt: number } & Data>;

export type NotificationRequested = Fact<'NotificationRequested', Timed<Notification>>;
/** Until then nobody else attempts it. After that the attempt counts as lost, and its outcome is not known. */
export type DeliveryBegan = Fact<'DeliveryBegan', Attempt<{ readonly until: string }>>;
export type NotificationDelivered = Fact<'NotificationDelivered', Attempt<{ readonly detail: string | null }>>;
export type NotificationDelayed = Fact<
  'NotificationDelayed',
  Attempt<{ readonly reason: string; readonly nextAt: string }>
>;
/** `gaveUp`: it was attempted again and again until the time was over. */
export type NotificationFailed = Fact<
  'NotificationFailed',
  Attempt<{ readonly reason: string; readonly gaveUp: boolean }>
>;
export type NotificationSkipped = Fact<'NotificationSkipped', Attempt<{ readonly reason: string }>>;
/** Somebody asked that what has ended be delivered again, under the same id. */
export type RedeliveryRequested = Fact<'RedeliveryRequested', Timed<{ readonly by: string }>>;

/** It ended long ago: what was told is deleted, and how that went. */
export type NotificationForgotten = Fact<'NotificationForgotten', Timed<object>>;

export type NotificationEvent =
  | NotificationRequested
  | DeliveryBegan
  | NotificationDelivered
  | NotificationDelayed
  | NotificationFailed
  | NotificationSkipped
  | RedeliveryRequested
  | NotificationForgotten;

export const NOTIFICATION_EVENTS: FactTypes<NotificationEvent> = {
  NotificationRequested: true,
  DeliveryBegan: true,
  NotificationDelivered: true,
  NotificationDelayed: true,
  NotificationFailed: true,
  NotificationSkipped: true,
  RedeliveryRequested: true,
  NotificationForgotten: true,
};

export const NOTIFICATION_PREFIX = 'notification-';
export const notificationStream = (notificationId: string): string => `${NOTIFICATION_PREFIX}${notificationId}`;
export const notificationOfStream = (stream: string): string => stream.slice(NOTIFICATION_PREFIX.length);
