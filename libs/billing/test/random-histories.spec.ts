import { type Tally, liveThrough } from '../../../bench/ledger/random-history';
import { LEDGER_PROPERTY } from '../../../test/support/ledger-sizes';

/** Each takes half a millisecond. `npm run bench -- --only ledger` lives through a million. */
const HISTORIES = 20 * LEDGER_PROPERTY.numRuns;

describe('a ledger', () => {
  it(`comes to what a plain list of lots comes to, whatever it lives through (${HISTORIES} histories)`, () => {
    const tally: Tally = new Map();
    for (let number = 0; number < HISTORIES; number += 1) liveThrough(number, tally);
    // A history that does nothing would agree, too.
    const happened = [
      ...[
        'charge',
        'charge refused',
        'charge without effect',
        'lines',
        'lines refused',
        'settlement',
        'refund',
        'grant',
      ],
      ...['purchase', 'PurchaseReversed', 'ReversalUndone', 'debt paid', 'ChargeReapportioned', 'CreditsLapsed'],
      ...['ChargesCarried', 'top-up', 'top-up credited', 'top-up declined', 'top-up still in flight'],
      ...['grant that ends within a month', 'lapse within a month'],
      ...['OverageChanged', 'OverageSettled', 'purchase of overage', 'overage that the tier allows no longer'],
      ...['upgrade', 'OrganizationTierChanged', 'OrganizationTierScheduled', 'OrganizationTierKept'],
    ];
    expect(happened.filter((name) => !tally.has(name))).toEqual([]);
  });
});
