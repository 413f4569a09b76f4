import type { Answer, Json } from '../support/http-client';
import type { Tenant } from '../support/running-service';

/** The kinds of an organization's objects with ids, and the names of such an id in paths, queries and bodies. */
export const KINDS = {
  project: ['projectId', 'applicationId', 'project_id'],
  scan: ['scanId', 'scan_id', 'otherId'],
  session: ['sessionId'],
  finding: ['findingId', 'findingIds', 'ids'],
  report: ['reportId'],
  automation: ['automationId'],
  webhook: ['webhookId'],
  delivery: ['deliveryId'],
  key: ['keyId'],
  upload: ['uploadId'],
  quote: ['quoteId'],
} as const;
type Kind = keyof typeof KINDS;
/** An id of each kind. */
export type Ids = Readonly<Record<Kind, string>>;
/** Ids of objects that belong to no organization. */
const NOBODYS = new Set(['toolId', 'packageId']);
const LOOKS_LIKE_AN_ID = /^ids?$|Ids?$|_ids?$/;
const kindOf = (name: string): Kind | undefined =>
  (Object.keys(KINDS) as Kind[]).find((kind) => (KINDS[kind] as readonly string[]).includes(name));

/** The place of an id in a request. */
export interface Place {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly kind: Kind;
}
/** A request that can be made with the ids of any organization. */
export interface Form {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Json;
  readonly places: readonly Place[];
}
type IdsOf = (place: Place) => string;

const schemaOf = (document: Json, { $ref, ...schema }: Json): Json =>
  $ref === undefined ? schema : schemaOf(document, document.components.schemas[$ref.split('/').pop()]);

/** Names in a body that look like ids, at any depth. */
function idNames(document: Json, given: Json): string[] {
  const schema = schemaOf(document, given);
  const parts: Json[] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const properties = Object.entries<Json>(schema.properties ?? {});
  return [
    ...properties.filter(([name]) => LOOKS_LIKE_AN_ID.test(name)).map(([name]) => name),
    ...[...parts, ...properties.map(([, each]) => each), ...(schema.items ? [schema.items] : [])].flatMap((each) =>
      idNames(document, each),
    ),
  ];
}

/** The body with these ids in the places of its own. */
function withIds(body: Json, idOf: (name: string) => string | undefined): Json {
  if (Array.isArray(body)) return body.map((each) => withIds(each, idOf));
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(
    Object.entries<Json>(body).map(([name, value]) => {
      const id = idOf(name);
      if (id === undefined) return [name, withIds(value, idOf)];
      return [name, Array.isArray(value) ? [id] : id];
    }),
  );
}

const namesIn = (body: Json): string[] => {
  const names = new Set<string>();
  withIds(body, (name) => void names.add(name));
  return [...names];
};

/** Every operation that needs a key, once for each of its bodies. @throws Error for an id of an unknown kind */
export function formsOf(document: Json, moreBodies: Readonly<Record<string, readonly Json[]>>): Form[] {
  const forms: Form[] = [];
  for (const [path, operations] of Object.entries<Json>(document.paths))
    for (const [verb, operation] of Object.entries<Json>(operations)) {
      if (operation.security?.length === 0) continue;
      const method = verb.toUpperCase();
      const name = `${method} ${path}`;
      const json = operation.requestBody?.content['application/json'];
      const bodies = json ? [json.example, ...(moreBodies[name] ?? [])] : [undefined];
      const parameters: Json[] = operation.parameters ?? [];
      const known = (place: string): Kind | undefined => {
        if (kindOf(place) === undefined && !NOBODYS.has(place) && LOOKS_LIKE_AN_ID.test(place))
          throw new Error(`${name} takes ${place}: say in this file whose it is`);
        return kindOf(place);
      };
      const lacking = json && idNames(document, json.schema).find((id) => !bodies.some((b) => namesIn(b).includes(id)));
      if (lacking) throw new Error(`${name} takes ${lacking}: this file has no body with it`);
      const asked = parameters.filter((each) => each.in === 'query' && known(each.name));
      const needed = asked.filter(({ required }) => required).map((each) => each.name);
      const filters = asked.filter(({ required }) => !required).map((each) => each.name);
      // Filters may exclude one another, so each request has one of them.
      for (const query of filters.length > 0 ? filters.map((filter) => [...needed, filter]) : [needed])
        for (const body of bodies) {
          const places = [
            ...parameters.filter((each) => each.in === 'path').map((each) => ['path', each.name] as const),
            ...query.map((each) => ['query', each] as const),
            ...namesIn(body).map((each) => ['body', each] as const),
          ].flatMap(([where, each]): Place[] => {
            const kind = known(each);
            return kind ? [{ in: where, name: each, kind }] : [];
          });
          forms.push({ method, path, query, body, places });
        }
    }
  return forms;
}

/** Sends the request with these ids. */
export function send(tenant: { send: Tenant['send'] }, form: Form, idOf: IdsOf): Promise<Answer> {
  const at = (where: Place['in'], name: string): string | undefined => {
    const place = form.places.find((each) => each.in === where && each.name === name);
    return place && idOf(place);
  };
  const path = form.path.replace(/\{(\w+)\}/g, (_, name: string) => at('path', name) ?? 'none');
  const query = form.query.map((name) => `${name}=${at('query', name)}`).join('&');
  const body = form.body && JSON.stringify(withIds(form.body, (name) => at('body', name)));
  return tenant.send(form.method, query ? `${path}?${query}` : path, body, {
    ...(body && { 'content-type': 'application/json' }),
  });
}
