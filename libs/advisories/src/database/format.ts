import { basename } from 'node:path';
import { messageOf } from '@assay/kernel';
import type { EcosystemName } from '../ecosystems';

/**
 * A database is one file an ecosystem, written once and then only read:
 *
 * - the line `HEAD`;
 * - one record an advisory and package, as JSON, in the order in which they came;
 * - the index, one line a package: its key, a tab, and the places of its records, as `<offset>+<bytes>` with commas;
 * - the facts, as JSON on one line;
 * - the offset of the facts, in 20 digits.
 *
 * So a lookup reads the index and the records of the requested packages only, however large the file is.
 */
export const HEAD = 'assay advisories 1\n';
export const TAIL_BYTES = 20;
const SUFFIX = '.advisories';

/** The facts of a database that `assay advisories list` and every report show. */
export interface DatabaseFacts {
  readonly ecosystem: EcosystemName;
  /** The day of its newest advisory and a digest of the names and times of all: equal if the advisories are equal. */
  readonly version: string;
  readonly advisories: number;
  readonly packages: number;
  /** When the newest advisory was changed: ISO 8601. */
  readonly newest: string;
  /** When the file was made: ISO 8601. */
  readonly made: string;
  /** The name of the source of its advisories: an address or a path. */
  readonly source: string;
}

/** The facts, together with the place of the index. */
export interface StoredFacts extends DatabaseFacts {
  readonly indexAt: number;
  readonly indexBytes: number;
}

export const fileName = (ecosystem: EcosystemName): string => `${ecosystem.replaceAll(' ', '-')}${SUFFIX}`;

/** A database cannot be read. The message says which, and how to get another. */
export class AdvisoriesDamaged extends Error {
  constructor(file: string, cause: unknown) {
    // Clients of a service read this message, too. They must not learn where its operator keeps files.
    const why = (cause as NodeJS.ErrnoException | undefined)?.code ?? messageOf(cause);
    super(`the advisory database ${basename(file)} cannot be read (${why}): assay advisories update makes a new one`, {
      cause,
    });
    this.name = 'AdvisoriesDamaged';
  }
}
