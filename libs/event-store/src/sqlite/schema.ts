/** "Assy" in ASCII: tells Assay's files from other SQLite databases. */
export const APPLICATION_ID = 0x41737379;
export const SCHEMA_VERSION = 1;
export const TABLES = ['categories', 'types', 'streams', 'events'] as const;

/** Added to files of earlier versions, which ignore unknown tables. */
export const LOG_IDENTITY = 'CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL) STRICT';

/**
 * Stream, category and type names are interned, so that an event carries small integers and every index stays small (a
 * SQLite index ends with the row id, here the position: `events_by_type` is sorted by type, then position). A category
 * is the part of a stream's name before its first hyphen, as in EventStoreDB. Files of earlier versions have a column
 * `max_count` in `streams` that nothing ever set.
 */
export const SCHEMA = `
  CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    category INTEGER NOT NULL REFERENCES categories,
    truncate_before INTEGER,
    deleted_before INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type INTEGER NOT NULL REFERENCES types,
    category INTEGER NOT NULL REFERENCES categories,
    data TEXT NOT NULL,
    metadata TEXT,
    recorded_at INTEGER NOT NULL -- milliseconds since 1970
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  CREATE UNIQUE INDEX events_by_id ON events (stream, id);
  CREATE INDEX events_by_type ON events (type);
  CREATE INDEX events_by_category ON events (category);
`;

/**
 * The type and the category of an event whose content was scavenged. Its row stays: by it a repeated append is
 * recognised, revisions and positions continue, and two logs can be distinguished.
 */
export const SCAVENGED = '$scavenged';

export const categoryOf = (stream: string): string => {
  const hyphen = stream.indexOf('-');
  return hyphen === -1 ? stream : stream.slice(0, hyphen);
};
