/** A JSON Schema (2020-12, which OpenAPI 3.1 is made of), as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const time: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601 UTC with milliseconds.' };
export const credits: Schema = { type: 'number', description: 'Credits, with at most 6 decimal places.' };
export const milliseconds: Schema = { type: 'number', minimum: 0, description: 'Milliseconds.' };

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: [...values] });
export const exactly = (value: unknown): Schema => ({ const: value });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** @param optional those of the properties that may be absent */
export const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

export const pagination: Schema = object({ total: count, limit: count, offset: count });
