import type { WebhookEndpoint } from '../../domain/webhook-endpoints';

/** A webhook as its organization sees it: never its secrets. */
export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[] | null;
  readonly enabled: boolean;
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Until when the secret before the last rotation signs, too; null if none does. */
  readonly previousSecretUntil: string | null;
}

/** @param now ISO 8601 UTC */
export function webhookView(endpoint: WebhookEndpoint, now: string): WebhookView {
  const { id, url, description, events, enabled, disabled, createdAt, changedAt, previous } = endpoint;
  return {
    id,
    url,
    description,
    events,
    enabled,
    disabledAt: disabled?.at ?? null,
    disabledReason: disabled?.reason ?? null,
    createdAt,
    changedAt,
    previousSecretUntil: previous !== null && previous.until > now ? previous.until : null,
  };
}
