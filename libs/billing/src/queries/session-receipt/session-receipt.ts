import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { HeldQuotes } from '../../held-quotes';
import { sessionChargeDocuments } from '../session-charge';
import { type Receipt, type ToolResultOnReceipt, receiptOf } from './receipt';

export type { Receipt };

/** The amounts that a session was quoted, charged and refunded, item by item, beside the results of its tools. */
export class SessionReceipt extends Query<Receipt> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly sessionId: string;
      /** By tool, in the order of the plan, with its billing category. */
      readonly tools: ReadonlyMap<string, ToolResultOnReceipt & { readonly category: string }>;
    },
  ) {
    super();
  }
}

@QueryHandler(SessionReceipt)
export class SessionReceiptHandler implements IQueryHandler<SessionReceipt> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly quotes: HeldQuotes,
  ) {}

  async execute({ input: { organizationId, sessionId, tools } }: SessionReceipt): Promise<Receipt> {
    const stored = await this.readModels.collection(sessionChargeDocuments).get(sessionId);
    const charge = stored?.document.organizationId === organizationId ? stored.document : undefined;
    const quoteId = charge?.quoteId ?? null;
    const quote = quoteId === null ? undefined : await this.quotes.of(organizationId, quoteId);
    return receiptOf(sessionId, charge, quote, tools);
  }
}
