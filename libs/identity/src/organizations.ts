import { type EventStore, load } from '@assay/event-store';
import { refused } from '@assay/kernel';
import { type Organization, type OrganizationEvent, organization, organizationStream } from './domain/organization';

/**
 * An organization as its stream has it now: one or two events, read where a decision depends on its tier.
 *
 * @param before leaves out changes from this time on (ISO 8601)
 * @throws RefusedError ORGANIZATION_NOT_FOUND
 */
export async function loadOrganization(
  events: EventStore,
  organizationId: string,
  before?: string,
): Promise<Organization> {
  const { initial, evolve } = organization;
  const { state } = await load<Organization | undefined, OrganizationEvent>(
    events,
    organizationStream(organizationId),
    {
      initial,
      evolve: (known, event) =>
        known !== undefined && before !== undefined && event.data.at >= before ? known : evolve(known, event),
    },
  );
  return state ?? refused('ORGANIZATION_NOT_FOUND', 'Organization not found');
}
