import { SETTINGS } from '@assay/kernel';
import { Module } from '@nestjs/common';
import { RedeliverHandler } from './commands/redeliver/redeliver';
import { SetChatChannelHandler } from './commands/set-chat-channel/set-chat-channel';
import { OUTGOING_GUARD, outgoingGuard } from './outgoing-guard';
import { Outbox } from './outbox';
import { ListDeliveriesHandler } from './queries/list-deliveries/list-deliveries';
import { GetNotificationSettingsHandler } from './queries/notification-settings/notification-settings';

/** Needs EVENT_STORE, READ_MODELS, SECRET_STORE, SETTINGS, CLOCK and ID_SOURCE from a global module. */
@Module({
  providers: [
    Outbox,
    RedeliverHandler,
    SetChatChannelHandler,
    ListDeliveriesHandler,
    GetNotificationSettingsHandler,
    { provide: OUTGOING_GUARD, useFactory: outgoingGuard, inject: [SETTINGS] },
  ],
  exports: [Outbox, OUTGOING_GUARD],
})
export class NotificationsModule {}
