import { ApiSchema } from '@nestjs/swagger';
import { Property, count, credits, described, listOf, optional, orNull, text, time } from '../openapi/property';

class PaidQuote {
  @Property(text)
  quoteId!: string;

  @Property(time)
  at!: string;

  @Property(time)
  expiresAt!: string;

  @Property(count)
  estimatedLines!: number;

  @Property(credits)
  total!: number;
}

class ReceiptResult {
  @Property(text)
  status!: string;

  @Property(count)
  findingsCount!: number;

  @Property(optional(text))
  reason?: string;
}

class ReceiptItem {
  @Property(described(text, '`base`, `lines`, `ai:<feature>` or `tool:<tool id>`.'))
  item!: string;

  @Property(text)
  category!: string;

  @Property(orNull(text))
  tool!: string | null;

  @Property(orNull(described(credits, 'Null where no quote was paid.')))
  quoted!: number | null;

  @Property(credits)
  charged!: number;

  @Property(
    described(credits, 'What came from tools of the category that left the plan, or, negative, went to the others.'),
  )
  moved!: number;

  @Property(credits)
  refunded!: number;

  @Property(described(credits, 'charged + moved - refunded.'))
  paid!: number;

  @Property(listOf(text))
  refundReasons!: readonly string[];

  @Property(orNull(ReceiptResult))
  result!: ReceiptResult | null;
}

class ReceiptTotals {
  @Property(orNull(credits))
  quoted!: number | null;

  @Property(credits)
  charged!: number;

  @Property(credits)
  moved!: number;

  @Property(credits)
  refunded!: number;

  @Property(credits)
  paid!: number;
}

@ApiSchema({ name: 'SessionReceipt' })
export class SessionReceiptAnswer {
  @Property(text)
  sessionId!: string;

  @Property(text)
  scanId!: string;

  @Property(text)
  status!: string;

  @Property(orNull(time))
  chargedAt!: string | null;

  @Property(orNull(described(time, 'When the charge became final.')))
  settledAt!: string | null;

  @Property(orNull(PaidQuote))
  quote!: PaidQuote | null;

  @Property(listOf(ReceiptItem))
  items!: readonly ReceiptItem[];

  @Property(ReceiptTotals)
  totals!: ReceiptTotals;
}
