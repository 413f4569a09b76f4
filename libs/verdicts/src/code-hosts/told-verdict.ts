import { type EventStore, load } from '@assay/event-store';
import { type FindingPlace, ListFindingPlaces } from '@assay/findings';
import type { QueryBus } from '@nestjs/cqrs';
import { recordedVerdict } from '../domain/recorded-verdict';
import { type VerdictGiven, verdictStream } from '../domain/verdict-events';
import { skip } from './host-api';

interface ToldVerdict {
  readonly verdict: VerdictGiven['data'];
  /** The new findings whose ids are recorded and that are still there, the most severe first. */
  readonly findings: readonly FindingPlace[];
}

/** Where verdicts and their findings are. */
export interface VerdictSources {
  readonly events: EventStore;
  readonly queries: Pick<QueryBus, 'execute'>;
  /** Resolves when the read models have seen everything that is in the log now. */
  readonly caughtUp: () => Promise<void>;
}

/** @throws DeliveryEnded if the scan was deleted */
export async function toldVerdict(
  { events, queries, caughtUp }: VerdictSources,
  sessionId: string,
): Promise<ToldVerdict> {
  const { state } = await load(events, verdictStream(sessionId), recordedVerdict);
  const verdict = state.given;
  if (!verdict || state.deleted) return skip('the scan is deleted');
  const { organizationId, newFindings } = verdict;
  if (newFindings.ids.length === 0) return { verdict, findings: [] };
  await caughtUp();
  const findings = await queries.execute(new ListFindingPlaces({ organizationId, findingIds: newFindings.ids }));
  return { verdict, findings };
}
