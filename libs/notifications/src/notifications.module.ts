import { SETTINGS } from '@assay/kernel';
import { Module } from '@nestjs/common';
import { ChangeWebhookHandler } from './commands/change-webhook/change-webhook';
import { CreateWebhookHandler } from './commands/create-webhook/create-webhook';
import { DeleteWebhookHandler } from './commands/delete-webhook/delete-webhook';
import { PingWebhookHandler } from './commands/ping-webhook/ping-webhook';
import { RedeliverHandler } from './commands/redeliver/redeliver';
import { RotateWebhookSecretHandler } from './commands/rotate-webhook-secret/rotate-webhook-secret';
import { SetChatChannelHandler } from './commands/set-chat-channel/set-chat-channel';
import { SetNoticeReceiversHandler } from './commands/set-notice-receivers/set-notice-receivers';
import { OUTGOING_GUARD, outgoingGuard } from './outgoing-guard';
import { Outbox } from './outbox';
import { ListDeliveriesHandler } from './queries/list-deliveries/list-deliveries';
import { ListWebhooksHandler } from './queries/list-webhooks/list-webhooks';
import { GetNotificationSettingsHandler } from './queries/notification-settings/notification-settings';

/** Needs EVENT_STORE, READ_MODELS, SECRET_STORE, SETTINGS, CLOCK and ID_SOURCE from a global module. */
@Module({
  providers: [
    Outbox,
    RedeliverHandler,
    SetChatChannelHandler,
    SetNoticeReceiversHandler,
    CreateWebhookHandler,
    ChangeWebhookHandler,
    RotateWebhookSecretHandler,
    DeleteWebhookHandler,
    PingWebhookHandler,
    ListWebhooksHandler,
    ListDeliveriesHandler,
    GetNotificationSettingsHandler,
    { provide: OUTGOING_GUARD, useFactory: outgoingGuard, inject: [SETTINGS] },
  ],
  exports: [Outbox, OUTGOING_GUARD],
})
export class NotificationsModule {}
