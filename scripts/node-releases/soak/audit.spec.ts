import { type Audit, assertSound } from './audit';

const sound: Audit = {
  entries: [{ type: 'grant' }, { type: 'charge' }, { type: 'settlement' }, { type: 'charge' }, { type: 'settlement' }],
  chain: { valid: true },
  drift: { difference: 0 },
};

describe('the ledger after a soak', () => {
  it('is sound where each session was settled', () => {
    expect(() => assertSound(sound, 2)).not.toThrow();
  });

  it.each([
    ['a broken chain', { chain: { valid: false } }, 'the hash chain of the ledger is broken'],
    ['another balance', { drift: { difference: -3 } }, 'the read model of the balance is -3 credits from the ledger'],
    ['a session too few', { entries: [{ type: 'settlement' }] }, 'the ledger has settled 1 of 2 sessions'],
  ])('is not with %s', (_, difference, message) => {
    expect(() => assertSound({ ...sound, ...difference }, 2)).toThrow(message);
  });
});
