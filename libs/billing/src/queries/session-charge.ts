import type { Microcredits } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { ChargeCategory, RefundReason } from '../domain/charge';

/** The amounts of one item of a bill. */
export interface ChargedItem {
  readonly category: ChargeCategory;
  readonly tool: string | null;
  readonly charged: Microcredits;
  /**
   * The amount that came from tools of the same category that left the plan, or, negative, went to those that stayed.
   */
  readonly moved: Microcredits;
  readonly refunded: Microcredits;
  /** Why, each once. */
  readonly reasons: readonly RefundReason[];
}

/** One document for each session, in `session-charges`: its ledger entries, item by item. */
export interface SessionChargeDocument {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly quoteId: string | null;
  readonly chargedAt: string;
  /** When the charge became final; null before. */
  readonly settledAt: string | null;
  readonly items: Readonly<Record<string, ChargedItem>>;
}

export const sessionChargeDocuments = readModel<SessionChargeDocument>('session-charges');
