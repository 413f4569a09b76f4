import type { LogPosition } from '@assay/event-store';

/** A JSON object. Its id and its position are kept beside it, not in it. */
export type Document = object;

export interface StoredDocument<Doc extends Document> {
  readonly id: string;
  /** The log position of the last event that changed it. */
  readonly position: LogPosition;
  readonly document: Doc;
}

/** What a field that is asked for holds. */
export type FieldValue = string | number | boolean | null;

/**
 * A condition on one field (a path with dots, of letters, digits, `_` and `-`; not through arrays): equality,
 * membership or a range. Conditions on several fields must all hold.
 *
 * As in MongoDB: `null` also matches a missing field; a range only meets values of its bound's type (`{ gt: 5 }` never
 * matches a string), strings in the order of their code points, `false` before `true`, and `{ gte: null }` is the same
 * as `null`. A field that holds an object or an array matches nothing.
 */
export type FieldCondition =
  | FieldValue
  | { readonly in: readonly FieldValue[] }
  | { readonly gt?: FieldValue; readonly gte?: FieldValue; readonly lt?: FieldValue; readonly lte?: FieldValue };
export type Where = Readonly<Record<string, FieldCondition>>;
type SortDirection = 'ascending' | 'descending';
export type Sort = readonly (readonly [field: string, direction: SortDirection])[];

export interface Query {
  readonly where?: Where;
  /**
   * Ties are broken by id, ascending, so that paging is stable. The order is null or missing, numbers, strings,
   * booleans.
   */
  readonly sort?: Sort;
  /** 0 gives nothing. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Fields in order, as a query's equalities and then its sort use them. */
export type DocumentIndex = readonly string[];

export interface CollectionDefinition {
  /** kebab-case */
  readonly name: string;
  /**
   * Left out by who only looks on at what somebody else keeps: nothing is created, dropped or changed then, and while
   * there is no such collection it has no documents, or asking for them is an error.
   */
  readonly indexes?: readonly DocumentIndex[];
}

/**
 * `document: undefined` removes it. A removal is remembered by its position, so that an older write cannot bring the
 * document back.
 */
export interface Write<Doc extends Document> {
  readonly id: string;
  readonly position: LogPosition;
  readonly document: Doc | undefined;
}

export interface Collection<Doc extends Document> {
  readonly name: string;
  get(id: string): Promise<StoredDocument<Doc> | undefined>;
  /** In the order of the ids; missing ones are left out. */
  getMany(ids: readonly string[]): Promise<StoredDocument<Doc>[]>;
  /** Also the removed ones (`document: undefined`), for a projection that must know their positions. */
  getForUpdate(ids: readonly string[]): Promise<Map<string, { position: LogPosition; document: Doc | undefined }>>;
  find(query?: Query): Promise<StoredDocument<Doc>[]>;
  count(where?: Where): Promise<number>;
  /**
   * How many documents have each value of a field; null counts those without it. Objects and arrays are not counted.
   */
  countBy(field: string, where?: Where): Promise<ReadonlyMap<FieldValue, number>>;
  /**
   * Writes each document whose stored position is smaller than the incoming one, and skips the others: re-delivery is
   * harmless. Where a checkpoint is given it is saved together with the documents or after them, never before.
   * Gives how many writes took effect.
   */
  bulk(writes: readonly Write<Doc>[], checkpoint?: NamedCheckpoint): Promise<number>;
}

/** How far something is in the log, and a mark by which that log is recognised. */
export interface Checkpoint {
  readonly position: LogPosition;
  /** What `mark` of the event store gave; undefined in a checkpoint that an earlier version saved. */
  readonly mark?: string | undefined;
}

export interface NamedCheckpoint extends Checkpoint {
  readonly name: string;
}

/** Every adapter passes the one contract suite in `libs/read-models/test/contract.ts`. */
export interface ReadModelStore {
  /**
   * Nobody else writes it while it is open. Elsewhere another process may replace and drop a collection at any moment.
   */
  readonly isExclusive: boolean;
  /**
   * Declares a collection; indexes that are missing are created, those no longer declared are dropped. Calling it again
   * is cheap.
   */
  collection<Doc extends Document>(definition: CollectionDefinition): Promise<Collection<Doc>>;
  /** Removes the documents, the indexes and the definition. Nothing happens where there is none. */
  dropCollection(name: string): Promise<void>;
  /** The names of the collections that exist. */
  collections(): Promise<string[]>;
  checkpoint(name: string): Promise<Checkpoint | undefined>;
  /** A checkpoint never moves back, here or in `bulk`: remove it to begin again. */
  saveCheckpoint(checkpoint: NamedCheckpoint): Promise<void>;
  removeCheckpoint(name: string): Promise<void>;
  /** Throws when the store cannot answer: what readiness asks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The injection token of the {@link ReadModelStore}. */
export const READ_MODEL_STORE = Symbol('ReadModelStore');

/**
 * The injection token of the {@link ReadModelStore} of what is kept outside the log so that the log can be compared
 * with it. Null if an embedded one is only looked at and is not there yet.
 */
export const ANCHOR_STORE = Symbol('AnchorStore');
