import { credits } from '../libs/billing/test/ledger';
import { MONTH } from '../libs/billing/test/month';
import { projected } from '../libs/read-models/test/projected';
import type { LedgerEntry, SessionChargeDocument } from '@assay/billing';
import { type SessionChargeEvent, sessionCharges } from './session-charges.projection';

const documents = (entries: readonly LedgerEntry[]) =>
  projected<SessionChargeDocument, SessionChargeEvent, LedgerEntry>(sessionCharges, entries as typeof MONTH);

describe('the read model of what sessions were charged', () => {
  it('has each item of the charge, what came back of it and why, and when it became final', () =>
    expect(documents(MONTH)).toMatchObject({
      ses_1: {
        organizationId: 'org_1',
        sessionId: 'ses_1',
        quoteId: null,
        settledAt: MONTH.at(-1)!.data.at,
        items: {
          base: { category: 'base', tool: null, charged: credits(1), moved: 0, refunded: 0, reasons: [] },
          'tool:a': { category: 'security', tool: 'a', charged: credits('0.5'), refunded: 0 },
          'tool:b': { tool: 'b', charged: credits('0.5'), refunded: credits('0.5'), reasons: ['failed'] },
        },
      },
    }));

  it('moves what a tool held to those of its category that stay', () => {
    const charged = MONTH.find(({ type }) => type === 'CreditsCharged')!;
    const lines = [{ item: 'tool:b', category: 'security' as const, tool: 'b', amount: credits(1) }];
    const moved = { ...charged, type: 'ChargeReapportioned', data: { ...charged.data, category: 'security', lines } };
    expect(documents([charged, moved as LedgerEntry])['ses_1']!.items).toMatchObject({
      base: { moved: 0 },
      'tool:a': { charged: credits('0.5'), moved: -credits('0.5') },
      'tool:b': { charged: credits('0.5'), moved: credits('0.5') },
    });
  });

  it('has no AI report: no session shows one', () => {
    const reports = MONTH.map((entry) => ({ ...entry, data: { ...entry.data, sessionId: 'air_1' } }) as LedgerEntry);
    expect(documents(reports)).toEqual({});
  });
});
