export type { Channel, DeliveryOutcome, OutgoingMessage } from './channel';
export { ChatChannelDelivery } from './channels/chat-channel';
export { retryAfter } from './channels/retry-after';
export { EmailChannel } from './channels/email-channel';
export { WEBHOOK, WebhookChannel } from './channels/webhook-channel';
export { ChangeWebhook } from './commands/change-webhook/change-webhook';
export { CreateWebhook } from './commands/create-webhook/create-webhook';
export { DeleteWebhook } from './commands/delete-webhook/delete-webhook';
export { PingWebhook } from './commands/ping-webhook/ping-webhook';
export { Redeliver } from './commands/redeliver/redeliver';
export { RotateWebhookSecret } from './commands/rotate-webhook-secret/rotate-webhook-secret';
export { SetChatChannel } from './commands/set-chat-channel/set-chat-channel';
export { SetNoticeReceivers } from './commands/set-notice-receivers/set-notice-receivers';
export { Dispatcher, type OutboxStatus } from './dispatching/dispatcher';
export { CHAT_CHANNEL_NAME } from './domain/chat-channels';
export {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  notificationOfStream,
} from './domain/notification-events';
export {
  type GivenVerdict as VerdictGivenFact,
  type VerdictTurns,
  turnsIdOf,
  withTurn,
} from './domain/verdict-news';
export { WEBHOOK_TOPICS, type WebhookTopic } from './domain/webhook-messages';
export { forgetNotifications } from './forget-notifications';
export { NotificationsModule } from './notifications.module';
export { Outbox, type Telling } from './outbox';
export {
  ATTEMPTS_SHOWN,
  type AttemptView,
  NOTIFICATION_STATUSES,
  type NotificationDocument,
  type NotificationStatus,
  laneOf,
  notificationDocuments,
} from './queries/documents';
export { disableWebhooks } from './reactors/disable-webhooks.reactor';
export { OUTGOING_GUARD } from './outgoing-guard';
export { ListDeliveries } from './queries/list-deliveries/list-deliveries';
export { ListWebhooks } from './queries/list-webhooks/list-webhooks';
export { GetNotificationSettings } from './queries/notification-settings/notification-settings';
export { verdictTurnDocuments } from './queries/verdict-turns';
export { tellNotices } from './reactors/tell-notices.reactor';
export { tellVerdicts } from './reactors/tell-verdicts.reactor';
export { tellWebhooks } from './reactors/tell-webhooks.reactor';
export { wakeDispatcher } from './reactors/wake-dispatcher.reactor';
