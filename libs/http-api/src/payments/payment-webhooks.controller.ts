import { ReceivePaymentEvent } from '@assay/billing';
import { Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/api-key.guard';
import { ReceivedBody } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { Property, described, flag } from '../openapi/property';

class EventReceived {
  @Property(described(flag, 'Whether it is about a purchase of this service; others are left alone.'))
  received!: boolean;
}

/** News that a payment provider sends by itself. */
@ApiTags('billing')
@Controller('api/webhooks/payments')
@Public()
export class PaymentWebhooksController {
  constructor(private readonly commands: CommandBus) {}

  @ApiOperation({
    summary: 'Take an event of Stripe',
    description:
      'Set this address as an endpoint for webhooks at Stripe. ' +
      'The same event again, late or out of order, changes nothing that it has not changed yet.',
  })
  @ApiHeader({ name: 'Stripe-Signature', required: true, description: 'Made at most five minutes ago.' })
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @Answers(200, EventReceived, 'What follows from it is recorded, if anything does.')
  @Refuses('INVALID_SIGNATURE')
  @RouteConfig({ rawBody: true })
  @Post('stripe')
  @HttpCode(200)
  async stripe(
    @ReceivedBody() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<EventReceived> {
    const { isOurs } = await this.commands.execute(
      new ReceivePaymentEvent({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature }),
    );
    return { received: isOurs };
  }
}
