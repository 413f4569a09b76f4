import type { EventStore } from '@assay/event-store';
import { digestOf } from './domain/new-findings';
import { type VerdictEvent, type VerdictGiven, verdictStream } from './domain/verdict-events';

/** All new findings that a verdict rests on. */
interface NewFindingIds {
  /** In the order of the verdict; of one that an earlier release gave those that it names. */
  readonly ids: readonly string[];
  /** Whether these are the ids of which the verdict has the number and the digest; undefined if it has no digest. */
  readonly agrees: boolean | undefined;
}

export async function newFindingIds(
  { sessionId, newFindings }: Pick<VerdictGiven['data'], 'sessionId' | 'newFindings'>,
  events: EventStore,
): Promise<NewFindingIds> {
  const { ids: first, total, digest } = newFindings;
  if (digest === undefined) return { ids: first, agrees: undefined };
  const ids = first.length === total ? first : await namedBy(sessionId, digest, events);
  const isInOrder = first.every((id, index) => ids[index] === id);
  return { ids, agrees: isInOrder && ids.length === total && digestOf(ids) === digest };
}

async function namedBy(sessionId: string, digest: string, events: EventStore): Promise<string[]> {
  const parts: (readonly string[])[] = [];
  for await (const { type, data } of events.readStream<VerdictEvent>(verdictStream(sessionId)))
    if (type === 'NewFindingsNamed' && data.digest === digest) parts[data.part] = data.ids;
  return parts.flat();
}
