import {
  EventStoreUnavailable,
  type LogPosition,
  type LogReadOptions,
  type LogSubscriptionOptions,
  type NewEvent,
  type RecordedEvent,
  type SubscriptionMessage,
} from '@assay/event-store';
import type { Fact } from '@assay/kernel';
import { InMemoryEventStore } from '../../event-store/test/in-memory-event-store';

/** An event store in memory that projections and reactors follow, with faults to order. */
export class FollowedLog extends InMemoryEventStore {
  subscriptions = 0;
  /** The events that reads of the log have given. */
  handedOver = 0;
  /** The next subscriptions fail after so many messages. */
  failAfter: number[] = [];
  /** Subscriptions that begin now deliver nothing and do not end, also if they are aborted. */
  mute = false;

  /** Appends at once, so that a test need not wait for the position. */
  write(stream: string, ...events: NewEvent[]): LogPosition {
    return this.take(stream, events).position;
  }

  /** As if a backup had been restored that holds so many events. */
  restoredTo(position: LogPosition): FollowedLog {
    const restored = new FollowedLog({ identity: this.identity });
    restored.restore(this.log.slice(0, position));
    return restored;
  }

  /** The same while it is followed. */
  restoreWhileFollowed(position: LogPosition): void {
    this.restore(this.log.slice(0, position));
  }

  override async *readAll<Event extends Fact = Fact>(options?: LogReadOptions): AsyncIterable<RecordedEvent<Event>> {
    for await (const event of super.readAll<Event>(options)) {
      this.handedOver += 1;
      yield event;
    }
  }

  override async *subscribeToAll<Event extends Fact = Fact>(
    options: LogSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    this.subscriptions += 1;
    if (this.mute) await new Promise(() => undefined);
    let left = this.failAfter.shift() ?? Infinity;
    for await (const message of super.subscribeToAll<Event>(options)) {
      if (message.kind === 'event' && (left -= 1) < 0) throw new EventStoreUnavailable('the connection broke');
      yield message;
    }
  }
}
