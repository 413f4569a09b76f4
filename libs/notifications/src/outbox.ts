import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, deterministicId, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { notification, requestNotification } from './domain/notification';
import { MAX_CONTENT_BYTES, type NotificationCause, notificationStream } from './domain/notification-events';

/** A message, its receiver, and the event that causes it. */
export interface Telling {
  readonly organizationId: string;
  /** The kind of a registered channel. */
  readonly channel: string;
  /** The receiver, in the channel's own terms. It is stored and shown: never a secret. 256 characters at most. */
  readonly destination: string;
  /** The kind of message: `scan.completed`. */
  readonly topic: string;
  readonly cause: NotificationCause;
  /** Plain JSON, 128 KB at most, without secrets: it is stored as it is. */
  readonly content: unknown;
}

/** In characters. */
const LONGEST_DESTINATION = 256;

/**
 * Records each message as a fact; the dispatcher delivers it later, at least once. The same event, channel and
 * destination again change nothing, so a reactor may repeat the call.
 */
@Injectable()
export class Outbox {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the id of the notification, and the position of the fact; undefined if it was recorded before
   * @throws RangeError for content or a destination that is too large; InfrastructureError
   */
  async tell(
    telling: Telling,
  ): Promise<{ readonly notificationId: string; readonly position: LogPosition | undefined }> {
    checkSize(telling);
    const { cause, channel, destination } = telling;
    const key = `${cause.eventId}/${channel}/${destination}`;
    const notificationId = deterministicId('ntf', key);
    const { position } = await decide(this.events, notificationStream(notificationId), notification, (state) =>
      requestNotification({ ...telling, notificationId, key, at: timestamp(this.clock) }, state),
    );
    return { notificationId, position };
  }
}

function checkSize({ destination, content }: Telling): void {
  if (destination === '' || destination.length > LONGEST_DESTINATION)
    throw new RangeError(`a notification's destination has 1 to ${LONGEST_DESTINATION} characters`);
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? '');
  if (bytes > MAX_CONTENT_BYTES)
    throw new RangeError(`a notification's content has ${bytes} bytes; ${MAX_CONTENT_BYTES} are allowed`);
}
