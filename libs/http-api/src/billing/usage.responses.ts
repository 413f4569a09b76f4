import { TRANSACTION_TYPES } from '@assay/billing';
import { ApiResponse, ApiSchema } from '@nestjs/swagger';
import { Property, count, credits, described, listOf, mapOf, optional, orNull, text, time } from '../openapi/property';

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

  @Property(described(orNull(text), 'The last month in which it can be spent; null for never.'))
  expires!: string | null;

  @Property(optional(described(time, 'When it ends, where that is before the end of that month.')))
  expiresAt?: string;

  @Property(optional(described(count, 'From 0 to 100: lower ones are spent first. 50 where it is absent.')))
  priority?: number;
}

class ExpiredLot {
  @Property(text)
  id!: string;

  @Property(credits)
  amount!: number;
}

class TierUpgrade {
  @Property(text)
  from!: string;

  @Property(text)
  to!: string;

  @Property(described(credits, 'What the tier before includes in a month.'))
  includedBefore!: number;

  @Property(described(credits, 'What the tier includes in a month.'))
  included!: number;

  @Property(described(count, 'Whole days (UTC) until the end of the month: for so many of `days` the difference came.'))
  daysLeft!: number;

  @Property(count)
  days!: number;
}

class EntryDetails {
  @Property(optional(described(text, 'In place of the session, where it is an AI report.')))
  aiReportId?: string;

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

  @Property(optional(described(listOf(ExpiredLot), 'What expired.')))
  lots?: readonly ExpiredLot[];

  @Property(optional(described(TierUpgrade, 'Of a grant that follows from an upgrade in the midst of a month.')))
  upgrade?: TierUpgrade;

  @Property(optional(text))
  packageId?: string;

  @Property(optional(described(text, 'The purchase, also where its money went back, or came again.')))
  purchaseId?: string;

  @Property(optional(described(credits, 'By how much what is owed has grown; negative where it was paid.')))
  owed?: number;

  @Property(optional(described(credits, 'How far below nothing the balance may go from then on.')))
  limit?: number;

  @Property(optional(described(count, 'What was sold of an overage, in cents of US dollars.')))
  cents?: number;

  @Property(optional(described(count, 'What months before had left to be charged with it, in cents.')))
  centsBefore?: number;

  @Property(optional(described(count, 'What is left to be charged with the next month, in cents: less than 50.')))
  centsLeft?: number;

  @Property(optional(count))
  linesScanned?: number;

  @Property(optional(credits))
  charged?: number;

  @Property(optional(credits))
  refunded?: number;
}

export class Transaction {
  @Property(text)
  id!: string;

  @Property(time)
  timestamp!: string;

  @Property(described(text, `${TRANSACTION_TYPES.join(', ')}; an audit shows what moves no credits, too.`))
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

/** An export is written piece by piece, so that no type of a handler says what it is. */
export const AnswersUsageExport: MethodDecorator = ApiResponse({
  status: 200,
  description: 'All transactions of the period, newest first.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/jsonl': { schema: { type: 'string' } },
  },
});
