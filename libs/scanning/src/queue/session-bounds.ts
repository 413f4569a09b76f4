import type { EventStore } from '@assay/event-store';
import { hasType } from '@assay/kernel';
import { type ScanStarted, SESSION_EVENTS, type SessionEvent, isEnding } from '../domain/session-events';

/** The first fact of a session's stream that this release knows; undefined if it never started, or is gone. */
export async function startOf(stream: string, events: EventStore): Promise<ScanStarted['data'] | undefined> {
  for await (const { type, data } of events.readStream<SessionEvent>(stream))
    if (hasType(SESSION_EVENTS, type)) return type === 'ScanStarted' ? data : undefined;
  return undefined;
}

/** Whether the last fact of a session's stream that this release knows is its end, or that it is gone. */
export async function isOver(stream: string, events: EventStore): Promise<boolean> {
  for await (const event of events.readStream<SessionEvent>(stream, { direction: 'backwards' }))
    if (hasType(SESSION_EVENTS, event.type)) return isEnding(event) || event.type === 'SessionDeleted';
  return true;
}
