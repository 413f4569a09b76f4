import {
  type Fact,
  type Microcredits,
  type Model,
  TIER_IDS,
  type TierId,
  isTierId,
  passedOver,
  refused,
} from '@assay/kernel';

export type OrganizationEvent =
  | Fact<
      'OrganizationCreated',
      { readonly organizationId: string; readonly name: string; readonly tier: TierId; readonly at: string }
    >
  | OrganizationTierChanged
  | OrganizationTierScheduled
  | OrganizationTierKept;

/** The organization has the tier from `at` on: at once, or at the end of a month for which it was scheduled. */
export type OrganizationTierChanged = Fact<
  'OrganizationTierChanged',
  { readonly organizationId: string; readonly tier: TierId; readonly at: string; readonly upgrade?: TierUpgrade }
>;

/** It is to have a tier that includes less, from the next month on. Another order before then takes its place. */
export type OrganizationTierScheduled = Fact<
  'OrganizationTierScheduled',
  { readonly organizationId: string; readonly tier: TierId; readonly from: string; readonly at: string }
>;

/** It keeps its tier after all. */
export type OrganizationTierKept = Fact<
  'OrganizationTierKept',
  { readonly organizationId: string; readonly at: string }
>;

/**
 * A change in the midst of a month, and what the tiers included in a month by the price list of then. Changes at the
 * end of a month lack it, and so do those of earlier releases: they hold for the whole month they are of.
 */
interface TierUpgrade {
  readonly from: TierId;
  readonly includedBefore: Microcredits;
  readonly included: Microcredits;
}

interface TierChange {
  readonly tier: TierId;
  /** ISO 8601 */
  readonly at: string;
  readonly upgrade?: TierUpgrade;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly tier: TierId;
  /** ISO 8601 */
  readonly createdAt: string;
  /** The tiers that it has had, the first one since its creation. */
  readonly tiers: readonly TierChange[];
  /** The tier that it is to have, and from when on (ISO 8601). */
  readonly comingTier: { readonly tier: TierId; readonly from: string } | undefined;
}

/** A fact of a type that it does not know is passed over. */
export const organization: Model<Organization | undefined, OrganizationEvent> = {
  initial: undefined,
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'OrganizationCreated':
        return {
          id: data.organizationId,
          name: data.name,
          tier: data.tier,
          createdAt: data.at,
          tiers: [{ tier: data.tier, at: data.at }],
          comingTier: undefined,
        };
      case 'OrganizationTierChanged': {
        const { tier, at, upgrade } = data;
        const change = upgrade === undefined ? { tier, at } : { tier, at, upgrade };
        return state && { ...state, tier, tiers: [...state.tiers, change], comingTier: undefined };
      }
      case 'OrganizationTierScheduled':
        return state && { ...state, comingTier: { tier: data.tier, from: data.from } };
      case 'OrganizationTierKept':
        return state && { ...state, comingTier: undefined };
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

/**
 * Changes the tier: at once where the new one includes as many credits a month or more, else with the next month (UTC).
 * The tier that it has keeps it: what was scheduled is off.
 *
 * @throws RefusedError ORGANIZATION_NOT_FOUND, or VALIDATION_ERROR for an unknown tier
 */
export function changeTier(
  command: {
    readonly tier: string;
    readonly at: string;
    /** In a month, by the price list in force. */
    readonly included: Readonly<Record<TierId, Microcredits>>;
  },
  state: Organization | undefined,
): OrganizationEvent[] {
  const { tier, included } = command;
  if (!isTierId(tier))
    return refused('VALIDATION_ERROR', `unknown tier ${tier}`, [
      { field: 'tier', message: `must be one of ${TIER_IDS.join(', ')}` },
    ]);
  if (state === undefined) return refused('ORGANIZATION_NOT_FOUND', 'Organization not found');
  const at = timeOfChange(command.at, state);
  const due = dueTier(at, state);
  const { id: organizationId, tier: from, comingTier } = due.reduce(organization.evolve, state)!;
  if (tier === from)
    return comingTier === undefined ? due : [...due, { type: 'OrganizationTierKept', data: { organizationId, at } }];
  if (included[tier] >= included[from]) {
    const upgrade = { from, includedBefore: included[from], included: included[tier] };
    return [...due, { type: 'OrganizationTierChanged', data: { organizationId, tier, at, upgrade } }];
  }
  if (comingTier?.tier === tier) return due;
  return [
    ...due,
    { type: 'OrganizationTierScheduled', data: { organizationId, tier, from: startOfNextMonth(at), at } },
  ];
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * When a change holds: no sooner than the one before it, as clocks that differ by moments would have it. One that was
 * recorded by a clock more than a day ahead does not hold up those that fix it.
 */
function timeOfChange(now: string, { tiers }: Organization): string {
  const newest = tiers.at(-1)!.at;
  const isClose = Date.parse(newest) - Date.parse(now) <= DAY;
  return newest > now && isClose ? newest : now;
}

/** The change that was scheduled for a month that has begun by `now`; empty if there is none, or it is done. */
export function dueTier(now: string, state: Organization | undefined): OrganizationEvent[] {
  const coming = state?.comingTier;
  if (state === undefined || coming === undefined || coming.from > now) return [];
  return [{ type: 'OrganizationTierChanged', data: { organizationId: state.id, tier: coming.tier, at: coming.from } }];
}

/** The tier of an organization, as its stream and its read model have it. */
interface TierInTime {
  readonly tier: TierId;
  readonly comingTier: Organization['comingTier'] | null;
}

/**
 * The tier that is in force at `now` (ISO 8601), and the one that is still to come: a change that was scheduled holds
 * from its time on, also before anybody has recorded that it came.
 */
export const tierNow = ({ tier, comingTier }: TierInTime, now: string): TierInTime =>
  comingTier && comingTier.from <= now ? { tier: comingTier.tier, comingTier: null } : { tier, comingTier };

function startOfNextMonth(at: string): string {
  const time = new Date(at);
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1)).toISOString();
}
