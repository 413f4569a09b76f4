import type { EventStore } from '@assay/event-store';
import { type Decisions, type SeenOtherwise, FoldedDecisions, carriedDecisions } from '../../domain/carrying';
import { type TriageEvent, triageStream } from '../../domain/triage';

/** Events of one append: at some 400 bytes each far below what a store takes. */
const EVENTS_AN_APPEND = 500;

interface Carrying {
  /** See `triageScope`. */
  readonly scope: string;
  readonly seen: readonly SeenOtherwise[];
  readonly sessionId: string;
  /** When the scan ended. */
  readonly at: string;
}

/**
 * Has what people decided about defects hold for their new fingerprints. It may be asked again: what is carried is not
 * carried again, and a later decision about a new fingerprint stands.
 *
 * @throws WrongExpectedRevision where somebody decides something meanwhile
 */
export async function carryDecisions(events: EventStore, { scope, seen, sessionId, at }: Carrying): Promise<void> {
  if (seen.length === 0) return;
  const stream = triageStream(scope);
  const { decisions, revision } = await decided(events, stream);
  const facts = carriedDecisions(seen, decisions, at);
  let expectedRevision = revision;
  for (let from = 0; from < facts.length; from += EVENTS_AN_APPEND) {
    const metadata = { actor: 'system', correlationId: sessionId };
    const some = facts.slice(from, from + EVENTS_AN_APPEND).map((fact) => ({ ...fact, metadata }));
    ({ revision: expectedRevision } = await events.append(stream, some, { expectedRevision }));
  }
}

async function decided(events: EventStore, stream: string): Promise<{ decisions: Decisions; revision: number }> {
  const folded = new FoldedDecisions();
  let revision = -1;
  for await (const event of events.readStream<TriageEvent>(stream)) {
    folded.apply(event);
    ({ revision } = event);
  }
  return { decisions: folded.decisions, revision };
}
