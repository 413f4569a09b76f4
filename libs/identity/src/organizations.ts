import { type EventStore, load } from '@assay/event-store';
import { refused } from '@assay/kernel';
import { type Organization, organization, organizationStream } from './domain/organization';

/**
 * An organization as its stream has it now: one or two events, read where a decision depends on its tier.
 *
 * @throws RefusedError ORGANIZATION_NOT_FOUND
 */
export async function loadOrganization(events: EventStore, organizationId: string): Promise<Organization> {
  const { state } = await load(events, organizationStream(organizationId), organization);
  return state ?? refused('ORGANIZATION_NOT_FOUND', 'Organization not found');
}
