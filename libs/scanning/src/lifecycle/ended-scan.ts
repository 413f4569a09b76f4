import type { EventStore, LogPosition } from '@assay/event-store';
import type { Severity } from '@assay/kernel';
import { type SessionEnd, type ToolFailed, type ToolSkipped, isEnding } from '../domain/session-events';
import { type ComparedSession, comparedSession } from './compared-session';

/** A session that has ended, with the data about its tools that a verdict needs. */
export interface EndedScan extends ComparedSession {
  readonly end: SessionEnd;
  /** The log position of its end. */
  readonly position: LogPosition;
  /**
   * The planned tools that did not complete and are not excused, in the order in which they ended. If no tool
   * completed, nothing was examined, and the excused ones are missing, too.
   */
  readonly missing: readonly (ToolFailed | ToolSkipped)['data'][];
  /** The planned tools that did not complete and that no verdict waits for. */
  readonly excused: readonly string[];
  /** How many findings of each severity are only counted, for each tool that found more than is stored. */
  readonly notKept: ReadonlyMap<string, Readonly<Record<Severity, number>>>;
}

/** Undefined if it has not ended, or is deleted. */
export async function endedScan(events: EventStore, stream: string): Promise<EndedScan | undefined> {
  let ending: Pick<EndedScan, 'end' | 'position'> | undefined;
  const missing: EndedScan['missing'][number][] = [];
  const excused: ToolSkipped['data'][] = [];
  let completed = 0;
  const notKept = new Map<string, Readonly<Record<Severity, number>>>();
  const session = await comparedSession(events, stream, (event) => {
    if (event.type === 'ToolSkipped' && event.data.excused) excused.push(event.data);
    else if (event.type === 'ToolFailed' || event.type === 'ToolSkipped') missing.push(event.data);
    else if (isEnding(event)) ending = { end: event, position: event.position };
    if (event.type === 'ToolCompleted') completed += 1;
    if (event.type !== 'ToolCompleted' && event.type !== 'ToolFailed') return;
    const { tool, result } = event.data;
    if (result.notKept !== undefined) notKept.set(tool, result.notKept);
  });
  if (completed === 0) missing.push(...excused);
  return session && ending && { ...session, ...ending, missing, excused: excused.map(({ tool }) => tool), notKept };
}
