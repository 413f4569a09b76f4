import { HEADERS, ReceiveDelivery } from '@assay/hosting';
import type { CodeHost } from '@assay/kernel';
import { Controller, HttpCode, Post, applyDecorators } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/api-key.guard';
import { Answers, Refuses } from '../openapi/decorators';
import { ReceivedDelivery } from './deliveries';
import { DeliveryTaken } from './webhooks.responses';

const TAKEN = 'It is recorded, or there is nothing to do. What follows from it happens by itself, after the answer.';

const PROOF: Readonly<Record<CodeHost, string>> = {
  hosta: 'The HMAC-SHA256 of the body under the webhook secret, as sha256=<64 hexadecimal digits>.',
  hostb: 'The webhook secret itself.',
};

/** The work that the routes of both hosts have in common. */
const TakesDeliveries = (host: CodeHost, compatibleWith: string) =>
  applyDecorators(
    ApiOperation({
      summary: `Take a delivery of ${host}`,
      description:
        `What a ${compatibleWith} host tells of a repository. GET /api/settings/integrations has the address, whose ` +
        'end names the organization. The same delivery again changes nothing. The payload may have 25 MB.',
    }),
    ApiParam({ name: 'token', type: String, description: 'The end of the address, which names the organization.' }),
    ApiHeader({ name: HEADERS[host].signature, required: true, description: PROOF[host] }),
    ApiHeader({ name: HEADERS[host].event, required: true, description: 'What it tells of.' }),
    ApiHeader({ name: HEADERS[host].delivery, required: true, description: 'The same for each try of a delivery.' }),
    ApiBody({ schema: { type: 'object', additionalProperties: true } }),
    Refuses('INTEGRATION_NOT_FOUND', 'INVALID_SIGNATURE'),
    Public(),
    RouteConfig({ deliveriesOf: host }),
    HttpCode(202),
  );

@ApiTags('webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly commands: CommandBus) {}

  @TakesDeliveries('hosta', 'GitHub-compatible')
  @Answers(202, DeliveryTaken, TAKEN)
  @Post('hosta/:token')
  hosta(@ReceivedDelivery() delivery: ReceiveDelivery['input']): Promise<DeliveryTaken> {
    return this.take(delivery);
  }

  @TakesDeliveries('hostb', 'GitLab-compatible')
  @Answers(202, DeliveryTaken, TAKEN)
  @Post('hostb/:token')
  hostb(@ReceivedDelivery() delivery: ReceiveDelivery['input']): Promise<DeliveryTaken> {
    return this.take(delivery);
  }

  private async take(delivery: ReceiveDelivery['input']): Promise<DeliveryTaken> {
    const taken = await this.commands.execute(new ReceiveDelivery(delivery));
    return taken.status === 'ignored'
      ? { success: true, ...taken }
      : { success: true, status: taken.status, deliveryId: taken.deliveryId };
  }
}
