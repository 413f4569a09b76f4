import type { FieldCondition, Query, FieldValue, Sort, StoredDocument, Where } from '../src';

/**
 * The expected result of a query, computed in the simplest way: over a list, without an index, one document at a time.
 */
export function answer<Doc extends object>(
  documents: readonly StoredDocument<Doc>[],
  query: Query,
): StoredDocument<Doc>[] {
  const sorted = documents
    .filter(({ document }) => matches(document, query.where ?? {}))
    .sort((a, b) => inOrder(a, b, query.sort ?? []));
  const from = query.offset ?? 0;
  return sorted.slice(from, query.limit === undefined ? undefined : from + query.limit);
}

export function tally<Doc extends object>(
  documents: readonly StoredDocument<Doc>[],
  field: string,
  where: Where,
): Map<FieldValue, number> {
  const counts = new Map<FieldValue, number>();
  for (const { document } of documents.filter((stored) => matches(stored.document, where))) {
    const value = valueAt(document, field);
    if (rank(value) !== COMPOSITE) counts.set(value as FieldValue, (counts.get(value as FieldValue) ?? 0) + 1);
  }
  return counts;
}

const matches = (document: object, where: Where): boolean =>
  Object.entries(where).every(([field, condition]) => meets(valueAt(document, field), condition));

function meets(value: unknown, condition: FieldCondition): boolean {
  if (condition === null || typeof condition !== 'object')
    return rank(value) === rank(condition) && value === condition;
  return Object.entries(condition).every(([operator, bound]) => {
    if (operator === 'in') return (bound as readonly FieldValue[]).includes(value as FieldValue);
    if (rank(value) !== rank(bound)) return false;
    const order = compared(value, bound);
    return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator];
  });
}

function valueAt(document: object, field: string): unknown {
  let value: unknown = document;
  for (const segment of field.split('.')) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    value = (value as Record<string, unknown>)[segment];
  }
  return value ?? null;
}

const COMPOSITE = 3;
const rank = (value: unknown): number =>
  value === null
    ? 0
    : typeof value === 'number'
      ? 1
      : typeof value === 'string'
        ? 2
        : typeof value === 'boolean'
          ? 4
          : COMPOSITE;

function compared(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  return a === b || rank(a) === COMPOSITE ? 0 : (a as number) < (b as number) ? -1 : 1;
}

function inOrder(a: StoredDocument<object>, b: StoredDocument<object>, sort: Sort): number {
  for (const [field, direction] of sort) {
    const order = compared(valueAt(a.document, field), valueAt(b.document, field));
    if (order !== 0) return direction === 'descending' ? -order : order;
  }
  return compared(a.id, b.id);
}
