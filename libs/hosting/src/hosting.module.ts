import { Module } from '@nestjs/common';
import { ReceiveDeliveryHandler } from './commands/receive-delivery/receive-delivery';
import { FindWebhookHandler } from './queries/find-webhook/find-webhook';
import { GetWebhookTokenHandler } from './queries/get-webhook-token/get-webhook-token';

/** Needs EVENT_STORE, SECRET_STORE and CLOCK from a global module. */
@Module({ providers: [ReceiveDeliveryHandler, FindWebhookHandler, GetWebhookTokenHandler] })
export class HostingModule {}
