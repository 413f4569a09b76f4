import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { version } from '../../../package.json';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, details: {}, requestId: { type: 'string' } },
    },
  },
};

/** The OpenAPI 3.1 document, made from the controllers and their DTOs. */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Assay')
    .setDescription('Code analysis with an honest bill. Every error has the shape of the schema `Error`; every answer carries X-Request-Id.')
    .setVersion(version)
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: asy_…' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'apiKey')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('apiKey')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA as never } };
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path as Record<string, { responses?: Record<string, unknown> }>))
      operation.responses = { ...operation.responses, default: { description: 'An error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } };
  return document;
}

/** `/openapi.json`, and a page to read it on at `/docs`. */
export function serveOpenApi(app: NestFastifyApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'openapi.json', yamlDocumentUrl: 'openapi.yaml' });
}
