import type { EventStore } from '@assay/event-store';
import { sha256Hex } from '@assay/kernel';
import { organizationStream } from '@assay/identity';
import { timingSafeEqual } from 'node:crypto';

const TOKEN = /^(org_[A-Za-z0-9_-]{1,64})-([0-9a-f]{32})$/;

/**
 * The part of an address by which a host's delivery names the organization. It ends in a digest derived from the random
 * id of the organization's first event, which is never shown: the organization's id alone is not enough to send bodies
 * there. Nothing has to be stored for it, and all processes on one log agree on it.
 *
 * @returns undefined for an organization that does not exist
 */
export async function webhookTokenOf(events: EventStore, organizationId: string): Promise<string | undefined> {
  for await (const { id } of events.readStream(organizationStream(organizationId), { limit: 1 }))
    return `${organizationId}-${sha256Hex(`webhooks of hosts/${id}`).slice(0, 32)}`;
  return undefined;
}

/** The organization that a token names; undefined if it is no token of any. */
export async function organizationOfToken(events: EventStore, token: string): Promise<string | undefined> {
  const [, organizationId] = TOKEN.exec(token) ?? [];
  if (organizationId === undefined) return undefined;
  const expected = await webhookTokenOf(events, organizationId);
  return expected !== undefined && expected.length === token.length && isSame(expected, token)
    ? organizationId
    : undefined;
}

/** In a time that says nothing of where they differ. Both have the same length. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
