import type { OrganizationTierChanged } from '@assay/identity';
import type { FactTypes } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import type { CreditAccounts } from '../credit-accounts';

const CHANGED: FactTypes<OrganizationTierChanged> = { OrganizationTierChanged: true };

/** Adds what an upgrade includes in the rest of its month. Where the month is over, its end has added it. */
export const addUpgrades = (accounts: Pick<CreditAccounts, 'addUpgrades'>): Reactor<OrganizationTierChanged> => ({
  name: 'add-upgrades',
  handles: CHANGED,
  async react({ data: { organizationId, upgrade } }) {
    if (upgrade !== undefined) await accounts.addUpgrades(organizationId);
  },
});
