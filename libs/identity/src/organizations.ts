import { type EventStore, decide, load } from '@assay/event-store';
import { refused } from '@assay/kernel';
import {
  type Organization,
  type OrganizationEvent,
  dueTier,
  organization,
  organizationStream,
} from './domain/organization';

/**
 * An organization as its stream has it now: a few events, read where a decision depends on its tier.
 *
 * @throws RefusedError ORGANIZATION_NOT_FOUND
 */
export async function loadOrganization(events: EventStore, organizationId: string): Promise<Organization> {
  const { state } = await load<Organization | undefined, OrganizationEvent>(
    events,
    organizationStream(organizationId),
    organization,
  );
  return state ?? refused('ORGANIZATION_NOT_FOUND', 'Organization not found');
}

/**
 * Records the change of the tier that was scheduled for a month which has begun by `now` (ISO 8601). It is decided from
 * the organization's stream: once, however often, late and in however many processes it is looked for.
 */
export async function changeDueTier(events: EventStore, organizationId: string, now: string): Promise<void> {
  await decide(events, organizationStream(organizationId), organization, (state) => dueTier(now, state));
}
