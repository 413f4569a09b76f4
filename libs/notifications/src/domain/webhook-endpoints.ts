import { type Model, passedOver, refused } from '@assay/kernel';
import type { WebhookEndpointEvent, WebhookEndpointFields } from './webhook-endpoint-events';

/** An address that an organization has its events sent to. */
export interface WebhookEndpoint extends WebhookEndpointFields {
  readonly id: string;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Since when this address has been in use without a break: earlier failures say nothing about it. */
  readonly since: string;
  /** Why it was disabled by itself; null if it was not. */
  readonly disabled: { readonly at: string; readonly reason: string } | null;
  readonly secretId: string;
  /** The secret before the last rotation, and until when it signs, too. */
  readonly previous: { readonly secretId: string; readonly until: string } | null;
}

/** By id, the oldest first. */
export type WebhookEndpoints = ReadonlyMap<string, WebhookEndpoint>;

/** A fact of a type that it does not know is passed over. */
export const webhookEndpoints: Model<WebhookEndpoints, WebhookEndpointEvent> = {
  initial: new Map(),
  evolve(state, event) {
    const before = state.get(event.data.endpointId);
    const after =
      event.type === 'WebhookEndpointCreated' ? created(event.data) : before && endpointAfter(before, event);
    if (after === before) return state;
    const next = new Map(state);
    if (after) next.set(after.id, after);
    else next.delete(event.data.endpointId);
    return next;
  },
};

function created({ endpointId: id, at, organizationId: _, by: __, ...given }: CreatedData): WebhookEndpoint {
  return { id, ...given, createdAt: at, changedAt: at, since: at, disabled: null, previous: null };
}

type CreatedData = Of<'WebhookEndpointCreated'>['data'];
type Of<Type extends WebhookEndpointEvent['type']> = Extract<WebhookEndpointEvent, { readonly type: Type }>;

/** Undefined if it is deleted. */
function endpointAfter(
  endpoint: WebhookEndpoint,
  event: Exclude<WebhookEndpointEvent, Of<'WebhookEndpointCreated'>>,
): WebhookEndpoint | undefined {
  switch (event.type) {
    case 'WebhookEndpointChanged':
      return changed(endpoint, event.data);
    case 'WebhookSecretRotated': {
      const { secretId, previousUntil: until, at } = event.data;
      return { ...endpoint, secretId, previous: { secretId: endpoint.secretId, until }, changedAt: at };
    }
    case 'WebhookEndpointDisabled': {
      const { reason, at } = event.data;
      return { ...endpoint, enabled: false, disabled: { at, reason } };
    }
    case 'WebhookEndpointDeleted':
      return undefined;
    default:
      return passedOver(endpoint, event);
  }
}

function changed(endpoint: WebhookEndpoint, data: Of<'WebhookEndpointChanged'>['data']): WebhookEndpoint {
  const { organizationId: _, endpointId: __, by: ___, at, ...fields } = data;
  const next = { ...endpoint, ...fields, changedAt: at };
  const isAnew = next.enabled && (!endpoint.enabled || next.url !== endpoint.url);
  return { ...next, ...(isAnew && { since: at, disabled: null }) };
}

/** Endpoints that an organization has at most. */
export const MAX_WEBHOOK_ENDPOINTS = 20;
/** Milliseconds that a secret signs beside the one that replaces it. */
const ROTATION = 24 * 3_600_000;

/** @throws RefusedError WEBHOOK_NOT_FOUND */
export function requireEndpoint(state: WebhookEndpoints, endpointId: string): WebhookEndpoint {
  return state.get(endpointId) ?? refused('WEBHOOK_NOT_FOUND', 'There is no webhook of this id');
}

/** No event if the same request has created it before. @throws RefusedError WEBHOOK_LIMIT_REACHED */
export function createEndpoint(data: CreatedData, state: WebhookEndpoints): WebhookEndpointEvent[] {
  if (state.has(data.endpointId)) return [];
  if (state.size >= MAX_WEBHOOK_ENDPOINTS)
    refused('WEBHOOK_LIMIT_REACHED', `An organization has at most ${MAX_WEBHOOK_ENDPOINTS} webhooks`);
  return [{ type: 'WebhookEndpointCreated', data }];
}

/** No event if nothing changes. @throws RefusedError WEBHOOK_NOT_FOUND */
export function changeEndpoint(
  { fields, ...about }: Of<'WebhookEndpointDeleted'>['data'] & { readonly fields: Partial<WebhookEndpointFields> },
  state: WebhookEndpoints,
): WebhookEndpointEvent[] {
  const endpoint = requireEndpoint(state, about.endpointId);
  const different = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(endpoint[name as keyof WebhookEndpointFields]),
  );
  if (different.length === 0) return [];
  return [{ type: 'WebhookEndpointChanged', data: { ...about, ...Object.fromEntries(different) } }];
}

/**
 * Gives an endpoint a new secret. The previous one signs for another day; one that still signed from an earlier
 * rotation ends at once. No event if the same request has rotated it before.
 * @throws RefusedError WEBHOOK_NOT_FOUND
 */
export function rotateSecret(
  data: Omit<Of<'WebhookSecretRotated'>['data'], 'previousUntil'>,
  state: WebhookEndpoints,
): WebhookEndpointEvent[] {
  const { secretId, previous } = requireEndpoint(state, data.endpointId);
  if (secretId === data.secretId || previous?.secretId === data.secretId) return [];
  const previousUntil = new Date(Date.parse(data.at) + ROTATION).toISOString();
  return [{ type: 'WebhookSecretRotated', data: { ...data, previousUntil } }];
}

/** @throws RefusedError WEBHOOK_NOT_FOUND */
export function deleteEndpoint(
  data: Of<'WebhookEndpointDeleted'>['data'],
  state: WebhookEndpoints,
): WebhookEndpointEvent[] {
  requireEndpoint(state, data.endpointId);
  return [{ type: 'WebhookEndpointDeleted', data }];
}

/**
 * Disables an endpoint that has failed since a time. No event if it is deleted or disabled, or if it was enabled or got
 * another address since.
 */
export function disableEndpoint(
  { failingSince, ...data }: Of<'WebhookEndpointDisabled'>['data'] & { readonly failingSince: string },
  state: WebhookEndpoints,
): WebhookEndpointEvent[] {
  const endpoint = state.get(data.endpointId);
  if (!endpoint?.enabled || endpoint.since > failingSince) return [];
  return [{ type: 'WebhookEndpointDisabled', data }];
}

/** The ids under which the secrets are kept that sign at a time: the newest first. */
export const signingSecrets = ({ secretId, previous }: WebhookEndpoint, at: string): string[] =>
  previous !== null && previous.until > at ? [secretId, previous.secretId] : [secretId];

/** The ids under which an endpoint's secrets are kept, also of one that does not sign any more. */
export const keptSecrets = ({ secretId, previous }: WebhookEndpoint): string[] =>
  previous === null ? [secretId] : [secretId, previous.secretId];

/** The name of a secret in the secret store. */
export const webhookSecretName = (endpointId: string, secretId: string): string => `webhook/${endpointId}/${secretId}`;
