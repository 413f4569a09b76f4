import type { Severity } from '@assay/kernel';

/**
 * A change of what is affected, in the order of versions: from `introduced` on, until `fixed`, up to `last`. Where a
 * range has a `limit`, it tells of versions before it only.
 */
export type RangeEvent = readonly ['introduced' | 'fixed' | 'last' | 'limit', string];

/** What is kept of an OSV document for one package. It is plain JSON, one record of the database. */
export interface Advisory {
  readonly id: string;
  /** Other names of the same hole, such as the number of a CVE. */
  readonly aliases: readonly string[];
  /** Holes that the advisory of a system fixes together, each of which has an advisory of its own, too. */
  readonly covers?: readonly string[];
  /** One line; empty if the document says nothing. */
  readonly summary: string;
  /** Undefined if the document has no data on it. */
  readonly severity?: Severity;
  /** Whether the package itself is an attack, rather than one with a hole. */
  readonly malicious?: true;
  readonly ranges: readonly (readonly RangeEvent[])[];
  /** Versions that are named one by one. */
  readonly versions: readonly string[];
}
