import type { OrganizationEvent } from '@assay/identity';
import { projected } from '../libs/read-models/test/projected';
import { organizations } from './organizations.projection';

const at = '2026-11-01T10:00:00.000Z';

describe('the read model of organizations', () => {
  it('has an organization with the tier that it has now', () =>
    expect(
      projected(organizations, [
        { type: 'OrganizationCreated', data: { organizationId: 'org_1', name: 'Shop', tier: 'free', at } },
        {
          type: 'OrganizationTierChanged',
          data: { organizationId: 'org_1', tier: 'pro', at: '2026-11-02T10:00:00.000Z' },
        },
      ]),
    ).toEqual({ org_1: { organizationId: 'org_1', name: 'Shop', tier: 'pro', comingTier: null, createdAt: at } }));

  it('has the tier that it is to have, until it has it, keeps its own, or gets another one', () => {
    const from = '2026-12-01T00:00:00.000Z';
    const about = { organizationId: 'org_1', at };
    const scheduled: OrganizationEvent[] = [
      { type: 'OrganizationCreated', data: { ...about, name: 'Shop', tier: 'pro' } },
      { type: 'OrganizationTierScheduled', data: { ...about, tier: 'free', from } },
    ];
    const after = (...more: OrganizationEvent[]) => projected(organizations, [...scheduled, ...more])['org_1'];
    expect(after()).toMatchObject({ tier: 'pro', comingTier: { tier: 'free', from } });
    expect(after({ type: 'OrganizationTierKept', data: about })).toMatchObject({ tier: 'pro', comingTier: null });
    expect(after({ type: 'OrganizationTierChanged', data: { ...about, tier: 'free' } })).toMatchObject({
      tier: 'free',
      comingTier: null,
    });
  });
});
