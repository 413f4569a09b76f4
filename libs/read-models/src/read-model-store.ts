import type { LogPosition } from '@assay/event-store';

/** A JSON object. Its id and its position are kept beside it, not in it. */
export type Document = object;

export interface StoredDocument<Doc extends Document> {
  readonly id: string;
  /** The log position of the last event that changed the document. */
  readonly position: LogPosition;
  readonly document: Doc;
}

/** The value of a queried field. */
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

/** Fields in order: the equalities of a query, and then its sort. */
export type DocumentIndex = readonly string[];

export interface CollectionDefinition {
  /** kebab-case */
  readonly name: string;
  /**
   * Missing if the caller only reads a collection of another owner. Nothing is created, dropped or changed then; while
   * the collection does not exist it has no documents, or queries of it are an error.
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
  /** In the order of the ids; missing documents are left out. */
  getMany(ids: readonly string[]): Promise<StoredDocument<Doc>[]>;
  /** Includes removed documents (`document: undefined`), for a projection that needs their positions. */
  getForUpdate(ids: readonly string[]): Promise<Map<string, { position: LogPosition; document: Doc | undefined }>>;
  find(query?: Query): Promise<StoredDocument<Doc>[]>;
  count(where?: Where): Promise<number>;
  /**
   * How many documents have each value of a field; null counts those without it. Objects and arrays are not counted.
   */
  countBy(field: string, where?: Where): Promise<ReadonlyMap<FieldValue, number>>;
  /**
   * Writes each document whose stored position is smaller than the incoming one, and skips the others, so re-delivery
   * is harmless. A given checkpoint is saved together with the documents or after them, never before. Returns how many
   * writes took effect.
   */
  bulk(writes: readonly Write<Doc>[], checkpoint?: NamedCheckpoint): Promise<number>;
}

/** A position in the log, and a mark that identifies the log. */
export interface Checkpoint {
  readonly position: LogPosition;
  /** The `mark` of the event store; undefined in a checkpoint that an earlier version saved. */
  readonly mark?: string | undefined;
}

export interface NamedCheckpoint extends Checkpoint {
  readonly name: string;
}

/** Every adapter passes the one contract suite in `libs/read-models/test/contract.ts`. */
export interface ReadModelStore {
  /**
   * Whether no other process writes the store while it is open. Otherwise another one may drop a collection at any
   * time.
   */
  readonly isExclusive: boolean;
  /**
   * Declares a collection: creates missing indexes, and drops those that are no longer declared. A repeated call is
   * cheap.
   */
  collection<Doc extends Document>(definition: CollectionDefinition): Promise<Collection<Doc>>;
  /** Removes the documents, the indexes and the definition, if the collection exists. */
  dropCollection(name: string): Promise<void>;
  /** The names of the collections that exist. */
  collections(): Promise<string[]>;
  checkpoint(name: string): Promise<Checkpoint | undefined>;
  /** A checkpoint never moves back, here or in `bulk`: remove it to begin again. */
  saveCheckpoint(checkpoint: NamedCheckpoint): Promise<void>;
  removeCheckpoint(name: string): Promise<void>;
  /** Throws if the store cannot answer; the readiness check calls it. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The injection token of the {@link ReadModelStore}. */
export const READ_MODEL_STORE = Symbol('ReadModelStore');

/**
 * The injection token of the {@link ReadModelStore} for anchors, which are kept outside the log so that the log can be
 * compared with them. Null if an embedded store is opened for reading only and does not exist yet.
 */
export const ANCHOR_STORE = Symbol('AnchorStore');
