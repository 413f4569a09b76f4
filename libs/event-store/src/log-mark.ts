import type { LogPosition } from './event-store';

/** The event that a mark names: the data to find it again, and to tell it from one that took its place. */
export interface MarkedEvent {
  readonly position: LogPosition;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  /** Milliseconds since 1970. An id may be derived from an event's data; the time at which it was stored is not. */
  readonly recordedAt: number;
}

/** @param event the newest one; undefined in an empty log */
export const markText = (log: string | undefined, event: MarkedEvent | undefined): string =>
  JSON.stringify(
    event === undefined
      ? [log ?? null]
      : [log ?? null, event.position, event.stream, event.revision, event.id, event.recordedAt],
  );

/** The contents of a mark; empty if the string is not a mark. */
export function parsedMark(mark: string): {
  readonly log?: string;
  readonly position?: LogPosition;
  readonly stream?: string;
  readonly revision?: number;
} {
  const [log, position, stream, revision] = asArray(mark);
  return {
    ...(typeof log === 'string' && { log }),
    ...(typeof position === 'number' && { position }),
    ...(typeof stream === 'string' && { stream }),
    ...(typeof revision === 'number' && { revision }),
  };
}

function asArray(mark: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(mark);
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    if (error instanceof SyntaxError) return []; // no adapter of this version wrote it: it is about another log
    throw error;
  }
}
