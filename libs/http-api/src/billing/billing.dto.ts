import { NAMED_PERIOD, USAGE_EXPORT_FORMATS, type UsageExportFormat } from '@assay/billing';
import { AI_FEATURES, type AiFeature, BILLING_CATEGORIES, type BillingCategory } from '@assay/kernel';
import { OptionalBody } from '../openapi/schema-rules';
import {
  FlagParameter,
  ListOf,
  Nested,
  OneOf,
  Text,
  Timestamp,
  WholeNumber,
  WholeNumberParameter,
} from '../http/fields';

export class QuoteConfigDto {
  @ListOf({
    values: BILLING_CATEGORIES,
    max: 100,
    optional: true,
    description: 'Billing categories. Default: all.',
  })
  categories?: BillingCategory[];

  @ListOf({ values: AI_FEATURES, max: 100, optional: true, description: 'AI features. Default: none.' })
  aiFeatures?: AiFeature[];
}

@OptionalBody
export class QuoteDto {
  @Text({ max: 100, optional: true })
  projectId?: string;

  @WholeNumber({ min: 0, optional: true, default: 0 })
  estimatedLines: number = 0;

  @WholeNumber({ min: 0, optional: true, default: 0 })
  estimatedIssues: number = 0;

  @Nested({ type: () => QuoteConfigDto, optional: true, description: 'Default: all categories, no AI.' })
  config?: QuoteConfigDto;
}

export class PurchaseDto {
  @Text({ max: 100, description: 'The id of a package that GET /api/credit-packages lists.' })
  packageId!: string;
}

class PeriodDto {
  @Text({
    max: 40,
    form: NAMED_PERIOD,
    optional: true,
    default: 'current',
    description: '`current`, `previous`, a month, or an ISO date in the period.',
  })
  period: string = 'current';
}

export class UsageDto extends PeriodDto {
  @OneOf({
    values: ['summary', 'transactions', 'both'],
    optional: true,
    default: 'both',
    description: 'Which parts of the answer are wanted.',
  })
  include: 'summary' | 'transactions' | 'both' = 'both';

  @WholeNumberParameter({ min: 1, max: 200, optional: true, default: 50, description: 'Transactions, newest first.' })
  limit: number = 50;
}

export class UsageExportDto extends PeriodDto {
  @OneOf({
    values: USAGE_EXPORT_FORMATS,
    optional: true,
    default: 'csv',
    description: 'CSV (RFC 4180) with a header, or JSON lines: each transaction as GET /api/billing/usage shows it.',
  })
  format: UsageExportFormat = 'csv';
}

export class AuditDto {
  @Timestamp({ optional: true, description: 'Up to this instant. Default: all there is.' })
  asOf?: string;

  @Text({
    max: 40,
    form: NAMED_PERIOD,
    optional: true,
    description: '`current`, `previous`, a month, or an ISO date in the period. Default: all periods.',
  })
  period?: string;

  @WholeNumberParameter({ min: 1, max: 500, optional: true, default: 200, description: 'Entries, oldest first.' })
  limit: number = 200;

  @Text({
    max: 100,
    optional: true,
    description: 'The `nextCursor` of the page before. Such a page is checked from the beginning of its month on.',
  })
  cursor?: string;

  @FlagParameter({
    optional: true,
    default: false,
    description:
      'Replays every month. Else the newest anchored month is replayed with what follows it, and the months before ' +
      'it are checked by their newest entries alone.',
  })
  full: boolean = false;
}
