import { readModel } from '@assay/read-models';
import type { NotificationCause } from '../domain/notification-events';

export const NOTIFICATION_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** How one attempt ended. */
export interface AttemptView {
  readonly attempt: number;
  readonly at: string;
  readonly outcome: 'delivered' | 'delayed' | 'failed' | 'skipped';
  /** Why, or how the receiver answered. */
  readonly detail: string | null;
}

/** One a notification, in `notifications`. Its content is in its stream. */
export interface NotificationDocument {
  readonly id: string;
  readonly organizationId: string;
  readonly channel: string;
  readonly destination: string;
  /** `<organization>/<channel>/<destination>`: one at a time is attempted of a lane. */
  readonly lane: string;
  readonly topic: string;
  readonly cause: NotificationCause;
  readonly status: NotificationStatus;
  readonly requestedAt: string;
  /** When it is to be attempted; during an attempt, when that counts as lost. Null once it has ended. */
  readonly dueAt: string | null;
  readonly endedAt: string | null;
  readonly attempts: number;
  /** Why it was delayed, failed or skipped last. */
  readonly reason: string | null;
  /** The newest attempts that ended, {@link ATTEMPTS_SHOWN} at most, the oldest first. */
  readonly log: readonly AttemptView[];
}

export const laneOf = ({
  organizationId,
  channel,
  destination,
}: Pick<NotificationDocument, 'organizationId' | 'channel' | 'destination'>): string =>
  `${organizationId}/${channel}/${destination}`;

export const ATTEMPTS_SHOWN = 20;

export const notificationDocuments = readModel<NotificationDocument>('notifications');
