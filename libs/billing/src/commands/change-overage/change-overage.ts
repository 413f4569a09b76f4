import type { LogPosition } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { type Microcredits, noCredits, refused, toCredits } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { balanceOf } from '../../domain/credit-ledger';
import { changeOverage } from '../../domain/overage';
import { PriceVersions } from '../../price-versions';
import { type OverageView, overageView } from '../../queries/overage-view';

interface OverageSet {
  readonly position: LogPosition | undefined;
  readonly overage: OverageView;
}

/**
 * Lets charges take the balance below zero, up to a limit that the tier allows, or stops that. Without a limit the
 * tier's applies. Overage used so far stays and is settled at the end of the month. Refused: TIER_REQUIRED if the tier
 * allows none, VALIDATION_ERROR for a limit beyond the tier's, ORGANIZATION_NOT_FOUND.
 */
export class ChangeOverage extends Command<OverageSet> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      /** The API key that makes the request. */
      readonly by: string;
      readonly enabled: boolean;
      readonly limit?: Microcredits;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeOverage)
export class ChangeOverageHandler implements ICommandHandler<ChangeOverage> {
  constructor(
    private readonly accounts: CreditAccounts,
    private readonly versions: PriceVersions,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input: { organizationId, by, enabled, limit } }: ChangeOverage): Promise<OverageSet> {
    await this.versions.recorded();
    const tier = await this.tiers.of(organizationId);
    const allowed = tier.overage ?? { credits: noCredits, microdollarsPerCredit: 0 };
    if (enabled && allowed.credits === 0) {
      const required = this.tiers.smallest(({ overage }) => overage !== null && overage.credits > 0);
      refused('TIER_REQUIRED', `Overage requires the ${required?.name ?? 'next'} tier`, {
        feature: 'overage',
        tier: tier.id,
        requiredTier: required?.id ?? null,
      });
    }
    if (enabled && limit !== undefined && (limit <= 0 || limit > allowed.credits)) {
      const message = `must be more than 0, and at most the ${toCredits(allowed.credits)} credits of the tier`;
      refused('VALIDATION_ERROR', `limit ${message}`, [{ field: 'limit', message }]);
    }
    const terms = {
      limit: enabled ? (limit ?? allowed.credits) : noCredits,
      microdollarsPerCredit: allowed.microdollarsPerCredit,
    };
    const { ledger, position } = await this.accounts.post(organizationId, (state, at) =>
      changeOverage({ at, by, terms }, state),
    );
    return { position, overage: overageView(ledger.overage, balanceOf(ledger), tier) };
  }
}
