import type { EventStore } from '@assay/event-store';
import { type ScanStarted, type SessionEvent, isEnding } from '../domain/session-events';

/** The first fact of a session's stream; undefined where it never started, or is gone. */
export async function startOf(stream: string, events: EventStore): Promise<ScanStarted['data'] | undefined> {
  for await (const { type, data } of events.readStream<SessionEvent>(stream, { limit: 1 }))
    return type === 'ScanStarted' ? data : undefined;
  return undefined;
}

/** Whether the last fact of a session's stream is its end, or that it is gone. */
export async function isOver(stream: string, events: EventStore): Promise<boolean> {
  for await (const event of events.readStream<SessionEvent>(stream, { direction: 'backwards', limit: 1 }))
    return isEnding(event) || event.type === 'SessionDeleted';
  return true;
}
