import type { EventStore } from '@assay/event-store';
import { appendDecisions, loadDecisions } from '../../decision-log';
import { type SeenOtherwise, carriedDecisions } from '../../domain/carrying';

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
 * @throws WrongExpectedRevision if somebody decides something meanwhile
 */
export async function carryDecisions(events: EventStore, { scope, seen, sessionId, at }: Carrying): Promise<void> {
  if (seen.length === 0) return;
  const { decisions, revision } = await loadDecisions(events, scope);
  const facts = carriedDecisions(seen, decisions, at);
  await appendDecisions(events, scope, facts, { revision, metadata: { actor: 'system', correlationId: sessionId } });
}
