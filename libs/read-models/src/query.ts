import { InvalidQuery } from './errors';
import type { CollectionDefinition, FieldCondition, Query, FieldValue, Where, Write } from './read-model-store';

/**
 * Names that mean the same on every store and cannot contain the syntax of any: letters, digits, `_` and `-`. A segment
 * of digits only is refused because MongoDB would read it as an index of an array.
 */
const SEGMENT = /^(?!\d+$)[A-Za-z0-9_-]{1,100}$/;
/** A limit, because a store may write each path in full beside the document. */
export const LONGEST_PATH = 32;
const COLLECTION = /^[a-z0-9]+(-[a-z0-9]+)*(@\d+\.\d+)?$/;
const RANGE_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;

export type RangeOperator = (typeof RANGE_OPERATORS)[number];

/** A {@link FieldCondition} in normal form. All comparisons of a condition must hold. */
export type Comparison =
  | { readonly operator: 'in'; readonly values: readonly FieldValue[] }
  | { readonly operator: RangeOperator; readonly value: FieldValue };

/** Whether a document's key can be part of a field's path. */
export const isFieldSegment = (name: string): boolean => SEGMENT.test(name);

/** The segments of a field's path: `usage.lines` is `['usage', 'lines']`. @throws InvalidQuery */
export function fieldPath(field: string): readonly string[] {
  const segments = String(field).split('.');
  if (segments.length <= LONGEST_PATH && segments.every(isFieldSegment)) return segments;
  throw new InvalidQuery(
    `not a field path: ${JSON.stringify(field)} (names of letters, digits, "_" and "-", at most ` +
      `${LONGEST_PATH}, joined by dots)`,
  );
}

/**
 * @throws InvalidQuery for a value that is not a JSON scalar; above all for `undefined`, which would otherwise match
 * every document
 */
function scalar(field: string, value: unknown): FieldValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new InvalidQuery(
    `${field} cannot be compared with ${typeof value === 'number' ? value : typeof value}: give a string, a ` +
      'finite number, a boolean or null',
  );
}

/** @throws InvalidQuery */
function comparisons(field: string, condition: FieldCondition): readonly Comparison[] {
  if (condition === null || typeof condition !== 'object')
    return [{ operator: 'in', values: [scalar(field, condition)] }];
  const operators = Object.entries(condition);
  if (operators.length === 0) throw new InvalidQuery(`the condition on ${field} is empty`);
  return operators.map(([operator, value]): Comparison => {
    if (operator === 'in' && Array.isArray(value))
      return { operator, values: value.map((item) => scalar(field, item)) };
    const range = RANGE_OPERATORS.find((known) => known === operator);
    if (range === undefined) throw new InvalidQuery(`unknown condition on ${field}: ${JSON.stringify(operator)}`);
    return { operator: range, value: scalar(field, value) };
  });
}

/** The conditions of a query, checked. @throws InvalidQuery */
export const conditions = (where: Where = {}): readonly (readonly [field: string, Comparison])[] =>
  Object.entries(where).flatMap(([field, condition]) =>
    comparisons(field, condition).map((comparison) => [field, comparison] as const),
  );

/** @throws InvalidQuery for a limit or an offset that is not a whole number from 0 */
export function checkedPage({ limit, offset = 0 }: Query): {
  readonly limit: number | undefined;
  readonly offset: number;
} {
  for (const [name, value] of [
    ['limit', limit ?? 0],
    ['offset', offset],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new InvalidQuery(`${name} must be a whole number from 0, not ${value}`);
  }
  return { limit, offset };
}

/** @throws InvalidQuery */
export function checkedCollectionName(name: string): string {
  if (COLLECTION.test(name)) return name;
  throw new InvalidQuery(`not a collection name: ${JSON.stringify(name)} (kebab-case, optionally @version.generation)`);
}

/** @throws InvalidQuery */
export function checkedDefinition<Definition extends CollectionDefinition>(definition: Definition): Definition {
  const { indexes = [] } = definition;
  const name = checkedCollectionName(definition.name);
  for (const index of indexes) {
    if (index.length === 0) throw new InvalidQuery(`an index of ${name} has no fields`);
    index.forEach(fieldPath);
  }
  return definition;
}

/** @throws InvalidQuery */
export function checkedWrite<W extends Write<object>>(write: W): W {
  const { id, position, document } = write;
  if (typeof id !== 'string' || id === '') throw new InvalidQuery('a document needs a non-empty id');
  // UTF-8 cannot encode half a surrogate pair: two such ids would become one.
  if (/\p{Surrogate}/u.test(id))
    throw new InvalidQuery(`the document id ${JSON.stringify(id)} is not well-formed Unicode`);
  checkedPosition(position);
  if (document !== undefined && (typeof document !== 'object' || document === null || Array.isArray(document))) {
    throw new InvalidQuery(`the document ${id} is not a JSON object`);
  }
  return write;
}

/** @throws InvalidQuery */
export function checkedPosition(position: number): number {
  if (Number.isSafeInteger(position) && position >= 0) return position;
  throw new InvalidQuery(`not a log position: ${position}`);
}
