import type { EventStore, RecordedEvent } from '@assay/event-store';
import { type Looked, type Units } from '@assay/findings';
import { sha256Hex } from '@assay/kernel';
import { rulesOf } from '../activities/session-rules';
import { type Session, evolve, notStarted } from '../domain/session';
import type { ScanStarted, SessionEvent, ToolCompleted } from '../domain/session-events';
import type { ToolCatalogue } from '../tool-catalogue';
import { examinedScope } from './examined-scope';

/** The data of an ended session that a comparison needs. */
export interface ComparedSession extends Pick<Session, 'prepared'> {
  readonly started: ScanStarted['data'];
  readonly completed: ReadonlyMap<string, ToolCompleted['data']>;
  /** A digest of the paths that it was restricted to; empty if it was not. */
  readonly paths: string;
}

/**
 * Undefined if it never started, or is deleted.
 * @param seen is called with each event
 */
export async function comparedSession(
  events: EventStore,
  stream: string,
  seen?: (event: RecordedEvent<SessionEvent>) => void,
): Promise<ComparedSession | undefined> {
  let session = notStarted;
  const completed = new Map<string, ToolCompleted['data']>();
  for await (const event of events.readStream<SessionEvent>(stream)) {
    session = evolve(session, event);
    seen?.(event);
    if (event.type === 'ToolCompleted') completed.set(event.data.tool, event.data);
  }
  const { started, deleted, prepared } = session;
  if (!started || deleted) return undefined;
  const chosen = started.decisions?.paths;
  const paths = chosen === undefined ? '' : sha256Hex(JSON.stringify(chosen)).slice(0, 24);
  return { started, prepared, completed, paths };
}

/** The coverage of a session, for a comparison with an earlier session of the given paths. */
export const lookedBy =
  ({ started, completed, paths }: ComparedSession, catalogue: Pick<ToolCatalogue, 'tool'>) =>
  (listings: (listing: string) => Units | undefined, pathsBefore: string): Looked =>
    examinedScope({
      started,
      decisions: rulesOf({ started }),
      completed,
      catalogue,
      listings,
      samePaths: pathsBefore === paths,
    });
