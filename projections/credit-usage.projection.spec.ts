import { type CreditUsageDocument, type LedgerEntry, usageId } from '@assay/billing';
import { credits } from '../libs/billing/test/ledger';
import { MONTH } from '../libs/billing/test/month';
import { projected } from '../libs/read-models/test/projected';
import { type UsageEvent, creditUsage } from './credit-usage.projection';

describe('the read model of credit usage', () => {
  const usage = projected<CreditUsageDocument, UsageEvent, LedgerEntry>(creditUsage, MONTH)[
    usageId('org_1', '2026-11')
  ];

  it('has what a month was spent on: what came back does not count', () =>
    expect(usage).toMatchObject({
      organizationId: 'org_1',
      period: '2026-11',
      scans: 1,
      credits: credits('1.5'),
      lines: 1_200,
      issues: 3,
    }));

  it('has it by category and by project', () =>
    expect(usage).toMatchObject({
      byCategory: {
        base: { scans: 0, credits: credits(1), issues: 0 },
        security: { scans: 1, credits: credits('0.5'), issues: 3 },
      },
      byProject: { prj_1: { scans: 1, credits: credits('1.5') } },
    }));
});
