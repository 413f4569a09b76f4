import { type EventStore, load } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { SecretStore } from '@assay/secrets';
import type { TargetGuard } from '@assay/targets';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '../channel';
import { webhookEndpointsStream } from '../domain/webhook-endpoint-events';
import { signingSecrets, webhookEndpoints, webhookSecretName } from '../domain/webhook-endpoints';
import { postMessage } from './post-message';
import { webhookHeaders } from './webhook-signature';

/** The kind of notifications that go to the webhooks of an organization. */
export const WEBHOOK = 'webhook';
/** By which a receiver says that it wants no further message. */
const GONE = 410;

/**
 * Sends messages to the webhooks of an organization, signed by the Standard Webhooks specification. The destination is
 * the webhook's id. A receiver that refuses may be repaired, so each failure is tried again. Only an answer of 410 is
 * `failed` at once: the reactor `disable-webhooks` counts on that.
 */
export class WebhookChannel implements Channel {
  readonly kind = WEBHOOK;

  constructor(
    private readonly options: {
      readonly events: EventStore;
      readonly secrets: SecretStore;
      readonly guard: TargetGuard;
      readonly clock: Clock;
      /** Milliseconds that a receiver has to answer. */
      readonly time?: number;
    },
  ) {}

  /** @throws SecretUnreadable, InfrastructureError */
  async deliver(
    { id, organizationId, destination, content }: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const { events, secrets, guard, clock, time } = this.options;
    const { state } = await load(events, webhookEndpointsStream(organizationId), webhookEndpoints);
    const endpoint = state.get(destination);
    if (!endpoint) return { kind: 'skipped', reason: 'the webhook was deleted' };
    if (!endpoint.enabled) return { kind: 'skipped', reason: 'the webhook is disabled' };
    const at = clock.now();
    const keys: string[] = [];
    for (const secretId of signingSecrets(endpoint, at.toISOString())) {
      const secret = await secrets.get({ organizationId, name: webhookSecretName(endpoint.id, secretId) });
      if (secret !== undefined) keys.push(secret);
      else if (secretId === endpoint.secretId)
        return { kind: 'retry', reason: 'the secret of the webhook is not in the secret store' };
    }
    const body = JSON.stringify(content);
    const headers = webhookHeaders({ id, body, at }, keys);
    const mayChange = (status: number) => status !== GONE;
    const outcome = await postMessage({ url: endpoint.url, body, headers, guard, clock, signal, time, mayChange });
    if (outcome.kind !== 'failed' || outcome.reason === `answered ${GONE}`) return outcome;
    // The name of the address may lead elsewhere tomorrow.
    return { kind: 'retry', reason: outcome.reason };
  }
}
