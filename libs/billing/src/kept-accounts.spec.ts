import { microcredits } from '@assay/kernel';
import { type CreditLedger, unopened } from './domain/credit-ledger';
import { type Account, KeptAccounts, bytesOf } from './kept-accounts';

/** The ledger of an organization that has had so many sessions. */
function ledgerWith(sessions: number): CreditLedger {
  let { settled } = unopened;
  for (let index = 0; index < sessions; index += 1) {
    const sessionId = `ses_${index}`;
    const nothing = { charged: microcredits(0), refunded: microcredits(0), toolsRefunded: [], toolsNotApplicable: [] };
    settled = settled.with(sessionId, { sessionId, at: '2026-11-05T10:00:00.000Z', account: nothing });
  }
  return { ...unopened, settled };
}

const account = (sessions: number): Account => ({
  stream: 'credits-org_1-2026-11',
  ledger: ledgerWith(sessions),
  revision: sessions,
  position: undefined,
});
const SHORT = bytesOf(ledgerWith(0));
const LONG = bytesOf(ledgerWith(100));

describe('the ledgers that are kept', () => {
  it('count by what they hold: a long history takes the room of many short ones', () => {
    const kept = new KeptAccounts(LONG + 10 * SHORT);
    for (let index = 0; index < 12; index += 1) kept.set(`short_${index}`, account(0));
    kept.set('long', account(100));
    const left = Array.from({ length: 12 }, (_, index) => index).filter((index) => kept.get(`short_${index}`));
    expect(left).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(kept.get('long')).toBeDefined();
  });

  it('count a ledger again as it grows', () => {
    const kept = new KeptAccounts(LONG + SHORT);
    kept.set('quiet', account(0));
    kept.set('other', account(0));
    kept.set('busy', account(0));
    kept.set('busy', account(100));
    expect([kept.get('quiet'), kept.get('other') !== undefined]).toEqual([undefined, true]);
  });

  it('keep a ledger that is larger than all of them may be, alone', () => {
    const kept = new KeptAccounts(LONG - 1);
    kept.set('short', account(0));
    kept.set('long', account(100));
    expect([kept.get('short'), kept.get('long')?.revision]).toEqual([undefined, 100]);
  });
});
