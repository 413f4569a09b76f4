import { type EventStore, decide } from '@assay/event-store';
import { recordedVerdict, remove } from './domain/recorded-verdict';
import { verdictStream } from './domain/verdict-events';

/**
 * Removes the verdict on a deleted session, and the new findings that were named for a verdict never given. Idempotent.
 */
export async function removeVerdict(events: EventStore, sessionId: string, at: string): Promise<void> {
  const stream = verdictStream(sessionId);
  const { state, revision } = await decide(events, stream, recordedVerdict, (verdict) => remove(at, verdict));
  if (state.deleted) await events.setStreamMetadata(stream, { truncateBefore: revision });
}
