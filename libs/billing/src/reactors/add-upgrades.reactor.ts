import type { OrganizationTierChanged } from '@assay/identity';
import type { FactTypes } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import type { CreditAccounts } from '../credit-accounts';

const CHANGED: FactTypes<OrganizationTierChanged> = { OrganizationTierChanged: true };

/**
 * Adds the credits that an upgrade includes for the rest of its month. If the month is over, they were added at its
 * end.
 */
export const addUpgrades = (accounts: Pick<CreditAccounts, 'addUpgrades'>): Reactor<OrganizationTierChanged> => ({
  name: 'add-upgrades',
  handles: CHANGED,
  async react({ data: { organizationId, upgrade } }) {
    if (upgrade !== undefined) await accounts.addUpgrades(organizationId);
  },
});
