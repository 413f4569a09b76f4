import { FindWebhook, HEADERS, type ReceiveDelivery, type Webhook } from '@assay/hosting';
import { type CodeHost, refused } from '@assay/kernel';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../http/rate-limits';
import { requestOf } from '../http/request-context';
import { BodyBudget } from './body-budget';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes what this code host sends: its body stays as it came. */
    readonly deliveriesOf?: CodeHost;
  }
  interface FastifyRequest {
    /** The webhook that the address of a delivery names. */
    webhook?: Webhook;
  }
}

/** Bytes. GitHub sends at most so much, and GitLab too unless its operator allows more. */
const MAX_DELIVERY = 25 * 1024 * 1024;
/** Bytes of all deliveries that one process receives at a time. */
const MAX_RECEIVED = 4 * MAX_DELIVERY;

/** Must be called before the routes are registered. */
export function takeLargeDeliveries(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.deliveriesOf !== undefined) route.bodyLimit = MAX_DELIVERY;
  });
}

export const isDelivery = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.deliveriesOf !== undefined;

/**
 * Finds out whose webhook it is, counts the delivery and looks at its headers, before anything of its body is read.
 * Bodies are large here, so a sender without an address and a signature is refused before it sends one.
 */
export function checkDeliveries(
  fastify: Pick<FastifyInstance, 'addHook'>,
  queries: Pick<QueryBus, 'execute'>,
  limits: Pick<RateLimits, 'countStranger' | 'countDelivery'>,
): void {
  const budget = new BodyBudget(MAX_RECEIVED);

  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const host = request.routeOptions.config.deliveriesOf;
    if (host === undefined) return;
    const { token } = request.params as { readonly token: string };
    const webhook = await queries.execute(new FindWebhook({ host, token }));
    if (!webhook) {
      await limits.countStranger(request, reply);
      return refused(
        'INTEGRATION_NOT_FOUND',
        'No webhook has this address; GET /api/settings/integrations shows yours',
      );
    }
    request.webhook = webhook;
    await limits.countDelivery(request, reply);
    if (!webhook.mayBeSigned(signatureOf(request, host))) await refuseUnsigned(webhook, request, reply);
    if (!isJson(request))
      return refused(
        'UNSUPPORTED_MEDIA_TYPE',
        'The payload must be JSON: choose the content type application/json in the settings of the webhook',
      );
    const release = budget.take(announcedBytes(request));
    if (!release) {
      reply.header('retry-after', '5');
      return refused('UNAVAILABLE', 'Too many large deliveries arrive at once; send it again in a moment');
    }
    reply.raw.once('close', release);
  });

  fastify.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { webhook, body } = request;
    if (!webhook) return;
    const signature = signatureOf(request, webhook.host);
    if (!webhook.isSigned(signature, body as Buffer)) await refuseUnsigned(webhook, request, reply);
  });

  /** Anybody who guesses is counted by address. */
  async function refuseUnsigned(webhook: Webhook, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    await limits.countStranger(request, reply);
    const { host, hasSecret } = webhook;
    const where = `POST /api/settings/integrations/${host}`;
    if (!hasSecret)
      return refused(
        'INVALID_SIGNATURE',
        `No webhook secret is set, so no delivery can be checked: choose one, set it as webhookSecret with ${where}, ` +
          'and enter the same in the settings of the webhook',
      );
    return refused(
      'INVALID_SIGNATURE',
      `${HEADERS[host].signature} is missing or wrong: the secret in the settings of the webhook must be the ` +
        `webhookSecret that was set with ${where}`,
    );
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
};

const signatureOf = (request: FastifyRequest, host: CodeHost): string | undefined =>
  headerOf(request, HEADERS[host].signature);

const isJson = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** A body that does not say how long it is may be as long as any. */
function announcedBytes({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(announced) ? Math.min(announced, MAX_DELIVERY) : MAX_DELIVERY;
}

/**
 * A header that a delivery must have: up to 200 printable ASCII characters.
 *
 * @throws RefusedError VALIDATION_ERROR
 */
function requireHeader(request: FastifyRequest, name: string): string {
  const value = headerOf(request, name);
  if (value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value)) return value;
  return refused('VALIDATION_ERROR', `The header ${name} must be there, with up to 200 printable ASCII characters`, [
    { field: name, message: 'is needed' },
  ]);
}

/** @throws RefusedError VALIDATION_ERROR if the body is no JSON */
function payloadOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse((body as Buffer).toString('utf8'));
  } catch {
    return refused('VALIDATION_ERROR', 'The payload is not valid JSON', [{ field: '', message: 'must be JSON' }]);
  }
}

/**
 * A parameter of a route that takes deliveries: a `ReceiveDelivery['input']`.
 *
 * @throws RefusedError VALIDATION_ERROR where a header is missing, or the payload is no JSON
 */
export const ReceivedDelivery = createParamDecorator(
  (_: unknown, context: ExecutionContext): ReceiveDelivery['input'] => {
    const request = requestOf(context);
    const { host, organizationId } = request.webhook!;
    const event = requireHeader(request, HEADERS[host].event);
    const hostDeliveryId = requireHeader(request, HEADERS[host].delivery);
    return { organizationId, host, event, hostDeliveryId, payload: payloadOf(request) };
  },
);
