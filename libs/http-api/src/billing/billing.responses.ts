import { TIER_IDS, type TierId } from '@assay/identity';
import { ApiSchema } from '@nestjs/swagger';
import {
  Property,
  count,
  credits,
  described,
  flag,
  listOf,
  mapOf,
  nothing,
  oneOf,
  optional,
  orNull,
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

class Estimate {
  @Property(EstimateBreakdown)
  breakdown!: EstimateBreakdown;

  @Property(credits)
  total!: number;
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

  @Property(nothing)
  overage!: null;
}

class EntryLine {
  @Property(text)
  item!: string;

  @Property(text)
  category!: string;

  @Property(orNull(text))
  tool!: string | null;

  @Property(credits)
  amount!: number;
}

class EntryLot {
  @Property(text)
  id!: string;

  @Property(text)
  kind!: string;

  @Property(orNull(text))
  expires!: string | null;
}

class EntryDetails {
  @Property(optional(text))
  sessionId?: string;

  @Property(optional(text))
  scanId?: string;

  @Property(optional(orNull(text)))
  projectId?: string | null;

  @Property(optional(listOf(EntryLine)))
  lines?: readonly EntryLine[];

  @Property(optional(text))
  period?: string;

  @Property(optional(EntryLot))
  lot?: EntryLot;

  @Property(optional(text))
  packageId?: string;

  @Property(optional(count))
  linesScanned?: number;

  @Property(optional(credits))
  charged?: number;

  @Property(optional(credits))
  refunded?: number;
}

class Transaction {
  @Property(text)
  id!: string;

  @Property(time)
  timestamp!: string;

  @Property(text)
  type!: string;

  @Property(credits)
  amount!: number;

  @Property(credits)
  balanceAfter!: number;

  @Property(optional(text))
  reason?: string;

  @Property(EntryDetails)
  details!: EntryDetails;
}

class UsagePeriod {
  @Property(time)
  start!: string;

  @Property(time)
  end!: string;
}

class CategoryUsage {
  @Property(count)
  scans!: number;

  @Property(credits)
  credits!: number;

  @Property(count)
  issues!: number;
}

class ProjectUsage {
  @Property(text)
  projectId!: string;

  @Property(text)
  projectName!: string;

  @Property(count)
  scans!: number;

  @Property(credits)
  credits!: number;
}

class UsageSummary {
  @Property(count)
  totalScans!: number;

  @Property(credits)
  totalCreditsUsed!: number;

  @Property(count)
  totalLinesScanned!: number;

  @Property(count)
  totalIssuesFound!: number;

  @Property(
    described(
      mapOf(CategoryUsage),
      'By what credits paid for: base, lines, ai, and the billing categories of GET /api/v1/tools, by which issues ' +
        'are counted, too.',
    ),
  )
  byCategory!: Readonly<Record<string, CategoryUsage>>;

  @Property(listOf(ProjectUsage))
  topProjects!: readonly ProjectUsage[];
}

@ApiSchema({ name: 'Usage' })
export class UsageAnswer {
  @Property(UsagePeriod)
  period!: UsagePeriod;

  @Property(optional(UsageSummary))
  summary?: UsageSummary;

  @Property(optional(listOf(Transaction)))
  transactions?: readonly Transaction[];
}

class AuditedEntry extends Transaction {
  @Property(text)
  hash!: string;
}

class BrokenAt {
  @Property(text)
  stream!: string;

  @Property(count)
  revision!: number;

  @Property(text)
  reason!: string;
}

class EntryChain {
  @Property(flag)
  valid!: boolean;

  @Property(text)
  head!: string;

  @Property(described(count, 'Entries that were replayed.'))
  checked!: number;

  @Property(
    optional(described(text, 'The month from which on they were replayed; absent where it is all that was asked for.')),
  )
  since?: string;

  @Property(optional(BrokenAt))
  brokenAt?: BrokenAt;
}

class Anchors {
  @Property(described(count, 'Months whose newest entry is kept outside the log, too, and was compared.'))
  compared!: number;

  @Property(listOf(text))
  contradictions!: readonly string[];
}

class Drift {
  @Property(credits)
  readModelBalance!: number;

  @Property(credits)
  difference!: number;
}

@ApiSchema({ name: 'Audit' })
export class AuditAnswer {
  @Property(time)
  asOf!: string;

  @Property(
    described(
      credits,
      'What can be spent, as the billing status says it. Where a month has turned since the newest entry, what its ' +
        'first command will open it with.',
    ),
  )
  balance!: number;

  @Property(described(credits, 'What the entries leave.'))
  recordedBalance!: number;

  @Property(described(listOf(text), 'The months after the newest entry, which their first command will open.'))
  unopenedMonths!: readonly string[];

  @Property(described(listOf(AuditedEntry), 'A page of them, oldest first.'))
  entries!: readonly AuditedEntry[];

  @Property(orNull(described(text, 'Where the next page begins; null on the last one.')))
  nextCursor!: string | null;

  @Property(EntryChain)
  chain!: EntryChain;

  @Property(Anchors)
  anchors!: Anchors;

  @Property(Drift)
  drift!: Drift;

  @Property(described(listOf(text), 'What is wrong, a sentence for each; none where the ledger is sound.'))
  failures!: readonly string[];
}
