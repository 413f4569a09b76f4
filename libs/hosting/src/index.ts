export { ReceiveDelivery } from './commands/receive-delivery/receive-delivery';
export { forgetDeliveries } from './forget-deliveries';
export { HostingModule } from './hosting.module';
export { FindWebhook } from './queries/find-webhook/find-webhook';
export { GetWebhookToken } from './queries/get-webhook-token/get-webhook-token';
export { followDeliveries } from './reactors/follow-deliveries.reactor';
export { HEADERS, type Webhook } from './webhook';
