import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, RefusedError, deterministicId, timestamp } from '@assay/kernel';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import type { TargetGuard } from '@assay/targets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newWebhookSecret } from '../../channels/webhook-signature';
import { type WebhookEndpointFields, webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import { createEndpoint, requireEndpoint, webhookEndpoints, webhookSecretName } from '../../domain/webhook-endpoints';
import { requireAllowedAddress } from '../../require-allowed-address';
import { OUTGOING_GUARD } from '../../outgoing-guard';
import { type WebhookView, webhookView } from '../../queries/list-webhooks/webhook-view';

/** A webhook with the secret that it was given just now, which nobody is shown again. */
export interface WebhookWithSecret {
  readonly webhook: WebhookView;
  readonly secret: string;
}

/** Has an organization's events sent to an address. Refused: TARGET_NOT_ALLOWED, WEBHOOK_LIMIT_REACHED. */
export class CreateWebhook extends Command<WebhookWithSecret> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly fields: WebhookEndpointFields;
      /** The id of the API key that makes the request. */
      readonly by: string;
      /** The same value for every try of the same request, so that it is recorded only once. */
      readonly seed?: string | undefined;
    },
  ) {
    super();
  }
}

/**
 * The secret is stored before the event that names it. After a crash between the two, or before the answer, the same
 * request stores another secret in its place: nobody was shown the one before.
 */
@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(OUTGOING_GUARD) private readonly guard: TargetGuard,
  ) {}

  async execute({ input: { organizationId, fields, by, seed } }: CreateWebhook): Promise<WebhookWithSecret> {
    requireAllowedAddress(fields.url, this.guard);
    const idOf = (prefix: 'whk' | 'sec') =>
      seed === undefined ? this.ids.next(prefix) : deterministicId(prefix, seed);
    const [endpointId, secretId] = [idOf('whk'), idOf('sec')];
    const secret = newWebhookSecret();
    const name = webhookSecretName(endpointId, secretId);
    await this.secrets.put({ organizationId, name }, secret);
    const at = timestamp(this.clock);
    try {
      const { state } = await decide(this.events, webhookEndpointsStream(organizationId), webhookEndpoints, (current) =>
        createEndpoint({ organizationId, endpointId, ...fields, secretId, by, at }, current),
      );
      return { webhook: webhookView(requireEndpoint(state, endpointId), at), secret };
    } catch (error) {
      if (error instanceof RefusedError) await this.secrets.remove({ organizationId, name });
      throw error;
    }
  }
}
