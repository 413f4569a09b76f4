import {
  type LogPosition,
  LOG_START,
  type LogSubscriptionOptions,
  type RecordedEvent,
  type StreamSubscriptionOptions,
  type SubscriptionMessage,
} from '../event-store';
import { checkFilter, checkCount, checkName } from '../store-request';
import type { Changes } from '../changes';
import type { LogReading } from './log-reading';

/** Catches up page by page, says so, sleeps until the log has grown, and begins again. */
export async function* subscribeToLog(
  reading: LogReading,
  changes: Changes,
  { after = LOG_START, filter = {}, signal }: LogSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  checkCount('after', after, 0);
  checkFilter(filter);
  reading.refuseUnknown(after);
  let reached = after;
  yield* follow(reading, changes, signal, (head) => {
    const events = reading.logBetween(reached, head, filter);
    reached = Math.max(reached, head);
    return events;
  });
}

export async function* subscribeToStream(
  reading: LogReading,
  changes: Changes,
  stream: string,
  { after, signal }: StreamSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  checkName('stream', stream);
  checkCount('after', after, -1);
  let next = (after ?? -1) + 1;
  yield* follow(reading, changes, signal, async function* () {
    for await (const event of reading.stream(stream, { from: next })) {
      next = event.revision + 1;
      yield event;
    }
  });
}

/** @param unread the events up to the position that are not delivered yet */
async function* follow(
  reading: LogReading,
  changes: Changes,
  signal: AbortSignal | undefined,
  unread: (head: LogPosition) => AsyncIterable<RecordedEvent>,
): AsyncGenerator<SubscriptionMessage> {
  let caughtUp = -1;
  while (!signal?.aborted) {
    const head = reading.head();
    if (head === caughtUp) {
      await changes.next(signal); // in the same turn as the look at the head: no append can come between them
      continue;
    }
    for await (const event of unread(head)) {
      if (signal?.aborted) return;
      yield { kind: 'event', event };
    }
    if (signal?.aborted) return;
    if (reading.head() !== head) continue; // a slow consumer was overtaken meanwhile
    caughtUp = head;
    yield { kind: 'caught-up', position: head };
  }
}
