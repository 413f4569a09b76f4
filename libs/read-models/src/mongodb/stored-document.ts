import type { LogPosition } from '@assay/event-store';
import { LONGEST_PATH, isFieldSegment } from '../query';
import type { Document, FieldValue, StoredDocument, Write } from '../read-model-store';
import { decoded, encoded } from './code-point-order';

/**
 * A document in MongoDB. The JSON text keeps the document exactly, to the last key and digit: BSON treats "$", dots,
 * "__proto__" and numbers in its own ways. The values by field path stand beside it, for the server to search and sort.
 */
export interface MongoDocument {
  readonly _id: string;
  readonly position: LogPosition;
  /** False for a tombstone, which has neither body nor fields. First in each index, so that queries never see one. */
  readonly live: boolean;
  readonly body?: string;
  readonly fields?: ReadonlyMap<string, unknown>;
}

/**
 * Stands for an object or an array: it sorts above every string and below every boolean, equals all of its kind, and
 * matches no condition.
 */
const COMPOSITE = Object.freeze({});

export const toStored = ({ id, position, document }: Write<Document>): MongoDocument => {
  if (document === undefined) return { _id: encoded(id), position, live: false };
  const body = JSON.stringify(document);
  return { _id: encoded(id), position, live: true, body, fields: fieldsOf(JSON.parse(body) as object) };
};

/** @throws SyntaxError if the body is not JSON */
export function fromStored<Doc extends Document>({
  _id,
  position,
  body,
}: Pick<MongoDocument, '_id' | 'position' | 'body'>): StoredDocument<Doc> | undefined {
  return body === undefined ? undefined : { id: decoded(_id), position, document: JSON.parse(body) as Doc };
}

/** The path of a checked field of {@link Where} in the stored document. No segment contains a slash. */
export const storedField = (segments: readonly string[]): string => `fields.${segments.join('/')}`;

export const storedScalar = (value: FieldValue): FieldValue => (typeof value === 'string' ? encoded(value) : value);

/** The inverse of {@link storedScalar}; undefined for an object or an array. */
export const scalarOf = (value: unknown): FieldValue | undefined =>
  typeof value === 'string'
    ? decoded(value)
    : typeof value === 'object' && value !== null
      ? undefined
      : (value as FieldValue);

/** The values by path, flat. Null is left out, because a missing field is matched and sorted like null. */
function fieldsOf(document: object): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  // Not deeper than a path can reach: each field is written with its whole path, so depth would cost its square.
  const collect = (object: object, prefix: string, depth: number): void => {
    for (const [name, value] of Object.entries(object) as [string, unknown][]) {
      if (value === null || !isFieldSegment(name)) continue;
      if (typeof value !== 'object') fields.set(prefix + name, storedScalar(value as FieldValue));
      else {
        fields.set(prefix + name, COMPOSITE);
        if (depth < LONGEST_PATH && !Array.isArray(value)) collect(value, `${prefix}${name}/`, depth + 1);
      }
    }
  };
  collect(document, '', 1);
  return fields;
}
