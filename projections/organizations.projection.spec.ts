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
    ).toEqual({ org_1: { organizationId: 'org_1', name: 'Shop', tier: 'pro', createdAt: at } }));
});
