import type { Settings } from '@assay/kernel';
import type { Platform } from '@assay/platform';
import type { FollowedReadModels } from '@assay/read-models';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppModule } from './app.module';
import { ErrorFilter } from './http/error-filter';
import { addResponseHeaders, refuseDeepBodies } from './http/hooks';
import { keepAnswers } from './http/keep-answers';
import { refuseUnreadable, refuseUnroutable } from './http/malformed-requests';
import { limitRates } from './http/rate-limits';
import { requestIdOf } from './http/request-context';
import { RouteTable } from './http/route-table';
import { ValidationPipe } from './http/validation.pipe';
import { serveOpenApi } from './openapi/openapi';

const BODY_LIMIT = 1024 * 1024;

/** The HTTP application, not listening yet. */
export async function createHttpApp(platform: Platform & { readonly projector: FollowedReadModels }): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers),
    requestIdHeader: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseUnreadable,
  });
  const routes = new RouteTable();
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  // JSON and nothing else: Nest would take forms as well, Fastify plain text.
  fastify.removeContentTypeParser('text/plain');
  routes.watch(fastify);
  addResponseHeaders(fastify);
  refuseDeepBodies(fastify);
  keepAnswers(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.on(platform), adapter, { logger: ['fatal', 'warn'], abortOnError: false, bodyParser: false });
  await limitRates(fastify, platform.settings);
  app.useGlobalFilters(new ErrorFilter(routes, platform.log));
  app.useGlobalPipes(new ValidationPipe());
  serveOpenApi(app);
  await app.init();
  return app;
}

export async function listen(app: NestFastifyApplication, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<string> {
  await app.listen({ host, port });
  return app.getUrl();
}
