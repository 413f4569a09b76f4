import type { RefusalCode } from '@assay/kernel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { version } from '../../../../package.json';
import { KEPT_FOR } from '../http/idempotency-stream';
import { statusOf } from '../http/refusal-status';
import { ERROR_CODES, REQUIRED_PERMISSIONS } from './decorators';
import { addExamples } from './examples';
import { ProblemAnswer, RefusalAnswer } from './refusal.responses';
import { exactSchemas, isOptionalSchema } from './schema-rules';
import { WEBHOOK_MESSAGES, webhookOperations } from './webhooks';

interface Parameter {
  readonly name: string;
  readonly in: string;
  description?: string;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
    required?: boolean;
  };
  responses: Record<string, object>;
  security?: object[];
  [ERROR_CODES]?: RefusalCode[];
  [REQUIRED_PERMISSIONS]?: string[];
}

const TAGS: Readonly<Record<string, string>> = {
  projects: 'What is analysed again and again.',
  scans: 'Analyses: started, then polled.',
  sessions: 'Analyses, streamed tool by tool.',
  automations: 'Scans that start by themselves.',
  uploads: 'Files to be scanned.',
  findings: 'What the tools found, and what people made of it.',
  reports: 'What scans found.',
  billing: 'Credits: what there are, what things cost, and where they went.',
  settings: 'API keys, integrations, and who is told what.',
  webhooks: 'What code hosts tell of repositories, and what fires automations.',
  tools: 'What can look at a target.',
  health: 'For whoever runs the service.',
};

const REPLAY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  description:
    'The same key and body give the first answer again, with Idempotent-Replayed: true, ' +
    `for ${KEPT_FOR / 3_600_000} hours.`,
};

/** The OpenAPI 3.1 document, made from the controllers, their DTOs and their response classes. */
function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Assay')
    .setDescription(
      'Code analysis with an honest bill. Every error has the shape of the schema `Error`, or of `Problem` ' +
        'where `Accept: application/problem+json` asks for it; every answer carries X-Request-Id.',
    )
    .setVersion(version)
    .setLicense('Apache 2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: asy_…' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'apiKey')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('apiKey')
    .build();
  config.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [RefusalAnswer, ProblemAnswer, ...WEBHOOK_MESSAGES],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}-${method}`,
  });
  document.components = { ...document.components, schemas: exactSchemas(document.components?.schemas ?? {}) };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>))
      complete(path, method, operation);
  const sent = webhookOperations();
  addExamples(document.paths, document);
  addExamples(sent, document);
  return { ...document, webhooks: sent } as OpenAPIObject;
}

/** Adds what follows from an operation's kind: who may call it, how it is repeated, and what it refuses with. */
function complete(path: string, method: string, operation: Operation): void {
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'path') parameter.description ??= `The ${parameter.name.replace(/Id$/, '')}'s id.`;
  if (operation[REQUIRED_PERMISSIONS] === undefined) operation.security = [];
  else if (method === 'post') operation.parameters = [...(operation.parameters ?? []), REPLAY_KEY];
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(path, method, operation))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  const refusals = [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, refusal(codes)]);
  operation.responses = { ...(Object.fromEntries(refusals) as object), ...operation.responses, 431: UNREADABLE };
  if (operation.requestBody) operation.requestBody.required = !isOptional(operation.requestBody);
  delete operation[ERROR_CODES];
}

function refusalsOf(
  path: string,
  method: string,
  { parameters = [], requestBody, [REQUIRED_PERMISSIONS]: permissions, [ERROR_CODES]: own = [] }: Operation,
): Set<RefusalCode> {
  const guarded: RefusalCode[] = permissions === undefined ? [] : ['INVALID_API_KEY', 'FORBIDDEN'];
  const repeated: RefusalCode[] =
    permissions !== undefined && method === 'post' ? ['IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS'] : [];
  const checked: RefusalCode[] = requestBody === undefined && parameters.length === 0 ? [] : ['VALIDATION_ERROR'];
  const parsed: RefusalCode[] =
    requestBody === undefined ? [] : ['PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE'];
  const limited: RefusalCode[] = path.startsWith('/api/') ? ['RATE_LIMITED'] : [];
  return new Set([...checked, ...guarded, ...own, ...repeated, ...parsed, ...limited, 'INTERNAL', 'UNAVAILABLE']);
}

/** Refusals of HTTP itself, before there is a route. */
const UNREADABLE = {
  description: 'VALIDATION_ERROR: the headers are larger than 16 KB',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const isOptional = ({ content }: NonNullable<Operation['requestBody']>): boolean =>
  Object.values(content ?? {}).some(({ schema }) => isOptionalSchema(schema?.$ref));

const refusal = (codes: readonly RefusalCode[]): object => ({
  description: codes.join(', '),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
});

/** `/openapi.json`, and a page to read it on at `/docs`, to which who opens the bare address is led. */
export function serveOpenApi(app: NestFastifyApplication): void {
  // Relative, as a proxy may serve the API below a path.
  app
    .getHttpAdapter()
    .getInstance()
    .get('/', (_, reply) => reply.redirect('docs', 302));
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
