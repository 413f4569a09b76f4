import { randomUUID } from 'node:crypto';
import {
  type EventFilter,
  type EventStore,
  EventStoreUnavailable,
  type LogMark,
  type LogPosition,
  type LogReadOptions,
  type LogSubscriptionOptions,
  type NewEvent,
  type RecordedEvent,
  type SubscriptionMessage,
  endsBefore,
} from '@assay/event-store';

/** Just the log, in memory, with faults to order: what projections and reactors read from. */
export class InMemoryEventStore {
  subscriptions = 0;
  /** The next subscriptions fail after so many messages. */
  failAfter: number[] = [];
  /** Subscriptions that begin now deliver nothing and do not end, not even when told. */
  mute = false;
  private readonly log: RecordedEvent[] = [];
  private listeners = new Set<() => void>();

  constructor(private readonly identity: string = randomUUID()) {}

  append(stream: string, ...events: NewEvent[]): LogPosition {
    for (const { type, data } of events) {
      const position = this.log.length + 1;
      this.log.push({
        id: randomUUID(),
        stream,
        revision: position,
        position,
        type,
        data,
        metadata: {},
        recordedAt: '2026-01-01T00:00:00.000Z',
      });
    }
    for (const wake of [...this.listeners]) wake();
    return this.log.length;
  }

  head = async (): Promise<LogPosition> => this.log.length;

  mark = async (): Promise<LogMark> => ({ position: this.log.length, text: this.markAt(this.log.length) });

  holds = async (mark: string): Promise<boolean> => this.markAt(Number(mark.split('/')[1])) === mark;

  /** As if a backup had been restored that holds so many events. */
  restoredTo(position: LogPosition): InMemoryEventStore {
    const restored = new InMemoryEventStore(this.identity);
    restored.log.push(...this.log.slice(0, position));
    return restored;
  }

  /** The same under those who follow it, who were told to be stopped before. */
  restoreWhileFollowed(position: LogPosition): void {
    this.log.length = position;
    for (const wake of [...this.listeners]) wake();
  }

  private readonly markAt = (position: LogPosition): string =>
    `${this.identity}/${position}/${this.log[position - 1]?.id ?? 'empty'}`;

  async *readAll({ after = 0, filter }: LogReadOptions = {}): AsyncIterable<RecordedEvent> {
    for (let next = after; next < this.log.length; next += 1)
      if (passes(this.log[next]!, filter)) yield this.log[next]!;
  }

  async *subscribeToAll({
    after = 0,
    filter,
    signal,
  }: LogSubscriptionOptions = {}): AsyncIterable<SubscriptionMessage> {
    this.subscriptions += 1;
    if (this.mute) await new Promise(() => undefined);
    let left = this.failAfter.shift() ?? Infinity;
    for (let next = after; !signal?.aborted; ) {
      if (next > this.log.length) throw endsBefore(next, 'a test', this.log.length);
      if (next < this.log.length) {
        const event = this.log[next]!;
        next += 1;
        if (!passes(event, filter)) continue;
        if ((left -= 1) < 0) throw new EventStoreUnavailable('the connection broke');
        yield { kind: 'event', event };
        if (next < this.log.length) continue;
      }
      yield { kind: 'caught-up', position: next };
      if (next >= this.log.length) await this.change(signal);
    }
  }

  private change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.listeners.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.listeners.add(wake);
      signal?.addEventListener('abort', wake);
      if (signal?.aborted) wake();
    });
  }
}

export const asEventStore = (store: InMemoryEventStore): EventStore => store as unknown as EventStore;

const passes = (event: RecordedEvent, filter?: EventFilter) =>
  filter?.types === undefined || filter.types.includes(event.type);
