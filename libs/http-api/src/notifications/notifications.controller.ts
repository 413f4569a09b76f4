import type { Authenticated } from '@assay/identity';
import {
  CHAT_CHANNEL_NAME,
  GetNotificationSettings,
  ListDeliveries,
  Redeliver,
  SetChatChannel,
  SetNoticeReceivers,
  notificationDocuments,
} from '@assay/notifications';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { offsetOf } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { deliveryView } from './delivery-view';
import { DeliveriesDto, SetChatChannelDto, SetNoticeReceiversDto } from './notifications.dto';
import { ChatChannelSet, DeliveryList, NoticeReceiversSet, NotificationSettings } from './notifications.responses';

@ApiTags('settings')
@Controller('api/settings/notifications')
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({
    summary: 'How automations can tell somebody',
    description: 'The chat channels that are set, and whether this service sends mail.',
  })
  @Answers(200, NotificationSettings, 'The channels, never their addresses.')
  @Get()
  @Requires('settings:read')
  settings(@Caller() { organizationId }: Authenticated): Promise<NotificationSettings> {
    return this.queries.execute(new GetNotificationSettings({ organizationId }));
  }

  @ApiOperation({
    summary: 'Set a chat channel',
    description:
      'Where messages go that automations send to a channel of this name. The address is contacted through the guard ' +
      'that targets are, too, and no redirect is followed.',
  })
  @ApiParam({
    name: 'channel',
    description: 'Its name: 1 to 80 characters; a number sign before it is left out.',
    schema: { type: 'string', pattern: CHAT_CHANNEL_NAME.pattern.source },
  })
  @Answers(200, ChatChannelSet, 'The channel as it is now.')
  @Refuses('TARGET_NOT_ALLOWED', 'CHAT_CHANNEL_LIMIT_REACHED', 'CHAT_CHANNEL_NOT_FOUND')
  @Post('chat/:channel')
  @HttpCode(200)
  @Requires('settings:write')
  @HoldsSecrets({ body: true })
  async setChat(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('channel') channel: string,
    @Body() { webhookUrl }: SetChatChannelDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<ChatChannelSet> {
    const command = new SetChatChannel({ organizationId, channel, webhookUrl, by: keyId, seed });
    return { success: true, channel: await this.commands.execute(command) };
  }

  @ApiOperation({
    summary: 'Say who is told of what concerns the organization',
    description:
      'Automatic top-ups that turned themselves off, and webhooks that were disabled. A field that is missing stays ' +
      'as it is.',
  })
  @Answers(200, NoticeReceiversSet, 'Who is told from now on.')
  @Post('notices')
  @HttpCode(200)
  @Requires('settings:write')
  async setNotices(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { chat, email }: SetNoticeReceiversDto,
  ): Promise<NoticeReceiversSet> {
    const command = new SetNoticeReceivers({ organizationId, chat, email, by: keyId });
    return { success: true, notices: await this.commands.execute(command) };
  }

  @ApiOperation({ summary: 'What was told, and what is to be told', description: 'Newest first.' })
  @Answers(200, DeliveryList, 'A page of deliveries, with their attempts.')
  @Get('deliveries')
  @Requires('settings:read')
  async deliveries(
    @Caller() { organizationId }: Authenticated,
    @Query() { channel, status, ...paging }: DeliveriesDto,
  ): Promise<DeliveryList> {
    const { limit } = paging;
    const offset = offsetOf(paging);
    const { deliveries, total } = await this.queries.execute(
      new ListDeliveries({ organizationId, channel, status, limit, offset }),
    );
    return { deliveries: deliveries.map(deliveryView), pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'Deliver something again',
    description: 'Under the same id. Nothing changes where it is still to be delivered.',
  })
  @Answers(202, Done, 'It will be delivered again.')
  @Refuses('DELIVERY_NOT_FOUND')
  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  @Requires('settings:write')
  async redeliver(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('deliveryId') deliveryId: string,
  ): Promise<Done> {
    const { position } = await this.commands.execute(new Redeliver({ organizationId, deliveryId, by: keyId }));
    if (position !== undefined) await this.readYourWrites.reached(position, [notificationDocuments]);
    return { success: true, message: 'It is delivered again under the same id.' };
  }
}
