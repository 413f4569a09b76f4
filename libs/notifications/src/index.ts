export type { Channel, DeliveryOutcome, OutgoingMessage } from './channel';
export { ChatChannelDelivery } from './channels/chat-channel';
export { retryAfter } from './channels/retry-after';
export { EmailChannel } from './channels/email-channel';
export { Redeliver } from './commands/redeliver/redeliver';
export { SetChatChannel } from './commands/set-chat-channel/set-chat-channel';
export { Dispatcher, type OutboxStatus } from './dispatching/dispatcher';
export {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  notificationOfStream,
} from './domain/notification-events';
export {
  TURNS_KEPT,
  type VerdictGiven as VerdictGivenFact,
  type VerdictTurns,
  turnOf,
  turnsIdOf,
} from './domain/verdict-news';
export { NotificationsModule } from './notifications.module';
export { Outbox, type Telling } from './outbox';
export {
  ATTEMPTS_SHOWN,
  type AttemptView,
  NOTIFICATION_STATUSES,
  type NotificationDocument,
  type NotificationStatus,
  notificationDocuments,
} from './queries/documents';
export { OUTGOING_GUARD } from './outgoing-guard';
export { ListDeliveries } from './queries/list-deliveries/list-deliveries';
export { GetNotificationSettings } from './queries/notification-settings/notification-settings';
export { verdictTurnDocuments } from './queries/verdict-turns';
export { tellVerdicts } from './reactors/tell-verdicts.reactor';
export { wakeDispatcher } from './reactors/wake-dispatcher.reactor';
