import type { Fact } from '@assay/kernel';

/** The fields of an endpoint that its manager may change. */
export interface WebhookEndpointFields {
  /** Where messages are sent. It is shown to the organization, so it is no place for a secret. */
  readonly url: string;
  readonly description: string | null;
  /** The types of messages that are sent; null for all, also those of later releases. */
  readonly events: readonly string[] | null;
  readonly enabled: boolean;
}

interface About {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly at: string;
}

/** `by` is the API key that asked for it. No event has a secret: it names the id under which the store keeps one. */
interface Asked extends About {
  readonly by: string;
}

/** The events of a `webhook-endpoints-<organization>` stream (version 1). */
export type WebhookEndpointEvent =
  | Fact<'WebhookEndpointCreated', Asked & WebhookEndpointFields & { readonly secretId: string }>
  | Fact<'WebhookEndpointChanged', Asked & Partial<WebhookEndpointFields>>
  /** The secret before it signs, too, until then. */
  | Fact<'WebhookSecretRotated', Asked & { readonly secretId: string; readonly previousUntil: string }>
  | WebhookEndpointDisabled
  | Fact<'WebhookEndpointDeleted', Asked>;

/** Nothing is sent to it any more, because its receiver is gone or has failed for days. */
export type WebhookEndpointDisabled = Fact<
  'WebhookEndpointDisabled',
  About & {
    readonly reason: string;
    /** The delivery by which it was noticed. */
    readonly notificationId: string;
  }
>;

export const webhookEndpointsStream = (organizationId: string): string => `webhook-endpoints-${organizationId}`;
