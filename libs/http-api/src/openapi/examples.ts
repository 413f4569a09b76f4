import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;
interface Media {
  readonly schema?: Schema;
  example?: unknown;
}
interface Exemplified {
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

const AN_ID = '01a200e9-7c3b-7d41-8f0e-2b6a9c5d4e13';

/** Example texts by the name of their property, for strings without a format. */
const TEXTS: Readonly<Record<string, string>> = {
  id: AN_ID,
  applicationId: `prj_${AN_ID}`,
  projectId: `prj_${AN_ID}`,
  sessionId: `ses_${AN_ID}`,
  scanId: `scn_${AN_ID}`,
  scan_id: `scn_${AN_ID}`,
  aiReportId: `air_${AN_ID}`,
  reportId: `rpt_${AN_ID}`,
  quoteId: `quo_${AN_ID}`,
  uploadId: `upl_${AN_ID}`,
  organizationId: `org_${AN_ID}`,
  requestId: AN_ID,
  name: 'Shop',
  filename: 'shop.zip',
  title: 'A command is built from input',
  message: 'What was done, or what is wrong',
  url: 'https://shop.example/',
  targetUrl: 'https://shop.example/',
  urls: 'https://shop.example/',
  repoUrl: 'https://git.example/shop.git',
  repositoryUrl: 'https://git.example/shop.git',
  directory: '/srv/shop',
  branch: 'main',
  commit: '2c3ef2a1b0d94e5f6a7b8c9d0e1f2a3b4c5d6e7f',
  date: '2026-11-20',
  firstSeenScanId: `scn_${AN_ID}`,
  firstScanId: `scn_${AN_ID}`,
  lastScanId: `scn_${AN_ID}`,
  latestScanId: `scn_${AN_ID}`,
  defaultBranch: 'main',
  containerImage: 'registry.example/shop:1.0',
  pkgregPackage: 'shop@1.0.0',
  tool: 'eslint-security',
  tools: 'eslint-security',
  file: 'src/server.js',
  cwe: 'CWE-78',
  webhookSecret: 'an-example-of-a-secret',
  accessToken: 'an-example-of-a-secret',
};

const OF_A_FORM = ['a'.repeat(64), 'https://chat.example/hooks/1', 'ada@shop.example', 'an-example-of-a-secret'];

/** Gives each response body of each successful operation an example, made from its schema. */
export function addExamples(paths: Readonly<Record<string, object>>, { components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Schemas;
  for (const path of Object.values(paths))
    for (const operation of Object.values(path as Record<string, Exemplified>)) {
      const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      for (const content of [operation.requestBody?.content, ...answers.map(([, { content: body }]) => body)])
        for (const [type, media] of Object.entries(content ?? {}))
          if (type.endsWith('json') && media.schema) media.example ??= exampleOf(media.schema, schemas);
    }
}

/** A value that a schema of this document allows. */
function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const { $ref, enum: values, const: constant, default: absent, allOf, type } = schema;
  if (typeof $ref === 'string') return exampleOf(schemas[$ref.split('/').at(-1)!]!, schemas, name);
  if ('example' in schema) return schema['example'];
  if ('const' in schema) return constant;
  if (absent !== undefined) return absent;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(allOf)) return exampleOf(allOf[0] as Schema, schemas, name);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === undefined || kind === 'object') return objectOf(schema, schemas);
  return valueOf(kind as string, schema, schemas, name);
}

function valueOf(kind: string, schema: Schema, schemas: Schemas, name: string): unknown {
  switch (kind) {
    case 'array':
      return [exampleOf(schema['items'] as Schema, schemas, name)];
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** The first of several texts that its schema allows. */
function textOf({ format, pattern }: Schema, name: string): string {
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z';
  const isAllowed = (text: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
  return [TEXTS[name] ?? name, ...OF_A_FORM].find(isAllowed) ?? name;
}

/** The required members of an object, with those of its first alternative. */
function objectOf(schema: Schema, schemas: Schemas): unknown {
  const alternatives = (schema['oneOf'] ?? schema['anyOf']) as readonly Schema[] | undefined;
  const first = alternatives?.[0];
  if (first && schema['properties'] === undefined) return exampleOf(first, schemas);
  const properties = { ...(schema['properties'] as Schemas | undefined), ...(first?.['properties'] as Schemas) };
  const required = [...((schema['required'] as string[]) ?? []), ...((first?.['required'] as string[]) ?? [])];
  return Object.fromEntries(required.map((each) => [each, exampleOf(properties[each]!, schemas, each)]));
}
