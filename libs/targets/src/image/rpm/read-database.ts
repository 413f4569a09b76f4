import { isSqliteError, openContent } from '@assay/sqlite';
import { type RpmPackage, readHeader } from './read-header';

/** The first bytes of an SQLite database. Rpm's older formats, Berkeley DB and its own, are not read. */
const MAGIC = 'SQLite format 3\0';
/** The two bytes that mark a database with a write-ahead log (2). A database in memory cannot have one. */
const WRITTEN_BY = 18;
const READ_BY = 19;
/** The most packages. A whole desktop has some 3,000. */
const MOST_PACKAGES = 50_000;
/** Keys to verify signatures are listed among the packages. */
const KEYS = 'gpg-pubkey';

/**
 * Reads the packages that rpm has installed, from its database (`rpmdb.sqlite`, since Fedora 33 and RHEL 9).
 * @param content is changed
 * @returns one paragraph per package, with fields like dpkg's; undefined if it is not such a database
 */
export function readRpmDatabase(content: Buffer): string | undefined {
  if (content.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  [content[WRITTEN_BY], content[READ_BY]] = [1, 1];
  try {
    const database = openContent(content);
    try {
      // The schema comes from the image: no view, virtual table or function in it may run.
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
    // No package provides rpm's own capabilities.
    Requires: requires.filter((each) => !each.startsWith('rpmlib(')).join(', '),
    Provides: provides.join(', '),
  };
  return Object.entries(fields)
    .map(([field, text]) => [field, text.replace(/\p{Cc}/gu, ' ').trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => `${field}: ${text}`)
    .join('\n');
}
