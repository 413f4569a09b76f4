import type { NotificationCause } from './domain/notification-events';

/** The message that a channel delivers. Everything but the number of the attempt is the same at every attempt. */
export interface OutgoingMessage {
  /** The same at every attempt, so that a receiver can tell a repetition: `ntf_…`. */
  readonly id: string;
  readonly organizationId: string;
  /** Whom it is for, in the channel's own terms: a webhook's id, the name of a chat channel. Never a secret. */
  readonly destination: string;
  /** The kind of message: `scan.completed`. */
  readonly topic: string;
  readonly cause: NotificationCause;
  /** As it was given to the outbox: plain JSON. */
  readonly content: unknown;
  /** ISO 8601 UTC: when it was put into the outbox, or asked for again. */
  readonly requestedAt: string;
  /** From 1. */
  readonly attempt: number;
}

/** How an attempt ended. A reason is shown to the organization: it must hold no secret. */
export type DeliveryOutcome =
  /** The receiver took it. The detail says how it answered. */
  | { readonly kind: 'delivered'; readonly detail?: string }
  /** It may work later: in `after` milliseconds at the earliest, where the receiver said so. */
  | { readonly kind: 'retry'; readonly reason: string; readonly after?: number | undefined }
  /** No later attempt would work. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** There is nothing to deliver, or nowhere to deliver it to. */
  | { readonly kind: 'skipped'; readonly reason: string };

/** A way to deliver notifications. One is registered for each kind. */
export interface Channel {
  /** kebab-case, stored with each notification: never change it. */
  readonly kind: string;
  /**
   * Delivers once. An error that it throws counts as `retry`, and only the operator gets to know it. It must end soon
   * after the signal aborts; at the dispatcher's time limit it is not waited for any longer.
   */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome>;
}
