import { type EventMetadata, type EventStore, type LogPosition, retryConflicts } from '@assay/event-store';
import {
  type Decisions,
  type FindingStatusChanged,
  FoldedDecisions,
  type TriageEvent,
  triageStream,
} from './domain/triage';

/** The limits of one append. A store takes a megabyte, and a note may have 4,000 characters. */
const EVENTS_AN_APPEND = 500;
const BYTES_AN_APPEND = 512 * 1024;

interface Recorded {
  readonly facts: number;
  /** The position that a reader must have reached to see these events; undefined if nothing was appended. */
  readonly position: LogPosition | undefined;
}

/** The last decisions of a scope, and the revision of its stream; -1 if the stream does not exist. */
export async function loadDecisions(
  events: EventStore,
  scope: string,
): Promise<{ decisions: Decisions; revision: number }> {
  const folded = new FoldedDecisions();
  let revision = -1;
  for await (const event of events.readStream<TriageEvent>(triageStream(scope))) {
    folded.apply(event);
    ({ revision } = event);
  }
  return { decisions: folded.decisions, revision };
}

/**
 * Appends in as many steps as necessary. After a crash between two steps, the next attempt finds the first ones stored.
 *
 * @throws WrongExpectedRevision if somebody decides something meanwhile
 */
export async function appendDecisions(
  events: EventStore,
  scope: string,
  facts: readonly FindingStatusChanged[],
  { revision, metadata }: { readonly revision: number; readonly metadata: EventMetadata },
): Promise<LogPosition | undefined> {
  let expected = revision;
  let position: LogPosition | undefined;
  for (const some of batches(facts)) {
    const appended = await events.append(
      triageStream(scope),
      some.map((fact) => ({ ...fact, metadata })),
      { expectedRevision: expected === -1 ? 'no-stream' : expected },
    );
    [expected, position] = [appended.revision, appended.position];
  }
  return position;
}

/**
 * Decides from the decisions in a scope's stream, and records the result. If another writer was first it decides again,
 * so `deciding` must return only decisions that are not recorded yet.
 *
 * @throws WrongExpectedRevision after 50 lost races
 */
export async function recordDecisions(
  events: EventStore,
  scope: string,
  metadata: EventMetadata,
  deciding: (decisions: Decisions) => readonly FindingStatusChanged[],
): Promise<Recorded> {
  return retryConflicts(async () => {
    const { decisions, revision } = await loadDecisions(events, scope);
    const facts = deciding(decisions);
    return { facts: facts.length, position: await appendDecisions(events, scope, facts, { revision, metadata }) };
  }, triageStream(scope));
}

function* batches(facts: readonly FindingStatusChanged[]): Generator<FindingStatusChanged[]> {
  let batch: FindingStatusChanged[] = [];
  let size = 0;
  for (const fact of facts) {
    const bytes = Buffer.byteLength(JSON.stringify(fact));
    if (batch.length === EVENTS_AN_APPEND || (batch.length > 0 && size + bytes > BYTES_AN_APPEND)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(fact);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}
