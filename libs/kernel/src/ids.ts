import { hash } from 'node:crypto';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';

type IdPrefix =
  | 'org'
  | 'prj'
  | 'scn'
  | 'ses'
  | 'fnd'
  | 'aut'
  | 'run'
  | 'rpt'
  | 'key'
  | 'upl'
  | 'txn'
  | 'quo'
  | 'pur'
  | 'usr'
  | 'sec'
  | 'air'
  | 'ntf'
  | 'top'
  | 'whk';

/** A source of new ids. They are time-ordered (UUIDv7), so sorting by id sorts by age. */
export interface IdSource {
  next(prefix: IdPrefix): string;
}

export const ID_SOURCE = Symbol('IdSource');
export const timeOrderedIds: IdSource = { next: (prefix) => `${prefix}_${uuidV7()}` };

const NAMESPACE = '6f1c0a3e-5b0d-4d0e-9a58-0c4c6a1f7d21';

/** Always returns the same UUID for the same key, so an event or a document that a retry repeats keeps its id. */
export const deterministicUuid = (key: string): string => uuidV5(key, NAMESPACE);
export const deterministicId = (prefix: IdPrefix, key: string): string => `${prefix}_${deterministicUuid(key)}`;

/**
 * Hashes in one call. A hash object with update and digest costs five times as much, and a request needs two hashes.
 */
export const sha256Hex = (text: string | Uint8Array): string => hash('sha256', text);
