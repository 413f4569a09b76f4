import { fromCredits } from '@assay/kernel';
import { SettlementComparison } from './settlements';

const settlementsThatDiffer = (
  entries: readonly Parameters<SettlementComparison['take']>[0][],
  ends: ConstructorParameters<typeof SettlementComparison>[0],
): string[] => {
  const comparison = new SettlementComparison(ends);
  for (const each of entries) comparison.take(each);
  return comparison.differing();
};
const settlement = (sessionId: string, balanceAfter: number, refunded = 0) => ({
  type: 'settlement',
  balanceAfter,
  details: { sessionId, charged: 2, refunded },
});
const entry = (balanceAfter: number) => ({ type: 'scan', balanceAfter, details: {} });
const end = (sessionId: string, newBalance: number, refunded = 0) => ({
  sessionId,
  newBalance: fromCredits(newBalance),
  refunded: fromCredits(refunded),
});

describe('settlements beside the ends of their sessions', () => {
  it('agree on the refund, and on a balance that the ledger had since', () => {
    const entries = [entry(48), settlement('ses_1', 48.5, 0.5), entry(46), settlement('ses_2', 46)];
    // The end of ses_1 was recorded by a retry, after ses_2 was charged.
    expect(settlementsThatDiffer(entries, [end('ses_1', 46, 0.5), end('ses_2', 46)])).toEqual([]);
  });

  it.each([
    ['is missing', [entry(48)], end('ses_1', 48), 'ses_1 has ended, and the ledger has no settlement of it'],
    ['is in a ledger without entries', [], end('ses_1', 48), 'ses_1 has ended, and the ledger has no settlement of it'],
    [
      'has another refund',
      [settlement('ses_1', 48, 1)],
      end('ses_1', 48, 0.5),
      'ses_1 ended with 0.5 credits refunded, the ledger says 1',
    ],
    [
      'is in a ledger that was written anew',
      [entry(48), settlement('ses_1', 42)],
      end('ses_1', 48),
      'ses_1 ended with a balance of 48 credits, which the ledger never had since',
    ],
  ])('differ where one %s', (_, entries, ended, message) =>
    expect(settlementsThatDiffer(entries, [ended])).toEqual([message]),
  );
});
