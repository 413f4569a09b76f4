import type { Severity } from '@assay/kernel';

/**
 * One boundary of the affected versions, in the order of versions: affected from `introduced` on, until `fixed`, up to
 * and including `last`. A `limit` restricts a range to the versions before it.
 */
export type RangeEvent = readonly ['introduced' | 'fixed' | 'last' | 'limit', string];

/** The stored part of an OSV document for one package. It is plain JSON, one record of the database. */
export interface Advisory {
  readonly id: string;
  /** Other names of the same vulnerability, such as the number of a CVE. */
  readonly aliases: readonly string[];
  /** Vulnerabilities that an advisory of a distribution fixes together. Each has an advisory of its own, too. */
  readonly covers?: readonly string[];
  /** One line; empty if the document says nothing. */
  readonly summary: string;
  /** Undefined if the document has no data on it. */
  readonly severity?: Severity;
  /** Whether the package itself is an attack, rather than one with a vulnerability. */
  readonly malicious?: true;
  readonly ranges: readonly (readonly RangeEvent[])[];
  /** Versions that are named one by one. */
  readonly versions: readonly string[];
}
