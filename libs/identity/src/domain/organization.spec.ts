import { defaultPriceList, TIER_IDS, type TierId, smallestTier } from '@assay/kernel';
import { specification } from '../../../kernel/test/specification';
import {
  type Organization,
  type OrganizationEvent,
  changeTier,
  createOrganization,
  organization,
} from './organization';

const AT = '2026-11-05T10:00:00.000Z';
const created = (tier: TierId = 'free'): OrganizationEvent => ({
  type: 'OrganizationCreated',
  data: { organizationId: 'org_1', name: 'Acme', tier, at: AT },
});
const changed = (tier: TierId): OrganizationEvent => ({
  type: 'OrganizationTierChanged',
  data: { organizationId: 'org_1', tier, at: AT },
});
const creating = (name: string, tier: string) => (state: Organization | undefined) =>
  createOrganization({ organizationId: 'org_1', name, tier, at: AT }, state);
const changing = (tier: string) => (state: Organization | undefined) => changeTier({ tier, at: AT }, state);
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
      .then([changed('pro')]));
  it('does not change to the tier it has', () =>
    acme
      .given([created(), changed('pro')])
      .when(changing('pro'))
      .then([]));
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
