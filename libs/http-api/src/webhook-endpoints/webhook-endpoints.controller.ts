import type { Authenticated } from '@assay/identity';
import { refused } from '@assay/kernel';
import {
  ChangeWebhook,
  CreateWebhook,
  DeleteWebhook,
  ListDeliveries,
  ListWebhooks,
  PingWebhook,
  RotateWebhookSecret,
  WEBHOOK,
  notificationDocuments,
} from '@assay/notifications';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { offsetOf } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { deliveryView } from '../notifications/delivery-view';
import { DeliveriesByStatusDto } from '../notifications/notifications.dto';
import { DeliveryList } from '../notifications/notifications.responses';
import { Answers, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { ChangeWebhookDto, CreateWebhookDto } from './webhook-endpoints.dto';
import { WebhookAnswer, WebhookList, WebhookPinged, WebhookSecretAnswer } from './webhook-endpoints.responses';

@ApiTags('settings')
@Controller('api/settings/webhooks')
export class WebhookEndpointsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({ summary: 'List webhooks', description: 'To which the events of the organization are sent.' })
  @Answers(200, WebhookList, 'All of them, newest first, never their secrets.')
  @Get()
  @Requires('settings:read')
  async list(@Caller() { organizationId }: Authenticated): Promise<WebhookList> {
    return { webhooks: await this.queries.execute(new ListWebhooks({ organizationId })) };
  }

  @ApiOperation({
    summary: 'Create a webhook',
    description:
      'Events from now on are sent to it, signed by the Standard Webhooks specification: see `webhooks` in this ' +
      'document, and docs/webhooks.md. The answer holds the secret, this one time. The address is contacted through ' +
      'the guard that targets are, too, and no redirect is followed.',
  })
  @Answers(201, WebhookSecretAnswer, 'The new webhook, and its secret.')
  @Refuses('TARGET_NOT_ALLOWED', 'WEBHOOK_LIMIT_REACHED')
  @Post()
  @Requires('settings:write')
  @HoldsSecrets({ answer: ['secret'] })
  create(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { url, description = null, events = null, enabled }: CreateWebhookDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<WebhookSecretAnswer> {
    const fields = { url, description, events: events && [...new Set(events)], enabled };
    return this.commands.execute(new CreateWebhook({ organizationId, fields, by: keyId, seed }));
  }

  @ApiOperation({ summary: 'Get a webhook' })
  @Answers(200, WebhookAnswer, 'The webhook.')
  @Refuses('WEBHOOK_NOT_FOUND')
  @Get(':webhookId')
  @Requires('settings:read')
  async get(
    @Caller() { organizationId }: Authenticated,
    @Param('webhookId') webhookId: string,
  ): Promise<WebhookAnswer> {
    return { webhook: await this.find(organizationId, webhookId) };
  }

  @ApiOperation({
    summary: 'Change a webhook',
    description: 'A field that is missing stays as it is. What waits to be delivered goes to the new address.',
  })
  @Answers(200, WebhookAnswer, 'The webhook as it is now.')
  @Refuses('WEBHOOK_NOT_FOUND', 'TARGET_NOT_ALLOWED')
  @Patch(':webhookId')
  @Requires('settings:write')
  async change(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('webhookId') webhookId: string,
    @Body() { url, description, events, enabled }: ChangeWebhookDto,
  ): Promise<WebhookAnswer> {
    const fields = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: events && [...new Set(events)] }),
      ...(enabled !== undefined && { enabled }),
    };
    const command = new ChangeWebhook({ organizationId, webhookId, fields, by: keyId });
    return { webhook: await this.commands.execute(command) };
  }

  @ApiOperation({
    summary: 'Rotate the secret of a webhook',
    description:
      'The answer holds the new secret, this one time. For 24 hours messages are signed by the one before, too; ' +
      'another rotation within that time ends it at once.',
  })
  @Answers(200, WebhookSecretAnswer, 'The webhook, and its new secret.')
  @Refuses('WEBHOOK_NOT_FOUND')
  @Post(':webhookId/rotate-secret')
  @HttpCode(200)
  @Requires('settings:write')
  @HoldsSecrets({ answer: ['secret'] })
  rotate(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('webhookId') webhookId: string,
    @RequestSeed() seed: string | undefined,
  ): Promise<WebhookSecretAnswer> {
    return this.commands.execute(new RotateWebhookSecret({ organizationId, webhookId, by: keyId, seed }));
  }

  @ApiOperation({ summary: 'Try a webhook', description: 'Sends it a message of the type `ping`.' })
  @Answers(202, WebhookPinged, 'It will be delivered.')
  @Refuses('WEBHOOK_NOT_FOUND', 'CONFLICT')
  @Post(':webhookId/ping')
  @HttpCode(202)
  @Requires('settings:write')
  async ping(
    @Caller() { organizationId }: Authenticated,
    @Param('webhookId') webhookId: string,
    @RequestSeed() seed: string | undefined,
  ): Promise<WebhookPinged> {
    const command = new PingWebhook({ organizationId, webhookId, seed });
    const { deliveryId, position } = await this.commands.execute(command);
    if (position !== undefined) await this.readYourWrites.reached(position, [notificationDocuments]);
    return { success: true, deliveryId };
  }

  @ApiOperation({
    summary: 'What was sent to a webhook, and what is to be sent',
    description: 'Newest first. `POST /api/settings/notifications/deliveries/{deliveryId}/redeliver` sends one again.',
  })
  @Answers(200, DeliveryList, 'A page of deliveries, with their attempts.')
  @Refuses('WEBHOOK_NOT_FOUND')
  @Get(':webhookId/deliveries')
  @Requires('settings:read')
  async deliveries(
    @Caller() { organizationId }: Authenticated,
    @Param('webhookId') webhookId: string,
    @Query() { status, ...paging }: DeliveriesByStatusDto,
  ): Promise<DeliveryList> {
    await this.find(organizationId, webhookId);
    const { limit } = paging;
    const offset = offsetOf(paging);
    const { deliveries, total } = await this.queries.execute(
      new ListDeliveries({ organizationId, channel: WEBHOOK, destination: webhookId, status, limit, offset }),
    );
    return { deliveries: deliveries.map(deliveryView), pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'Delete a webhook',
    description: 'Nothing is sent to it any more, also not what waits to be delivered. Its secrets are gone.',
  })
  @Answers(200, Done, 'It is deleted.')
  @Refuses('WEBHOOK_NOT_FOUND')
  @Delete(':webhookId')
  @Requires('settings:write')
  async delete(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('webhookId') webhookId: string,
  ): Promise<Done> {
    await this.commands.execute(new DeleteWebhook({ organizationId, webhookId, by: keyId }));
    return { success: true, message: 'The webhook is deleted.' };
  }

  private async find(organizationId: string, webhookId: string) {
    const webhooks = await this.queries.execute(new ListWebhooks({ organizationId }));
    const found = webhooks.find(({ id }) => id === webhookId);
    return found ?? refused('WEBHOOK_NOT_FOUND', 'There is no webhook of this id');
  }
}
