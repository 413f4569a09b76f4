import { type Model, passedOver, refused } from '@assay/kernel';
import type { Notification, NotificationEvent } from './notification-events';
import { nextAttempt } from './retry-times';

interface Requested {
  readonly notification: Notification;
  /** When it was requested, or requested again. */
  readonly requestedAt: string;
  /** Attempts since then. */
  readonly attemptsSince: number;
  /** All attempts. */
  readonly attempts: number;
}

export type NotificationState =
  | { readonly status: 'absent' }
  | (Requested & { readonly status: 'waiting'; readonly dueAt: string })
  | (Requested & { readonly status: 'attempting'; readonly until: string })
  | (Requested & { readonly status: 'delivered' | 'failed' | 'skipped'; readonly endedAt: string })
  /** Telling it again changes nothing. */
  | { readonly status: 'forgotten' };

/** A fact of a type that it does not know is passed over. */
export const notification: Model<NotificationState, NotificationEvent> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    if (event.type === 'NotificationRequested') {
      const { at, ...requested } = event.data;
      const counts = { requestedAt: at, attemptsSince: 0, attempts: 0 };
      return { status: 'waiting', notification: requested, ...counts, dueAt: at };
    }
    // Its fact is all that is left of it.
    if (event.type === 'NotificationForgotten') return { status: 'forgotten' };
    if (state.status === 'absent' || state.status === 'forgotten') return state;
    const { notification: told, requestedAt, attemptsSince, attempts } = state;
    const common = { notification: told, requestedAt, attemptsSince, attempts };
    switch (event.type) {
      case 'DeliveryBegan': {
        const counts = { attemptsSince: attemptsSince + 1, attempts: attempts + 1 };
        return { ...common, ...counts, status: 'attempting', until: event.data.until };
      }
      case 'NotificationDelayed':
        return { ...common, status: 'waiting', dueAt: event.data.nextAt };
      case 'NotificationDelivered':
        return { ...common, status: 'delivered', endedAt: event.data.at };
      case 'NotificationFailed':
        return { ...common, status: 'failed', endedAt: event.data.at };
      case 'NotificationSkipped':
        return { ...common, status: 'skipped', endedAt: event.data.at };
      case 'RedeliveryRequested':
        return {
          ...common,
          status: 'waiting',
          requestedAt: event.data.at,
          attemptsSince: 0,
          dueAt: event.data.at,
        };
      default:
        return passedOver(state, event);
    }
  },
};

/** No event if it was requested before. */
export const requestNotification = (
  command: Notification & { readonly at: string },
  state: NotificationState,
): NotificationEvent[] => (state.status === 'absent' ? [{ type: 'NotificationRequested', data: command }] : []);

/** No event if it is not due, has ended, or another process attempts it: then the caller must not deliver it. */
export function beginDelivery(
  { at, until }: { readonly at: string; readonly until: string },
  state: NotificationState,
): NotificationEvent[] {
  const isDue =
    (state.status === 'waiting' && state.dueAt <= at) || (state.status === 'attempting' && state.until <= at);
  return isDue ? [{ type: 'DeliveryBegan', data: { attempt: state.attempts + 1, until, at } }] : [];
}

/** How an attempt ended, as the channel says. */
type Ended =
  | { readonly kind: 'delivered'; readonly detail?: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly after?: number | undefined }
  | { readonly kind: 'failed' | 'skipped'; readonly reason: string };

/** Characters of a reason or a detail that are kept. */
const MOST_TEXT = 500;
const bounded = (text: string): string => (text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT - 1)}…`);

/**
 * Records how an attempt ended. An attempt that counts as lost may still say that it has delivered; anything else that
 * it says is left to the attempt after it.
 */
export function endDelivery(
  {
    attempt,
    outcome,
    at,
    random,
  }: { readonly attempt: number; readonly outcome: Ended; readonly at: string; readonly random: number },
  state: NotificationState,
): NotificationEvent[] {
  if (state.status !== 'attempting' && state.status !== 'waiting') return [];
  if (outcome.kind === 'delivered') {
    const detail = outcome.detail === undefined ? null : bounded(outcome.detail);
    return [{ type: 'NotificationDelivered', data: { attempt, detail, at } }];
  }
  if (state.status !== 'attempting' || state.attempts !== attempt) return [];
  const reason = bounded(outcome.reason);
  switch (outcome.kind) {
    case 'skipped':
      return [{ type: 'NotificationSkipped', data: { attempt, reason, at } }];
    case 'failed':
      return [{ type: 'NotificationFailed', data: { attempt, reason, gaveUp: false, at } }];
    case 'retry': {
      const { attemptsSince: failed, requestedAt } = state;
      const nextAt = nextAttempt({ failed, requestedAt, now: at, asked: outcome.after, random });
      return nextAt === undefined
        ? [{ type: 'NotificationFailed', data: { attempt, reason, gaveUp: true, at } }]
        : [{ type: 'NotificationDelayed', data: { attempt, reason, nextAt, at } }];
    }
  }
}

/**
 * Asks that what has ended be delivered again. Nothing while it waits anyway.
 * @throws RefusedError DELIVERY_NOT_FOUND, also for another organization's
 */
export function requestRedelivery(
  { organizationId, by, at }: { readonly organizationId: string; readonly by: string; readonly at: string },
  state: NotificationState,
): NotificationEvent[] {
  if (!('notification' in state) || state.notification.organizationId !== organizationId)
    return refused('DELIVERY_NOT_FOUND', 'Delivery not found');
  if (state.status === 'waiting' || state.status === 'attempting') return [];
  return [{ type: 'RedeliveryRequested', data: { by, at } }];
}

/** No event if it has not ended, or not before that instant. */
export const forgetNotification = (
  { since, at }: { readonly since: string; readonly at: string },
  state: NotificationState,
): NotificationEvent[] =>
  'endedAt' in state && state.endedAt < since ? [{ type: 'NotificationForgotten', data: { at } }] : [];
