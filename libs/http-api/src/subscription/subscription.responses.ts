import { TIER_IDS, type TierId } from '@assay/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { CANCEL, NEXT_TIER, Overage } from '../billing/billing.responses';
import { Property, count, credits, described, exactly, flag, oneOf, orNull, text, time } from '../openapi/property';

class TopupDecision {
  @Property(time)
  at!: string;

  @Property(described(text, 'What was decided, and why.'))
  message!: string;
}

@ApiSchema({ name: 'AutoTopup' })
class AutoTopupSettings {
  @Property(flag)
  enabled!: boolean;

  @Property(described(credits, 'A balance below it is topped up to it. A suggestion before anything was set.'))
  triggerThreshold!: number;

  @Property(described(text, 'A suggestion before anything was set.'))
  packageId!: string;

  @Property(described(count, 'A suggestion before anything was set.'))
  maxPerMonth!: number;

  @Property(described(count, 'Charged or in flight in this month (UTC).'))
  topupsThisMonth!: number;

  @Property(orNull(TopupDecision))
  lastDecision!: TopupDecision | null;
}

class PaymentMethod {
  @Property(described(flag, 'Whether there is one that automatic top-ups can charge.'))
  onFile!: boolean;
}

@ApiSchema({ name: 'SubscriptionSettings' })
export class SubscriptionAnswer {
  @Property(oneOf(TIER_IDS))
  tier!: TierId;

  @Property(text)
  tierName!: string;

  @Property(text)
  status!: string;

  @Property(time)
  renewsAt!: string;

  @Property(described(flag, CANCEL))
  cancelAtPeriodEnd!: boolean;

  @Property(described(orNull(oneOf(TIER_IDS)), NEXT_TIER))
  nextTier!: TierId | null;

  @Property(AutoTopupSettings)
  autoTopup!: AutoTopupSettings;

  @Property(Overage)
  overage!: Overage;

  @Property(PaymentMethod)
  paymentMethod!: PaymentMethod;
}

@ApiSchema({ name: 'AutoTopupChanged' })
export class AutoTopupAnswer {
  @Property(exactly(true))
  success!: true;

  @Property(AutoTopupSettings)
  autoTopup!: AutoTopupSettings;
}

@ApiSchema({ name: 'OverageChanged' })
export class OverageAnswer {
  @Property(exactly(true))
  success!: true;

  @Property(Overage)
  overage!: Overage;
}
