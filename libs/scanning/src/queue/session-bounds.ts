import type { EventStore } from '@assay/event-store';
import type { ScanStarted } from '../domain/session-events';

/** The facts that end a session. */
export const ENDINGS: ReadonlySet<string> = new Set(['ScanCompleted', 'ScanFailed', 'ScanCanceled']);

/** The first fact of a session's stream; undefined where it never started, or is gone. */
export async function startOf(stream: string, events: EventStore): Promise<ScanStarted['data'] | undefined> {
  for await (const { type, data } of events.readStream(stream, { limit: 1 }))
    return type === 'ScanStarted' ? (data as ScanStarted['data']) : undefined;
  return undefined;
}

/** Whether the last fact of a session's stream is its end, or that it is gone. */
export async function isOver(stream: string, events: EventStore): Promise<boolean> {
  for await (const { type } of events.readStream(stream, { direction: 'backwards', limit: 1 }))
    return ENDINGS.has(type) || type === 'SessionDeleted';
  return true;
}
