import type { EventFilter } from '../event-store';

/**
 * The source of events that may pass a filter: conditions that an index answers in the order of the log, with their
 * parameters.
 */
export interface Candidates {
  readonly sources: readonly string[];
  readonly parameters: readonly (readonly string[])[];
}

/** SQLite merges at most 500 sources; reading the log in order is faster long before. */
const MAX_SOURCES = 50;

const WHOLE_LOG: Candidates = { sources: ['TRUE'], parameters: [[]] };

/**
 * The narrowest index for a filter: by type, else by category (when every prefix names a whole one), else the log
 * itself. It gives all that pass and may give others: `passes` has the last word. Names are resolved within the
 * statement, so that a type that is first written later is found.
 */
export function candidatesFor({ types, streamPrefixes }: EventFilter): Candidates {
  if (types && types.length <= MAX_SOURCES) return bySubquery('type = (SELECT id FROM types WHERE name = ?)', types);
  if (
    streamPrefixes &&
    streamPrefixes.length <= MAX_SOURCES &&
    streamPrefixes.every((prefix) => prefix.includes('-'))
  ) {
    const categories = streamPrefixes.map((prefix) => prefix.slice(0, prefix.indexOf('-')));
    return bySubquery('category = (SELECT id FROM categories WHERE name = ?)', categories);
  }
  return WHOLE_LOG;
}

/** A filter that lets nothing pass: there is no need to look. */
export const isEmpty = ({ types, streamPrefixes }: EventFilter): boolean =>
  types?.length === 0 || streamPrefixes?.length === 0;

function bySubquery(condition: string, names: readonly string[]): Candidates {
  const distinct = [...new Set(names)];
  return { sources: distinct.map(() => condition), parameters: distinct.map((name) => [name]) };
}
