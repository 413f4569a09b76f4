import { type Fact, type Model, TIER_IDS, type TierId, isTierId, passedOver, refused } from '@assay/kernel';

export type OrganizationEvent =
  | Fact<
      'OrganizationCreated',
      { readonly organizationId: string; readonly name: string; readonly tier: TierId; readonly at: string }
    >
  | OrganizationTierChanged;

export type OrganizationTierChanged = Fact<
  'OrganizationTierChanged',
  { readonly organizationId: string; readonly tier: TierId; readonly at: string }
>;

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly tier: TierId;
  /** ISO 8601 */
  readonly createdAt: string;
}

/** A fact of a type that it does not know is passed over. */
export const organization: Model<Organization | undefined, OrganizationEvent> = {
  initial: undefined,
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'OrganizationCreated':
        return { id: data.organizationId, name: data.name, tier: data.tier, createdAt: data.at };
      case 'OrganizationTierChanged':
        return state && { ...state, tier: data.tier };
      default:
        return passedOver(state, event);
    }
  },
};

export const organizationStream = (organizationId: string): string => `organization-${organizationId}`;

interface NewOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly tier: string;
  readonly at: string;
}

/**
 * @throws RefusedError VALIDATION_ERROR for an empty or long name or an unknown tier; CONFLICT when another
 * organization has the id
 */
export function createOrganization(command: NewOrganization, state: Organization | undefined): OrganizationEvent[] {
  const name = command.name.trim();
  const { organizationId, tier, at } = command;
  if (name.length === 0 || name.length > 200)
    refused('VALIDATION_ERROR', 'name must have 1 to 200 characters', [
      { field: 'name', message: 'must have 1 to 200 characters' },
    ]);
  if (!isTierId(tier))
    return refused('VALIDATION_ERROR', `unknown tier ${tier}`, [
      { field: 'tier', message: `must be one of ${TIER_IDS.join(', ')}` },
    ]);
  if (state === undefined) return [{ type: 'OrganizationCreated', data: { organizationId, name, tier, at } }];
  if (state.name === name && state.tier === tier) return [];
  return refused('CONFLICT', `organization ${organizationId} exists already`);
}

/** @throws RefusedError ORGANIZATION_NOT_FOUND, or VALIDATION_ERROR for an unknown tier */
export function changeTier(
  command: { readonly tier: string; readonly at: string },
  state: Organization | undefined,
): OrganizationEvent[] {
  const { tier, at } = command;
  if (!isTierId(tier))
    return refused('VALIDATION_ERROR', `unknown tier ${tier}`, [
      { field: 'tier', message: `must be one of ${TIER_IDS.join(', ')}` },
    ]);
  if (state === undefined) return refused('ORGANIZATION_NOT_FOUND', 'Organization not found');
  return state.tier === tier ? [] : [{ type: 'OrganizationTierChanged', data: { organizationId: state.id, tier, at } }];
}
