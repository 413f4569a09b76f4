import { hashOf, transactionId } from '@assay/billing';
import { AT, credits } from '../libs/billing/test/ledger';
import { MONTH } from '../libs/billing/test/month';
import { projected } from '../libs/read-models/test/projected';
import { creditEntries } from './credit-entries.projection';

describe('the read model of credit entries', () => {
  const entries = projected(creditEntries, MONTH);

  it('has each entry of the ledger as a statement shows it', () =>
    expect(Object.values(entries).map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
      ['period-opened', 0, credits(10)],
      ['scan', -credits(2), credits(8)],
      ['refund', credits('0.5'), credits('8.5')],
      ['settlement', 0, credits('8.5')],
    ]));

  it('has it under the id of its event, with its place in the log and its hash', () =>
    expect(entries[transactionId('event-1')]).toMatchObject({
      organizationId: 'org_1',
      period: '2026-11',
      position: 2,
      timestamp: AT,
      hash: hashOf(MONTH[1]!),
    }));
});
