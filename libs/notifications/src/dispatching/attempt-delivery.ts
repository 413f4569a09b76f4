import { type EventStore, type LogPosition, decide } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import pTimeout from 'p-timeout';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '../channel';
import { type NotificationState, beginDelivery, endDelivery, notification } from '../domain/notification';
import { notificationStream } from '../domain/notification-events';

/** Milliseconds of one attempt. */
const ATTEMPT_TIME = 20_000;
/** The organization is shown it: what a store, a file or a mistake says is for the operator. */
const FAULT = 'a fault of the service itself, which its log has by the id of this delivery';
/** After so many milliseconds an attempt without an outcome counts as lost: its process has died. */
const LEASE = 60_000;

export interface Attempting {
  readonly events: EventStore;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly attemptTime?: number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Attempts one notification: takes it by a fact, so that one process does so at a time, delivers it, and records how
 * that ended. A crash in between leaves it taken; once that is over it is attempted again, under the same id.
 *
 * @returns the position of the last fact; undefined if it was not due or was taken, or where the process stops: then no
 *   outcome is recorded
 */
export async function attemptDelivery(
  notificationId: string,
  { events, channels, clock, random, attemptTime = ATTEMPT_TIME, log }: Attempting,
  stopping: AbortSignal,
): Promise<LogPosition | undefined> {
  const stream = notificationStream(notificationId);
  const now = clock.now();
  const began = await decide(events, stream, notification, (state) =>
    beginDelivery({ at: now.toISOString(), until: new Date(now.getTime() + LEASE).toISOString() }, state),
  );
  if (began.position === undefined || began.state.status !== 'attempting') return undefined;
  const message = messageFrom(began.state);
  const channel = channels.get(began.state.notification.channel);
  const outcome = channel
    ? await deliver(channel, message, { attemptTime, stopping, log })
    : { kind: 'retry' as const, reason: 'this release of Assay has no such channel' };
  if (stopping.aborted && outcome.kind !== 'delivered') return undefined;
  const ended = await decide(events, stream, notification, (state) =>
    endDelivery({ attempt: message.attempt, outcome, at: timestamp(clock), random: random() }, state),
  );
  return ended.position ?? began.position;
}

function messageFrom(state: Extract<NotificationState, { status: 'attempting' }>): OutgoingMessage {
  const { notification: told, requestedAt, attempts } = state;
  const { notificationId: id, organizationId, destination, topic, cause, content } = told;
  return { id, organizationId, destination, topic, cause, content, requestedAt, attempt: attempts };
}

/** A channel that does not end in time, and one that throws, have not delivered as far as anybody knows. */
async function deliver(
  channel: Channel,
  message: OutgoingMessage,
  { attemptTime, stopping, log }: Required<Pick<Attempting, 'attemptTime' | 'log'>> & { stopping: AbortSignal },
): Promise<DeliveryOutcome> {
  const stopped: DeliveryOutcome = { kind: 'retry', reason: 'the process stops' };
  if (stopping.aborted) return stopped;
  const ending = new AbortController();
  try {
    return await pTimeout(channel.deliver(message, ending.signal), {
      milliseconds: attemptTime,
      fallback: () => ({ kind: 'retry', reason: `it was not delivered within ${attemptTime / 1_000} seconds` }),
      signal: stopping,
    });
  } catch (error) {
    if (stopping.aborted) return stopped;
    log.warn({ notificationId: message.id, err: error }, 'a notification could not be delivered; trying again');
    return { kind: 'retry', reason: FAULT };
  } finally {
    ending.abort();
  }
}
