import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

/** The schema of values of one type, as `@ApiProperty` takes it: the compiler knows which. */
export interface Schema<Value> {
  readonly options: ApiPropertyOptions;
  /** The same inside another schema. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The classes that it refers to. */
  readonly models: readonly Type[];
  readonly optional: boolean;
  /** For the compiler alone: no object has it. */
  readonly value?: Value;
}

/** A schema, or a class whose properties have theirs. */
type SchemaOf<Value> = Schema<Value> | Type<Value>;

/** An object with a property of that type, which may be absent if the type says so. */
type With<Name extends string, Value> = undefined extends Value
  ? { readonly [name in Name]?: Value }
  : { readonly [name in Name]: Value };

/**
 * `@ApiProperty` with a schema that the compiler compares with the property's type: a response class says once what an
 * answer has, and its document cannot say anything else.
 */
export const Property = <Value>(described: SchemaOf<Value>) => {
  const { options, models, optional } = schemaOf(described);
  return <Name extends string>(response: With<Name, Value>, name: Name): void => {
    if (models.length > 0) ApiExtraModels(...models)(response.constructor);
    // An object's own list of what it requires would be overwritten by whether it is required itself.
    const presence = 'required' in options ? { selfRequired: !optional } : { required: !optional };
    ApiProperty({ ...options, ...presence } as ApiPropertyOptions)(response, name);
  };
};

const schema = <Value>(json: Schema<Value>['json'], models: readonly Type[] = []): Schema<Value> => ({
  options: json as ApiPropertyOptions,
  json,
  models,
  optional: false,
});

const schemaOf = <Value>(described: SchemaOf<Value>): Schema<Value> =>
  typeof described === 'function'
    ? {
        options: { type: described },
        json: { $ref: getSchemaPath(described) },
        models: [described],
        optional: false,
      }
    : described;

export const text = schema<string>({ type: 'string' });
export const flag = schema<boolean>({ type: 'boolean' });
export const count = schema<number>({ type: 'integer', minimum: 0 });
export const time = schema<string>({
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
});
export const credits = schema<number>({ type: 'number', description: 'Credits, with at most 6 decimal places.' });
export const dollars = schema<number>({
  type: 'number',
  minimum: 0,
  description: 'Dollars, with at most 2 decimal places.',
});
export const milliseconds = schema<number>({ type: 'number', minimum: 0, description: 'Milliseconds.' });
export const percent = schema<number>({ type: 'number', minimum: 0, maximum: 100 });
export const wholePercent = schema<number>({ type: 'integer', minimum: 0, maximum: 100 });
/** The schema of what a standard of its own describes. */
export const anyObject = schema<object>({ type: 'object' });
/** The schema of what has a JSON schema of its own. */
export const shaped = (json: Readonly<Record<string, unknown>>) => schema<Readonly<Record<string, unknown>>>(json);
export const status = schema<number>({ type: 'integer', minimum: 100, maximum: 599 });
/** A list or an object of any shape. */
export const whatever = schema<unknown>({
  anyOf: [{ type: 'array', items: { type: 'object' } }, { type: 'object' }],
});

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  schema<Value>({ type: 'string', enum: [...values] });
export const exactly = <const Value extends string | boolean>(value: Value) =>
  schema<Value>({ type: typeof value, const: value });
export const matching = (pattern: RegExp) => schema<string>({ type: 'string', pattern: pattern.source });

export function listOf<Value>(items: SchemaOf<Value>): Schema<readonly Value[]> {
  const { json, models } = schemaOf(items);
  return schema({ type: 'array', items: json }, models);
}

/** An object with any names. */
export function mapOf<Value>(values: SchemaOf<Value>): Schema<Readonly<Record<string, Value>>> {
  const { json, models } = schemaOf(values);
  return schema({ type: 'object', additionalProperties: json }, models);
}

/** An object with each of these names. */
export function recordOf<const Name extends string, Value>(
  names: readonly Name[],
  values: SchemaOf<Value>,
): Schema<Readonly<Record<Name, Value>>> {
  const { json, models } = schemaOf(values);
  const properties = Object.fromEntries(names.map((name) => [name, json]));
  return schema({ type: 'object', properties, required: [...names] }, models);
}

export function orNull<Value>(described: SchemaOf<Value>): Schema<Value | null> {
  const { options, json, models, optional } = schemaOf(described);
  return {
    options: { ...options, nullable: true } as ApiPropertyOptions,
    json: '$ref' in json ? { anyOf: [json, { type: 'null' }] } : { ...json, nullable: true },
    models,
    optional,
  };
}

/** The schema of a property that may be absent. */
export const optional = <Value>(described: SchemaOf<Value>): Schema<Value | undefined> => ({
  ...schemaOf<Value | undefined>(described),
  optional: true,
});

export function described<Value>(what: SchemaOf<Value>, description: string): Schema<Value> {
  const { options, json, ...rest } = schemaOf(what);
  return { ...rest, options: { ...options, description } as ApiPropertyOptions, json: { ...json, description } };
}
