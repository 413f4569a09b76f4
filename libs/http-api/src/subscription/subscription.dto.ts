import { MOST_TOPUPS_PER_MONTH } from '@assay/billing';
import { CreditAmount, Flag, Text, WholeNumber } from '../http/fields';
import { SchemaRule } from '../openapi/schema-rules';

@SchemaRule({
  anyOf: [
    { required: ['triggerThreshold', 'packageId', 'maxPerMonth'] },
    { properties: { enabled: { const: false } }, maxProperties: 1 },
  ],
})
export class AutoTopupDto {
  @Flag({ description: '`false` alone turns it off. `true` needs the other fields, and a payment method on file.' })
  enabled!: boolean;

  @CreditAmount({
    optional: true,
    description:
      'Credits: a balance below them is topped up to them. At most what 100 packages have, since one charge buys as ' +
      'many as the gap takes.',
  })
  triggerThreshold?: number;

  @Text({ max: 100, optional: true, description: 'What is bought: an `id` of `GET /api/credit-packages`.' })
  packageId?: string;

  @WholeNumber({
    min: 1,
    max: MOST_TOPUPS_PER_MONTH,
    optional: true,
    description: 'Top-ups in a month (UTC) at most, each of as many packages as the gap takes.',
  })
  maxPerMonth?: number;
}

export class OverageDto {
  @Flag({ description: 'Whether charges may go below nothing. What was used before it is turned off is settled.' })
  enabled!: boolean;

  @CreditAmount({
    optional: true,
    description: 'How far below nothing, in credits. Default: the most that the tier allows (`overage.maximum`).',
  })
  limit?: number;
}
