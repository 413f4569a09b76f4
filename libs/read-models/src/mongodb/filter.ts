import { InvalidQuery } from '../errors';
import { type Comparison, conditions, fieldPath } from '../query';
import type { FieldValue, Sort, Where } from '../read-model-store';
import { storedField, storedScalar } from './stored-document';

type MongoFilter = Readonly<Record<string, unknown>>;
type MongoSort = ReadonlyMap<string, 1 | -1>;

/** Documents that exist and meet the conditions. */
export function filterOf(where: Where | undefined): MongoFilter {
  const terms = conditions(where).map(([field, comparison]) => termOf(storedField(fieldPath(field)), comparison));
  return terms.length === 0 ? LIVE : { ...LIVE, $and: terms };
}

const LIVE: MongoFilter = { live: true };
const NEVER: MongoFilter = { _id: { $in: [] } };

export function sortOf(sort: Sort = []): MongoSort {
  const order = new Map<string, 1 | -1>();
  for (const [field, direction] of sort) {
    if (direction !== 'ascending' && direction !== 'descending')
      throw new InvalidQuery(`unknown sort direction: ${JSON.stringify(direction)}`);
    const stored = storedField(fieldPath(field));
    // A field that is named again decides nothing more.
    if (!order.has(stored)) order.set(stored, direction === 'descending' ? -1 : 1);
  }
  return order.set('_id', 1);
}

/**
 * Whether the ids of what the conditions find stand in order in an index (the one of the ids, or one that begins with
 * the fields): a long answer is then read page by page, each beginning after the last id of the one before.
 */
export const isInOrderOfIds = (where: Where | undefined, sort: Sort | undefined): boolean =>
  (sort ?? []).length === 0 &&
  conditions(where).every(([, comparison]) => comparison.operator === 'in' && comparison.values.length === 1);

function termOf(field: string, comparison: Comparison): MongoFilter {
  if (comparison.operator === 'in') {
    const [only, ...others] = comparison.values;
    return {
      [field]:
        only !== undefined && others.length === 0 ? storedScalar(only) : { $in: comparison.values.map(storedScalar) },
    };
  }
  const { operator, value } = comparison;
  if (value === null) return operator === 'gte' || operator === 'lte' ? { [field]: null } : NEVER;
  return { [field]: { [OPERATOR[operator]]: storedScalar(value satisfies FieldValue) } };
}

/** MongoDB's ranges meet values of the bound's type only, as the port's do. */
const OPERATOR = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' } as const;
