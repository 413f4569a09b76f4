import { InvalidQuery } from '../errors';
import { type Comparison, type RangeOperator, conditions, fieldPath } from '../query';
import type { FieldValue, Sort, Where } from '../read-model-store';

type SqlValue = string | number | Buffer;
interface Sql {
  readonly text: string;
  readonly parameters: readonly SqlValue[];
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

const COMPOSITE = Buffer.alloc(0);
const FALSE = Buffer.of(0);
const TRUE = Buffer.of(1);

/**
 * The expression for a field's value. Booleans become blobs, because SQLite would read `true` as the number 1, and
 * because NULL < numbers < texts < blobs is then MongoDB's order too. Objects and arrays become the empty blob, which
 * equals nothing. SQLite uses an index only if a query repeats its expression literally, so all of them come from here.
 */
export function valueOf(field: string): string {
  // Safe to inline: fieldPath lets through letters, digits, "_" and "-" only.
  const path = `'$${fieldPath(field)
    .map((segment) => `."${segment}"`)
    .join('')}'`;
  return (
    `CASE json_type(body, ${path}) WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'object' THEN x'' WHEN ` +
    `'array' THEN x'' ELSE json_extract(body, ${path}) END`
  );
}

/** The inverse of {@link valueOf}; undefined for an object or an array. */
export function scalarOf(value: unknown): FieldValue | undefined {
  if (!Buffer.isBuffer(value)) return value as FieldValue;
  return value.equals(COMPOSITE) ? undefined : value.equals(TRUE);
}

/** The condition for documents that exist and match. */
export function whereSql(where: Where | undefined): Sql {
  const terms = conditions(where).map(([field, comparison]) => comparisonSql(valueOf(field), comparison));
  // Removed documents stay as tombstones without a body; the indexes leave them out by this very term.
  return {
    text: ['body IS NOT NULL', ...terms.map((term) => term.text)].join(' AND '),
    parameters: terms.flatMap((term) => term.parameters),
  };
}

/**
 * The order of a query. It leaves out a field with one value in all matching documents: SQLite would sort them all
 * instead of taking the order of an index that begins with the field.
 */
export function orderSql(sort: Sort = [], where?: Where): string {
  const fixed = new Set(conditions(where).flatMap(([field, comparison]) => (isOneValue(comparison) ? [field] : [])));
  const terms = sort.flatMap(([field, direction]) => {
    if (direction !== 'ascending' && direction !== 'descending')
      throw new InvalidQuery(`unknown sort direction: ${JSON.stringify(direction)}`);
    return fixed.has(field) ? [] : [`${valueOf(field)} ${direction === 'descending' ? 'DESC' : 'ASC'}`];
  });
  return [...terms, 'id ASC'].join(', ');
}

const isOneValue = (comparison: Comparison): boolean => comparison.operator === 'in' && comparison.values.length === 1;

const comparisonSql = (value: string, comparison: Comparison): Sql =>
  comparison.operator === 'in'
    ? membershipSql(value, comparison.values)
    : rangeSql(value, comparison.operator, comparison.value);

const NEVER: Sql = { text: '0', parameters: [] };

/**
 * Has the same text for any number of values, so that the statement stays prepared: they are bound as one JSON array.
 */
function membershipSql(value: string, values: readonly FieldValue[]): Sql {
  const [only] = values;
  if (values.length === 1 && only !== undefined && only !== null) {
    const { text, parameters } = parameterSql(only);
    return { text: `${value} = ${text}`, parameters };
  }
  const plain = values.filter((item) => typeof item === 'string' || typeof item === 'number');
  const terms: Sql[] = [];
  if (values.includes(null)) terms.push({ text: `${value} IS NULL`, parameters: [] });
  if (plain.length > 0)
    terms.push({ text: `${value} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(plain)] });
  if (values.includes(true)) terms.push({ text: `${value} = x'01'`, parameters: [] });
  if (values.includes(false)) terms.push({ text: `${value} = x'00'`, parameters: [] });
  if (terms.length === 0) return NEVER;
  return {
    text: `(${terms.map((term) => term.text).join(' OR ')})`,
    parameters: terms.flatMap((term) => term.parameters),
  };
}

const SYMBOL: Readonly<Record<RangeOperator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** SQLite compares across types (every number is below every text), so the open end is limited to the bound's type. */
function rangeSql(value: string, operator: RangeOperator, bound: FieldValue): Sql {
  if (bound === null)
    return operator === 'gte' || operator === 'lte' ? { text: `${value} IS NULL`, parameters: [] } : NEVER;
  const { text, parameters } = parameterSql(bound);
  const compared = `${value} ${SYMBOL[operator]} ${text}`;
  const upwards = operator === 'gt' || operator === 'gte';
  const border = {
    number: upwards ? `< ''` : undefined,
    string: upwards ? `< x''` : `>= ''`,
    boolean: upwards ? undefined : `>= x'00'`,
  }[typeof bound as 'number' | 'string' | 'boolean'];
  return { text: border === undefined ? compared : `(${compared} AND ${value} ${border})`, parameters };
}

function parameterSql(value: string | number | boolean): Sql {
  if (typeof value === 'boolean') return { text: '?', parameters: [value ? TRUE : FALSE] };
  // A JSON number above 2^53 is read as a 64-bit integer, which may differ from the double of the same number.
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { text: `json_extract(?, '$')`, parameters: [JSON.stringify(value)] };
  }
  return { text: '?', parameters: [value] };
}
