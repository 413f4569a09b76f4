import { defaultPriceList, type Microcredits, TIER_IDS, type TierId, smallestTier } from '@assay/kernel';
import { specification } from '../../../kernel/test/specification';
import {
  type Organization,
  type OrganizationEvent,
  changeTier,
  createOrganization,
  dueTier,
  organization,
} from './organization';

const AT = '2026-11-05T10:00:00.000Z';
const created = (tier: TierId = 'free'): OrganizationEvent => ({
  type: 'OrganizationCreated',
  data: { organizationId: 'org_1', name: 'Acme', tier, at: AT },
});
const LIST = defaultPriceList();
const included = Object.fromEntries(TIER_IDS.map((id) => [id, LIST.tiers[id].creditsPerMonth])) as Record<
  TierId,
  Microcredits
>;
const changed = (from: TierId, tier: TierId): OrganizationEvent => ({
  type: 'OrganizationTierChanged',
  data: {
    organizationId: 'org_1',
    tier,
    at: AT,
    upgrade: { from, includedBefore: included[from], included: included[tier] },
  },
});
const DECEMBER = '2026-12-01T00:00:00.000Z';
const scheduled = (tier: TierId): OrganizationEvent => ({
  type: 'OrganizationTierScheduled',
  data: { organizationId: 'org_1', tier, from: DECEMBER, at: AT },
});
const kept: OrganizationEvent = { type: 'OrganizationTierKept', data: { organizationId: 'org_1', at: AT } };
/** At the end of the month for which it was scheduled, or by an earlier release. */
const came = (tier: TierId): OrganizationEvent => ({
  type: 'OrganizationTierChanged',
  data: { organizationId: 'org_1', tier, at: DECEMBER },
});
const creating = (name: string, tier: string) => (state: Organization | undefined) =>
  createOrganization({ organizationId: 'org_1', name, tier, at: AT }, state);
const changing = (tier: string) => (state: Organization | undefined) => changeTier({ tier, at: AT, included }, state);
const due = (now: string) => (state: Organization | undefined) => dueTier(now, state);
const acme = specification(organization);

describe('an organization', () => {
  it('is created with a name and a tier', () => acme.given([]).when(creating(' Acme ', 'free')).then([created()]));
  it('is created once', () => acme.given([created()]).when(creating('Acme', 'free')).then([]));
  it('does not take the place of another', () =>
    acme.given([created()]).when(creating('Other', 'free')).then({ code: 'CONFLICT' }));
  it.each([
    ['', 'free'],
    ['x'.repeat(201), 'free'],
    ['Acme', 'platinum'],
    ['Acme', 'toString'],
  ])('is not created as %p on %p', (name, tier) =>
    acme.given([]).when(creating(name, tier)).then({ code: 'VALIDATION_ERROR' }),
  );
  it('changes its tier', () =>
    acme
      .given([created()])
      .when(changing('pro'))
      .then([changed('free', 'pro')]));
  it('does not change to the tier it has', () =>
    acme
      .given([created(), changed('free', 'pro')])
      .when(changing('pro'))
      .then([]));
  it('changes to a smaller tier when the month ends, and says so once', () => {
    acme
      .given([created('pro')])
      .when(changing('starter'))
      .then([scheduled('starter')]);
    acme
      .given([created('pro'), scheduled('starter')])
      .when(changing('starter'))
      .then([]);
  });
  it('does what was ordered last', () => {
    const downgraded = [created('pro'), scheduled('starter')];
    acme
      .given(downgraded)
      .when(changing('free'))
      .then([scheduled('free')]);
    acme.given(downgraded).when(changing('pro')).then([kept]);
    acme
      .given([...downgraded, kept])
      .when(changing('pro'))
      .then([]);
    acme
      .given(downgraded)
      .when(changing('business'))
      .then([changed('pro', 'business')]);
    acme
      .given([...downgraded, changed('pro', 'business')])
      .when(due(DECEMBER))
      .then([]);
  });
  it('gets the tier that was scheduled once, with the month and not before', () => {
    const downgraded = [created('pro'), scheduled('starter')];
    acme.given(downgraded).when(due('2026-11-30T23:59:59.999Z')).then([]);
    acme
      .given(downgraded)
      .when(due(DECEMBER))
      .then([came('starter')]);
    acme
      .given(downgraded)
      .when(due('2027-03-09T00:00:00.000Z'))
      .then([came('starter')]);
    acme
      .given([...downgraded, came('starter')])
      .when(due(DECEMBER))
      .then([]);
  });
  it('has what was due before another change', () => {
    const later = '2027-02-09T00:00:00.000Z';
    acme
      .given([created('pro'), scheduled('starter')])
      .when((state) => changeTier({ tier: 'free', at: later, included }, state))
      .then([
        came('starter'),
        {
          type: 'OrganizationTierScheduled',
          data: { organizationId: 'org_1', tier: 'free', from: '2027-03-01T00:00:00.000Z', at: later },
        },
      ]);
  });
  it('changes at once to a tier that includes as much', () =>
    acme
      .given([created('pro')])
      .when((state) => changeTier({ tier: 'free', at: AT, included: { ...included, free: included.pro } }, state))
      .then([
        {
          type: 'OrganizationTierChanged',
          data: {
            organizationId: 'org_1',
            tier: 'free',
            at: AT,
            upgrade: { from: 'pro', includedBefore: included.pro, included: included.pro },
          },
        },
      ]));
  it.each([
    ['a moment behind', DECEMBER, '2026-11-30T23:59:59.600Z', DECEMBER],
    ['a day behind', DECEMBER, '2026-11-30T00:00:00.000Z', DECEMBER],
    ['ahead', AT, DECEMBER, DECEMBER],
    ['right again after one that was far ahead', '2030-01-01T00:00:00.000Z', AT, AT],
  ])('changes no sooner than before by a clock that is %s', (_, before, now, at) => {
    const starter: OrganizationEvent = {
      type: 'OrganizationTierChanged',
      data: { organizationId: 'org_1', tier: 'starter', at: before },
    };
    const upgrade = { from: 'starter', includedBefore: included.starter, included: included.pro } as const;
    acme
      .given([created(), starter])
      .when((state) => changeTier({ tier: 'pro', at: now, included }, state))
      .then([{ type: 'OrganizationTierChanged', data: { organizationId: 'org_1', tier: 'pro', at, upgrade } }]);
  });
  it('does not change when it does not exist', () =>
    acme.given([]).when(changing('pro')).then({ code: 'ORGANIZATION_NOT_FOUND' }));
});

describe('the tiers', () => {
  const { tiers } = defaultPriceList();

  it('never lose by growing', () => {
    for (const [index, id] of TIER_IDS.slice(1).entries()) {
      const [smaller, larger] = [tiers[TIER_IDS[index]!], tiers[id]];
      expect(larger.platforms).toEqual(expect.arrayContaining([...smaller.platforms]));
      expect(larger.aiFeatures).toEqual(expect.arrayContaining([...smaller.aiFeatures]));
      for (const limit of [
        'creditsPerMonth',
        'maxProjects',
        'maxAutomations',
        'concurrentSessions',
        'maxRepoSizeMb',
      ] as const)
        expect(larger[limit]).toBeGreaterThan(smaller[limit]);
    }
  });

  it('recommend the smallest that has what is wanted', () => {
    expect(smallestTier(defaultPriceList(), ({ platforms }) => platforms.includes('ios'))?.id).toBe('pro');
    expect(smallestTier(defaultPriceList(), ({ platforms }) => platforms.includes('desktop'))?.id).toBe('business');
  });
});
