import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, deterministicId, timestamp } from '@assay/kernel';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newWebhookSecret } from '../../channels/webhook-signature';
import { webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import {
  keptSecrets,
  requireEndpoint,
  rotateSecret,
  webhookEndpoints,
  webhookSecretName,
} from '../../domain/webhook-endpoints';
import { webhookView } from '../../queries/list-webhooks/webhook-view';
import type { WebhookWithSecret } from '../create-webhook/create-webhook';

/** Gives a webhook a new secret; the one before signs for another 24 hours. Refused: WEBHOOK_NOT_FOUND. */
export class RotateWebhookSecret extends Command<WebhookWithSecret> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly webhookId: string;
      readonly by: string;
      /** The same value for every try of the same request, so that it is recorded only once. */
      readonly seed?: string | undefined;
    },
  ) {
    super();
  }
}

/** A secret is stored before the event that names it, and removed after the event by which it stops signing. */
@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ input }: RotateWebhookSecret): Promise<WebhookWithSecret> {
    const { organizationId, webhookId, by, seed } = input;
    const stream = webhookEndpointsStream(organizationId);
    requireEndpoint((await load(this.events, stream, webhookEndpoints)).state, webhookId);
    const secretId = seed === undefined ? this.ids.next('sec') : deterministicId('sec', seed);
    const secret = newWebhookSecret();
    const nameOf = (id: string) => ({ organizationId, name: webhookSecretName(webhookId, id) });
    await this.secrets.put(nameOf(secretId), secret);
    const at = timestamp(this.clock);
    let before: readonly string[] = [];
    const { state } = await decide(this.events, stream, webhookEndpoints, (current) => {
      before = keptSecrets(requireEndpoint(current, webhookId));
      return rotateSecret({ organizationId, endpointId: webhookId, secretId, by, at }, current);
    });
    const endpoint = requireEndpoint(state, webhookId);
    const kept = new Set(keptSecrets(endpoint));
    for (const id of before) if (!kept.has(id)) await this.secrets.remove(nameOf(id));
    return { webhook: webhookView(endpoint, at), secret };
  }
}
