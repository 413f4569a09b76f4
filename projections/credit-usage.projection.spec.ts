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

  it('lists the projects that cost most, so that no number of them makes its document large, and sums up all', () => {
    const charged = MONTH.find((entry) => entry.type === 'CreditsCharged')!;
    const events = Array.from({ length: 1_200 }, (_, n) => ({
      ...charged,
      data: { ...charged.data, projectId: `prj_${n}`, amount: credits(n === 7 ? 5 : 1) },
    }));
    const {
      byProject,
      scans,
      credits: spent,
    } = projected<CreditUsageDocument, UsageEvent, LedgerEntry>(creditUsage, events as LedgerEntry[] as never)[
      usageId('org_1', '2026-11')
    ]!;
    expect(Object.keys(byProject)).toHaveLength(1_000);
    expect(byProject['prj_7']).toEqual({ scans: 1, credits: credits(5) });
    expect(byProject['prj_1199']).toEqual({ scans: 1, credits: credits(1) });
    expect([scans, spent]).toEqual([1_200, credits(1_204)]);
  });
});
