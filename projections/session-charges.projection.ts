import {
  type ChargedItem,
  type LedgerEntryOf,
  type SessionChargeDocument,
  isAiReportCharge,
  ledgerOfStream,
  sessionChargeDocuments,
} from '@assay/billing';
import { microcredits, minus, noCredits, plus } from '@assay/kernel';
import type { Projection } from '@assay/read-models';

export type SessionChargeEvent = LedgerEntryOf<
  'CreditsCharged' | 'ChargeReapportioned' | 'CreditsRefunded' | 'ChargeSettled'
>;

type Items = SessionChargeDocument['items'];
type Lines = LedgerEntryOf<'CreditsCharged'>['data']['lines'];

/** GET /api/sessions/<id>/receipt: one document a session. AI reports have charges, but no receipt. */
export const sessionCharges: Projection<SessionChargeDocument, SessionChargeEvent> = {
  ...sessionChargeDocuments,
  version: 1,
  indexes: [],
  handles: { CreditsCharged: true, ChargeReapportioned: true, CreditsRefunded: true, ChargeSettled: true },
  documentIds: ({ data: { sessionId } }) => (isAiReportCharge(sessionId) ? [] : [sessionId]),
  apply(document, event) {
    const { type, data } = event;
    const charge = document ?? begun(event);
    switch (type) {
      case 'CreditsCharged':
        return { ...charge, items: withCharged(charge.items, data.lines) };
      case 'ChargeReapportioned':
        return { ...charge, items: withReapportioned(charge.items, data.category, data.lines) };
      case 'CreditsRefunded':
        return { ...charge, items: withRefunded(charge.items, data.lines, data.reason) };
      case 'ChargeSettled':
        return { ...charge, settledAt: data.at };
    }
  },
};

/** A ledger that lacks the charge is one for the audit; here it leaves what is refunded below nothing. */
const begun = ({ stream, type, data }: Parameters<typeof sessionCharges.apply>[1]): SessionChargeDocument => ({
  organizationId: ledgerOfStream(stream).organizationId,
  sessionId: data.sessionId,
  quoteId: (type === 'CreditsCharged' ? data.terms?.quote?.quoteId : undefined) ?? null,
  chargedAt: data.at,
  settledAt: null,
  items: {},
});

const uncharged = ({ category, tool }: Lines[number]): ChargedItem => ({
  category,
  tool,
  charged: noCredits,
  moved: noCredits,
  refunded: noCredits,
  reasons: [],
});

function withCharged(items: Items, lines: Lines): Items {
  const all: Record<string, ChargedItem> = { ...items };
  for (const line of lines) {
    const before = all[line.item] ?? uncharged(line);
    all[line.item] = { ...before, charged: plus(before.charged, line.amount) };
  }
  return all;
}

/** The lines say what each tool of the category holds from now on; one that is not among them holds nothing. */
function withReapportioned(items: Items, category: string, lines: Lines): Items {
  const holds = new Map(lines.map(({ item, amount }) => [item, amount]));
  return Object.fromEntries(
    Object.entries(items).map(([id, item]) => {
      if (item.category !== category) return [id, item];
      const change = minus(holds.get(id) ?? noCredits, held(item));
      return [id, { ...item, moved: microcredits(item.moved + change) }];
    }),
  );
}

function withRefunded(items: Items, lines: Lines, reason: ChargedItem['reasons'][number]): Items {
  const all: Record<string, ChargedItem> = { ...items };
  for (const line of lines) {
    const before = all[line.item] ?? uncharged(line);
    const reasons = [...new Set([...before.reasons, reason])];
    all[line.item] = { ...before, refunded: plus(before.refunded, line.amount), reasons };
  }
  return all;
}

const held = ({ charged, moved, refunded }: ChargedItem) => minus(plus(charged, moved), refunded);
