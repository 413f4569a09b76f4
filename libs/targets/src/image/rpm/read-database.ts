import { isSqliteError, openContent } from '@assay/sqlite';
import { type RpmPackage, readHeader } from './read-header';

/**
 * The first bytes of databases of SQLite. The others that rpm has written, of Berkeley DB and its own, are not read.
 */
const MAGIC = 'SQLite format 3\0';
/** The two bytes that say whether a database has a write-ahead log beside it (2), which one in memory cannot have. */
const WRITTEN_BY = 18;
const READ_BY = 19;
/** A whole desktop has some 3,000. */
const MOST_PACKAGES = 50_000;
/** Keys that signatures are checked with stand among the packages. */
const KEYS = 'gpg-pubkey';

/**
 * Reads which packages rpm has installed, from its database (`rpmdb.sqlite`, since Fedora 33 and RHEL 9).
 * @param content is changed
 * @returns one paragraph a package, with fields such as dpkg writes; undefined if it is no such database
 */
export function readRpmDatabase(content: Buffer): string | undefined {
  if (content.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  [content[WRITTEN_BY], content[READ_BY]] = [1, 1];
  try {
    const database = openContent(content);
    try {
      // The schema is the image's own: no view, no virtual table, and no function in it is run.
      database.pragma('trusted_schema = OFF');
      const table = database
        .prepare<[], { sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'Packages'")
        .get();
      if (table === undefined || !/^CREATE TABLE\b/i.test(table.sql)) return undefined;
      const paragraphs: string[] = [];
      const rows = database.prepare<[], { blob: unknown }>(`SELECT blob FROM Packages LIMIT ${MOST_PACKAGES}`);
      for (const { blob } of rows.iterate()) {
        const found = Buffer.isBuffer(blob) ? readHeader(blob) : undefined;
        if (found === undefined) return undefined;
        if (found.name !== KEYS) paragraphs.push(paragraphOf(found));
      }
      return paragraphs.join('\n\n');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isSqliteError(error)) return undefined;
    throw error;
  }
}

function paragraphOf(found: RpmPackage): string {
  const { name, version, release, epoch, architecture, licence, source, requires, provides } = found;
  const built = [version, release].filter(Boolean).join('-');
  const fields = {
    Package: name,
    Version: epoch === undefined ? built : `${epoch}:${built}`,
    Architecture: architecture,
    License: licence,
    Source: source,
    // What rpm itself must be able to do is given by no package.
    Requires: requires.filter((each) => !each.startsWith('rpmlib(')).join(', '),
    Provides: provides.join(', '),
  };
  return Object.entries(fields)
    .map(([field, text]) => [field, text.replace(/\p{Cc}/gu, ' ').trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => `${field}: ${text}`)
    .join('\n');
}
