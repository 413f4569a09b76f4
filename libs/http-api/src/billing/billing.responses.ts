import { TIER_IDS, type TierId } from '@assay/kernel';
import { ApiSchema } from '@nestjs/swagger';
import {
  Property,
  count,
  credits,
  described,
  dollars,
  flag,
  listOf,
  oneOf,
  orNull,
  percent,
  text,
  time,
} from '../openapi/property';

export const CANCEL = 'Whether the tier is to be the smallest one when the period ends.';
export const NEXT_TIER = 'The tier from the end of the period on; null where it stays.';

class CreditStatus {
  @Property(credits)
  remaining!: number;

  @Property(credits)
  included!: number;

  @Property(credits)
  used!: number;

  @Property(credits)
  rollover!: number;

  @Property(percent)
  percentUsed!: number;
}

class Subscription {
  @Property(text)
  status!: string;

  @Property(time)
  renewsAt!: string;

  @Property(described(flag, CANCEL))
  cancelAtPeriodEnd!: boolean;

  @Property(described(orNull(oneOf(TIER_IDS)), NEXT_TIER))
  nextTier!: TierId | null;
}

export class Overage {
  @Property(described(flag, 'Whether charges may go below nothing.'))
  allowed!: boolean;

  @Property(described(credits, 'How far below nothing they may go; 0 where that is off.'))
  limit!: number;

  @Property(described(credits, 'The most that the tier allows as the limit.'))
  maximum!: number;

  @Property(described(credits, 'How far below nothing the balance is: what would be settled if the month ended now.'))
  used!: number;

  @Property(orNull(dollars))
  pricePerCredit!: number | null;
}

class TierLimits {
  @Property(count)
  maxProjects!: number;

  @Property(described(count, 'Megabytes.'))
  maxRepoSize!: number;

  @Property(listOf(text))
  aiFeatures!: readonly string[];
}

@ApiSchema({ name: 'BillingStatus' })
export class BillingStatusAnswer {
  @Property(oneOf(TIER_IDS))
  tier!: TierId;

  @Property(text)
  tierName!: string;

  @Property(CreditStatus)
  credits!: CreditStatus;

  @Property(Subscription)
  subscription!: Subscription;

  @Property(TierLimits)
  limits!: TierLimits;

  @Property(flag)
  canScan!: boolean;

  @Property(flag)
  needsUpgrade!: boolean;

  @Property(flag)
  overageEnabled!: boolean;

  @Property(Overage)
  overage!: Overage;

  @Property(described(credits, 'Owed, because the money of spent credits went back or was not paid.'))
  debt!: number;
}

@ApiSchema({ name: 'Checkout' })
export class CheckoutAnswer {
  @Property(described(text, 'A page of the payment provider. Whoever has this address can open it.'))
  checkoutUrl!: string;
}

@ApiSchema({ name: 'CreditPackage' })
export class CreditPackageAnswer {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(credits)
  credits!: number;

  @Property(dollars)
  price!: number;

  @Property(flag)
  isFeatured!: boolean;
}
