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
  percent,
  text,
  time,
} from '../openapi/property';

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

  @Property(flag)
  cancelAtPeriodEnd!: boolean;
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
