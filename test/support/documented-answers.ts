import { type ValidateFunction, Ajv2020 } from 'ajv/dist/2020';
import type { Answer, HttpClient, Json } from './http-client';

type Schema = Record<string, Json>;
interface DocumentedPath {
  readonly pattern: RegExp;
  readonly literals: number;
  readonly operations: Readonly<
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
}

/** Checks answers against the service's own OpenAPI document. */
export interface Documentation {
  check(method: string, path: string, answer: Answer): void;
}

/** Every answer of a client that the documentation does not describe to the letter fails the test that met it. */
export function documented(client: HttpClient, documentation: Documentation): HttpClient {
  const checked = async (method: string, path: string, answer: Promise<Answer>): Promise<Answer> => {
    documentation.check(method, path, await answer);
    return answer;
  };
  return {
    get: (path, headers) => checked('GET', path, client.get(path, headers)),
    post: (path, body, headers) => checked('POST', path, client.post(path, body, headers)),
    patch: (path, body, headers) => checked('PATCH', path, client.patch(path, body, headers)),
    delete: (path, headers) => checked('DELETE', path, client.delete(path, headers)),
    send: (method, path, body, headers) => checked(method, path, client.send(method, path, body, headers)),
  };
}

export function documentationOf(document: Json): Documentation {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  const closedValidatorOf = validators(ajv, closed(document.components.schemas));
  const validatorOf = (schema: Schema) => closedValidatorOf(closed(schema));
  const paths = Object.entries<DocumentedPath['operations']>(document.paths).map(
    ([path, operations]): DocumentedPath => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      literals: path.replace(/\{\w+\}/g, '').length,
      operations,
    }),
  );
  return {
    check(method, path, { status, body, headers }) {
      const [found] = paths
        .filter(({ pattern }) => pattern.test(path.split('?')[0]!))
        .sort((a, b) => b.literals - a.literals);
      const operation = found?.operations[method.toLowerCase()];
      if (!operation || status === 431) return;
      const type = headers.get('content-type')?.split(';')[0] ?? 'none';
      const response = operation.responses[status];
      if (!response)
        throw new Error(
          `${method} ${path} answered ${status}, which its documentation does not mention: ${JSON.stringify(body)}`,
        );
      const schema = response.content?.[type]?.schema;
      if (!schema) {
        if (body === undefined && !response.content) return;
        throw new Error(`${method} ${path} answered ${status} as ${type}, which its documentation does not mention`);
      }
      if (!type.endsWith('json')) return;
      const validate = validatorOf(schema);
      if (!validate(body))
        throw new Error(
          `${method} ${path} answered ${status} in another shape than documented: ` +
            `${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 1)}`,
        );
    },
  };
}

/** Compiles schemas that refer to the same components, each component and each schema once. */
export function validators(ajv: Ajv2020, schemas: Json): (schema: Schema) => ValidateFunction {
  ajv.addSchema({ $id: SCHEMAS, components: { schemas } });
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validator = known.get(key) ?? ajv.compile(referringTo(SCHEMAS, schema));
    known.set(key, validator);
    return validator;
  };
}

/** The same schema without room for properties that it does not name: a client may get more one day, a test may not. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  return members['properties'] && members['type'] === 'object' && members['additionalProperties'] === undefined
    ? { ...members, additionalProperties: false }
    : members;
}

const SCHEMAS = 'https://assay.invalid/openapi';

/** The schema with its references to the document's components made absolute. */
const referringTo = (id: string, schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${id}#/`)) as Schema;
