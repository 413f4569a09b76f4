type Rule = Readonly<Record<string, unknown>>;

const rules = new Map<string, Rule>();
const optionalBodies = new Set<{ readonly name: string }>();

/**
 * Adds to a request class's schema what its fields alone cannot say, such as that one excludes another. What checks it
 * is the handler, or the domain: a test sends what the schema allows and forbids.
 */
export const SchemaRule =
  (rule: Rule): ClassDecorator =>
  ({ name }) =>
    void rules.set(name, rule);

/** A request may come without this body, which then means an empty one. */
export const OptionalBody: ClassDecorator = (body) => void optionalBodies.add(body);
export const isOptionalBody = (body: { readonly name: string }): boolean => optionalBodies.has(body);
/** The same of its place in the document. */
export const isOptionalSchema = (ref: string | undefined): boolean =>
  [...optionalBodies].some(({ name }) => ref === `#/components/schemas/${name}`);

export const exactlyOneOf = (...names: readonly string[]): Rule => ({ oneOf: names.map(has) });
export const atLeastOneOf = (...names: readonly string[]): Rule => ({ anyOf: names.map(has) });
const has = (name: string) => ({ required: [name] });

/** Request classes as they are: no fields but those that are named, and their rules. */
export function exactSchemas<Schemas extends Readonly<Record<string, object>>>(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name.endsWith('Dto') ? { ...schema, additionalProperties: false, ...rules.get(name) } : schema,
    ]),
  ) as Schemas;
}
