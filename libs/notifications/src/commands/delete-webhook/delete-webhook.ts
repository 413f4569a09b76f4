import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import {
  deleteEndpoint,
  keptSecrets,
  requireEndpoint,
  webhookEndpoints,
  webhookSecretName,
} from '../../domain/webhook-endpoints';

/** Sends nothing to a webhook any more, also not what waits. Refused: WEBHOOK_NOT_FOUND. */
export class DeleteWebhook extends Command<void> {
  constructor(readonly input: { readonly organizationId: string; readonly webhookId: string; readonly by: string }) {
    super();
  }
}

/** The secrets are removed after the event: a crash between the two leaves files that nothing reads. */
@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId, webhookId, by } }: DeleteWebhook): Promise<void> {
    let kept: readonly string[] = [];
    await decide(this.events, webhookEndpointsStream(organizationId), webhookEndpoints, (current) => {
      kept = keptSecrets(requireEndpoint(current, webhookId));
      return deleteEndpoint({ organizationId, endpointId: webhookId, by, at: timestamp(this.clock) }, current);
    });
    for (const id of kept) await this.secrets.remove({ organizationId, name: webhookSecretName(webhookId, id) });
  }
}
