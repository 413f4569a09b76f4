import type { EventStore } from '@assay/event-store';
import { type ScanStarted, SESSION_EVENT_TYPES, type SessionEvent, isEnding } from '../domain/session-events';

/** The first fact of a session's stream that this release knows; undefined where it never started, or is gone. */
export async function startOf(stream: string, events: EventStore): Promise<ScanStarted['data'] | undefined> {
  for await (const { type, data } of events.readStream<SessionEvent>(stream))
    if (SESSION_EVENT_TYPES.includes(type)) return type === 'ScanStarted' ? data : undefined;
  return undefined;
}

/** Whether the last fact of a session's stream that this release knows is its end, or that it is gone. */
export async function isOver(stream: string, events: EventStore): Promise<boolean> {
  for await (const event of events.readStream<SessionEvent>(stream, { direction: 'backwards' }))
    if (SESSION_EVENT_TYPES.includes(event.type)) return isEnding(event) || event.type === 'SessionDeleted';
  return true;
}
