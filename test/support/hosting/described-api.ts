import { Ajv, type ValidateFunction } from 'ajv';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly schema: object };
  /** The statuses of the answers in the description. */
  readonly statuses: readonly number[];
}

/** A host's published description of its API, limited to the used operations, by path and method (lower case). */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface DescribedRequest {
  readonly operationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly statuses: readonly number[];
}

/** A request that the description does not allow. */
export interface Undescribed {
  readonly status: 400 | 404 | 405 | 422;
  readonly why: string;
}

/**
 * Parses requests strictly by a description: it refuses a path, method, parameter or field that the description lacks,
 * although the host itself may ignore some.
 *
 * @param root of the paths, such as `/api/v3`
 */
export function describedApi({ paths }: ApiDescription, root: string) {
  // Parameters arrive as text.
  const [bodies, parameters] = [ajv(false), ajv(true)];
  const routes = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${root}${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}$`),
    methods: new Map(
      Object.entries(methods).map(([method, operation]) => [
        method,
        {
          ...operation,
          query: parameters.compile(schemaOf(operation.parameters, 'query')),
          path: parameters.compile(schemaOf(operation.parameters, 'path')),
          body: operation.requestBody && bodies.compile(strict(operation.requestBody.schema) as object),
        },
      ]),
    ),
  }));
  return (method: string, url: string, text: string): DescribedRequest | Undescribed => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const route = routes.find(({ pattern }) => pattern.test(pathname));
    if (!route) return { status: 404, why: `${method} ${url}` };
    const operation = route.methods.get(method.toLowerCase());
    if (!operation) return { status: 405, why: `${method} ${url}` };
    const groups = Object.entries(route.pattern.exec(pathname)!.groups ?? {});
    const path = Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
    const query = Object.fromEntries(searchParams);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    for (const [check, value] of [
      [operation.path, { ...path }],
      [operation.query, { ...query }],
    ] as const)
      if (!check(value)) return { status: 400, why: `${url}: ${errorsOf(check)}` };
    const isBodyTaken = operation.body ? operation.body(body ?? {}) : body === undefined;
    if (!isBodyTaken)
      return { status: 422, why: `${url}: ${operation.body ? errorsOf(operation.body) : 'it takes no body'}` };
    const { operationId, statuses } = operation;
    return { operationId, statuses, path, query, body: (body ?? {}) as Record<string, unknown> };
  };
}

/** Formats are not checked, because none of them limits a text. */
const ajv = (coerceTypes: boolean): Ajv =>
  new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes });

const errorsOf = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');

const schemaOf = (parameters: readonly Parameter[], place: string): object => {
  const placed = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    additionalProperties: false,
    required: placed.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(placed.map(({ name, schema }) => [name, schema])),
  };
};

/** Closes each object that is not explicitly open. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const each = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return each['type'] === 'object' && 'properties' in each ? { additionalProperties: false, ...each } : each;
}
