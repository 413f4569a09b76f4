import type { Settings } from '@assay/kernel';
import type { FollowedPlatform } from '@assay/platform';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { HttpApiModule } from './http-api.module';
import { authenticateRequests } from './http/authentication';
import { limitBodyTime } from './http/body-deadlines';
import { ErrorFilter } from './http/error-filter';
import { takeForms } from './http/form-bodies';
import { addResponseHeaders, closeConnectionsOn, refuseDeepBodies } from './http/hooks';
import { takeJson } from './http/json-bodies';
import { keepAnswers } from './http/keep-answers';
import { refuseUnreadable, refuseUnroutable } from './http/malformed-requests';
import { rateLimits } from './http/rate-limits';
import { refuseWhileStarting } from './http/refuse-while-starting';
import { requestIdOf } from './http/request-context';
import { RequestTurns, takeTurns } from './http/request-turns';
import { RouteTable } from './http/route-table';
import { refuseUnknownRoutes } from './http/unknown-routes';
import { ValidationPipe } from './http/validation.pipe';
import { serveOpenApi } from './openapi/openapi';
import { isUpload, registerUploads } from './uploads/multipart';
import { checkDeliveries, takeLargeDeliveries } from './webhooks/deliveries';

const BODY_LIMIT = 1024 * 1024;
/**
 * Connections that the system keeps until this process accepts them; it may allow fewer. With Node's 511 the system
 * drops further ones while many begin at once, and a client that begins one in that moment tries again a second later.
 */
const LISTEN_BACKLOG = 4_096;
/** Milliseconds that a request may take to arrive, an upload too. Other bodies have a deadline in the settings. */
const LONGEST_REQUEST = 3_600_000;

/** Nest validates, and no route has a schema of Fastify: its compilers would take 3 MB of each process. */
function refuseSchema(): never {
  throw new Error('a route has a schema of Fastify, which nothing compiles');
}

/**
 * The HTTP application, not listening yet.
 *
 * @param contexts the module of the bounded contexts
 * @param watch adds hooks that see every request before all others
 */
export async function createHttpApp(
  platform: FollowedPlatform,
  contexts: DynamicModule,
  watch: (fastify: FastifyInstance) => void = () => undefined,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers),
    requestIdHeader: false,
    // Requests that are being answered are answered to the end, also on a connection that is kept alive, which is
    // closed then.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: LONGEST_REQUEST,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseUnreadable,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  const routes = new RouteTable();
  // Nest types the instance for servers of HTTP/2, too, and this one is of HTTP/1.
  const fastify = adapter.getInstance<FastifyInstance>();
  // JSON and nothing else: Nest would take forms as well, Fastify plain text.
  fastify.removeContentTypeParser('text/plain');
  takeJson(fastify);
  takeForms(fastify);
  routes.watch(fastify);
  takeLargeDeliveries(fastify);
  watch(fastify);
  const turns = new RequestTurns();
  takeTurns(fastify, turns);
  addResponseHeaders(fastify);
  closeConnectionsOn(platform.state.draining, fastify);
  limitBodyTime(fastify, {
    milliseconds: platform.settings.bodyTimeout,
    isUpload: (request) => request.caller !== undefined && isUpload(request),
  });
  refuseUnknownRoutes(fastify, routes);
  refuseWhileStarting(fastify, platform);
  refuseDeepBodies(fastify);
  keepAnswers(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(HttpApiModule.forRoot(platform, contexts), adapter, {
    logger: ['fatal', 'warn'],
    abortOnError: false,
    bodyParser: false,
  });
  const limits = await rateLimits(fastify, platform.settings);
  authenticateRequests(fastify, app.get(QueryBus), limits, turns);
  checkDeliveries(fastify, app.get(QueryBus), limits);
  await registerUploads(fastify);
  app.useGlobalFilters(new ErrorFilter(routes, platform.log));
  app.useGlobalPipes(new ValidationPipe());
  serveOpenApi(app);
  await app.init();
  app.getHttpServer().maxConnections = platform.settings.maxConnections;
  return app;
}

export async function listen(
  app: NestFastifyApplication,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<string> {
  await app.listen({ host, port, backlog: LISTEN_BACKLOG });
  return app.getUrl();
}

/** Milliseconds: twice what an answer may wait for the read models. */
const ANSWER_PATIENCE = 10_000;

/** Accepts nothing more, answers what is under way, then ends. What takes too long is cut off. */
export async function closeHttp(app: NestFastifyApplication, patience = ANSWER_PATIENCE): Promise<void> {
  const server = app.getHttpServer();
  // Node closes only those connections that are idle at the moment of closing; an event stream that ends is idle later.
  const reap = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), patience);
  try {
    await app.close();
  } finally {
    clearInterval(reap);
    clearTimeout(cutOff);
  }
}
