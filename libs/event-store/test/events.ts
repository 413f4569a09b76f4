import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { EventStore, NewEvent, RecordedEvent, SubscriptionMessage } from '@assay/event-store';

/** A stream, or a category, that no other test has used. */
export const newStream = (category = 'contract'): string => `${category}-${randomUUID()}`;
export const newCategory = (): string => `c${randomUUID().replaceAll('-', '')}`;

export const happened = (n: number, type = 'Happened'): NewEvent => ({ type, data: { n } });
export const numbered = (n: number, type?: string): NewEvent => ({ id: randomUUID(), ...happened(n, type) });
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export const numberOf = (event: RecordedEvent): number => (event.data as { n: number }).n;
export const numbersOf = async (events: AsyncIterable<RecordedEvent>): Promise<number[]> =>
  (await collect(events)).map(numberOf);

/** Reads messages until one fulfils the condition; that one is the last. */
export async function until(
  messages: AsyncIterable<SubscriptionMessage>,
  isLast: (message: SubscriptionMessage, eventsSoFar: readonly RecordedEvent[]) => boolean,
): Promise<SubscriptionMessage[]> {
  const taken: SubscriptionMessage[] = [];
  const events: RecordedEvent[] = [];
  for await (const message of messages) {
    taken.push(message);
    if (message.kind === 'event') events.push(message.event);
    if (isLast(message, events)) return taken;
  }
  throw new Error(`the subscription ended after ${taken.length} messages`);
}

export const caughtUp = (message: SubscriptionMessage): boolean => message.kind === 'caught-up';
export const eventsOf = (messages: readonly SubscriptionMessage[]): RecordedEvent[] =>
  messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));

/** The store of a group of tests: opened before the first, closed after the last. */
export function useStore(open: () => Promise<EventStore>): () => EventStore {
  let store: EventStore | undefined;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());
  return () => store!;
}
