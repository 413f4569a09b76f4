import { ApiSchema } from '@nestjs/swagger';
import {
  Property,
  credits,
  described,
  dollars,
  exactly,
  flag,
  listOf,
  mapOf,
  orNull,
  text,
  time,
} from '../openapi/property';

class QuotedCategory {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(credits)
  creditCost!: number;

  @Property(flag)
  included!: boolean;
}

class QuotedAiFeature {
  @Property(text)
  id!: string;

  @Property(credits)
  creditCost!: number;

  @Property(flag)
  perIssue!: boolean;
}

class QuoteOptions {
  @Property(listOf(QuotedCategory))
  categories!: readonly QuotedCategory[];

  @Property(listOf(QuotedAiFeature))
  aiFeatures!: readonly QuotedAiFeature[];

  @Property(credits)
  linesCostPer10K!: number;

  @Property(credits)
  baseScanCost!: number;
}

class QuotedBalance {
  @Property(credits)
  remaining!: number;

  @Property(credits)
  included!: number;

  @Property(credits)
  used!: number;
}

class EstimateBreakdown {
  @Property(credits)
  base!: number;

  @Property(credits)
  lines!: number;

  @Property(mapOf(credits))
  tools!: Readonly<Record<string, number>>;

  @Property(mapOf(credits))
  ai!: Readonly<Record<string, number>>;
}

export class Estimate {
  @Property(EstimateBreakdown)
  breakdown!: EstimateBreakdown;

  @Property(credits)
  total!: number;
}

class QuotedOverage {
  @Property(exactly(true))
  enabled!: true;

  @Property(credits)
  credits!: number;

  @Property(dollars)
  pricePerCredit!: number;

  @Property(described(dollars, 'Rounded down to whole cents.'))
  cost!: number;
}

@ApiSchema({ name: 'Quote' })
export class QuoteAnswer {
  @Property(QuoteOptions)
  options!: QuoteOptions;

  @Property(QuotedBalance)
  balance!: QuotedBalance;

  @Property(Estimate)
  estimate!: Estimate;

  @Property(flag)
  canAfford!: boolean;

  @Property(
    described(
      orNull(QuotedOverage),
      'What the balance does not cover of the total, and what that costs if nothing comes in before the month ends; ' +
        'null where it covers all, or overage is off.',
    ),
  )
  overage!: QuotedOverage | null;

  @Property(described(text, 'Names this price to a session or scan, which then pays exactly it.'))
  quoteId!: string;

  @Property(described(time, 'Until when the price is held.'))
  expiresAt!: string;
}
