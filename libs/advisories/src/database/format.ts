import { basename } from 'node:path';
import { messageOf } from '@assay/kernel';
import type { EcosystemName } from '../ecosystems';

/**
 * A database is one file an ecosystem, written once and then only read:
 *
 * - the line `HEAD`;
 * - one record an advisory and package, as JSON, in the order in which they came;
 * - the index, one line a package: its key, a tab, and where its records are, as `<offset>+<bytes>` with commas;
 * - the facts, as JSON on one line;
 * - where the facts begin, in 20 digits.
 *
 * So a lookup reads the index and what is known of the packages that were asked for, however large the file is.
 */
export const HEAD = 'assay advisories 1\n';
export const TAIL_BYTES = 20;
const SUFFIX = '.advisories';

/** What `assay advisories list`, and every report, says of a database. */
export interface DatabaseFacts {
  readonly ecosystem: EcosystemName;
  /** The day of its newest advisory and a digest of all their names and times: equal where the advisories are. */
  readonly version: string;
  readonly advisories: number;
  readonly packages: number;
  /** When the newest advisory was changed: ISO 8601. */
  readonly newest: string;
  /** When the file was made: ISO 8601. */
  readonly made: string;
  /** Where its advisories came from: an address or a path. */
  readonly source: string;
}

/** The facts with what finds the index. */
export interface StoredFacts extends DatabaseFacts {
  readonly indexAt: number;
  readonly indexBytes: number;
}

export const fileName = (ecosystem: EcosystemName): string => `${ecosystem.replaceAll(' ', '-')}${SUFFIX}`;

/** A database cannot be read. The message says which, and how to get another. */
export class AdvisoriesDamaged extends Error {
  constructor(file: string, cause: unknown) {
    // Clients of a service read it, too: where its operator keeps files is not theirs to know.
    const why = (cause as NodeJS.ErrnoException | undefined)?.code ?? messageOf(cause);
    super(`the advisory database ${basename(file)} cannot be read (${why}): assay advisories update makes a new one`, {
      cause,
    });
    this.name = 'AdvisoriesDamaged';
  }
}
