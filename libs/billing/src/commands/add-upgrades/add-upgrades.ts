import type { Microcredits } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';

/**
 * Adds the credits that upgrades of an organization's tier include for the rest of this month, at once: otherwise the
 * service does it by itself. Refused: ORGANIZATION_NOT_FOUND.
 */
export class AddUpgrades extends Command<{ readonly newBalance: Microcredits }> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@CommandHandler(AddUpgrades)
export class AddUpgradesHandler implements ICommandHandler<AddUpgrades> {
  constructor(private readonly accounts: CreditAccounts) {}

  async execute({ input: { organizationId } }: AddUpgrades): Promise<{ newBalance: Microcredits }> {
    return { newBalance: balanceOf((await this.accounts.addUpgrades(organizationId)).ledger) };
  }
}
