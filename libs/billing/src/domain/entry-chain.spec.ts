import { UnknownFact, noCredits, unknownType } from '@assay/kernel';
import { AT, base, chained, credits, opening, security, subject } from '../../test/ledger';
import { chargeSession } from './charging';
import { GENESIS_HASH, hashOf } from './credit-ledger';
import { type RecordedEntry, entryEventId, verify } from './entry-chain';
import type { LedgerEntry } from './events';
import { closePeriod } from './period-roll';
import { refundTools, settleCharge } from './refunding';

const entries = chained(
  opening(credits(50)),
  (state) => {
    const charged = chargeSession(
      { ...subject('ses_1'), at: AT, lines: [base, ...security('a', 'b', 'c')], categories: ['security'] },
      state,
    );
    return charged.ok ? charged.value : [];
  },
  (state) =>
    refundTools(
      {
        at: AT,
        sessionId: 'ses_1',
        tools: new Map([
          ['a', 'failed'],
          ['b', 'timed-out'],
        ]),
      },
      state,
    ),
  (state) => settleCharge({ at: AT, sessionId: 'ses_1', linesScanned: 1, issuesByCategory: {} }, state),
  (state) => closePeriod(state, AT),
);
const recorded = (list: readonly LedgerEntry[]): RecordedEntry[] =>
  list.map((entry, revision) => ({
    eventId: entryEventId(hashOf(entries[revision]!)),
    stream: 'credits-org_1-2026-11',
    revision,
    entry,
  }));

describe('the chain of entries', () => {
  it('begins with zeros and holds from entry to entry', () => {
    expect(entries[0]!.data.previousHash).toBe(GENESIS_HASH);
    expect(verify(recorded(entries))).toMatchObject({ broken: undefined, head: hashOf(entries.at(-1)!) });
  });

  it('survives being written as JSON and read back', () =>
    expect(verify(recorded(JSON.parse(JSON.stringify(entries)) as LedgerEntry[])).broken).toBeUndefined());

  it('has the balance after each entry in it', () => {
    expect(verify(recorded(entries)).entries.map(({ entry }) => entry.data.balance)).toEqual([
      0, 50_000_000, 48_000_000, 48_333_334, 48_666_667, 48_666_667, 48_666_667,
    ]);
  });

  it.each(entries.map((entry, revision) => [entry.type, revision] as const))(
    'shows that entry %s (%i) was changed',
    (_, revision) => {
      const changed = entries.map((entry, index) =>
        index === revision
          ? ({ ...entry, data: { ...entry.data, at: '2026-11-05T10:00:00.001Z' } } as LedgerEntry)
          : entry,
      );
      expect(verify(recorded(changed)).broken).toEqual({
        stream: 'credits-org_1-2026-11',
        revision,
        reason: 'its content is not what was recorded under its id',
      });
    },
  );

  it('shows that an entry was taken out', () => {
    const thinned = recorded(entries).filter(({ revision }) => revision !== 2);
    expect(verify(thinned).broken).toMatchObject({ revision: 3, reason: 'it does not follow the entry before it' });
  });

  it.each<[string, (entry: LedgerEntry) => object, string]>([
    [
      'CreditsCharged',
      () => ({ amount: credits(3) }),
      'it says 3000000 micro-credits where its lines add up to 2000000',
    ],
    [
      'CreditsCharged',
      ({ data }) => ({ drawn: [{ lot: 'included-2026-11', amount: credits(1) }], balance: data.balance + credits(1) }),
      'it says 2000000 micro-credits where its draws add up to 1000000',
    ],
    [
      'ChargeSettled',
      () => ({ charged: credits(5) }),
      'it says 5000000 micro-credits where its charges add up to 2000000',
    ],
    ['ChargeSettled', () => ({ refunded: noCredits }), 'it says 0 micro-credits where its refunds add up to 666667'],
  ])('adds a %s up, also where the whole chain was sealed anew', (type, forge, reason) => {
    const revision = entries.findIndex((entry) => entry.type === type);
    const forged: LedgerEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      const data = { ...entry.data, ...(index === revision && forge(entry)) };
      const previousHash = forged.length === 0 ? GENESIS_HASH : hashOf(forged.at(-1)!);
      forged.push({ type: entry.type, data: { ...data, previousHash } } as LedgerEntry);
    }
    const sealed = recorded(forged).map((item) => ({ ...item, eventId: entryEventId(hashOf(item.entry)) }));
    expect(verify(sealed).broken).toMatchObject({ revision, reason });
  });

  const unknown = { type: 'CreditsPooled', data: entries[1]!.data } as unknown as LedgerEntry;

  it('reports an entry that cannot be replayed instead of failing', () => {
    expect(verify(recorded([entries[0]!, unknown])).broken).toMatchObject({
      revision: 1,
      reason: 'its content is not what was recorded under its id',
    });
  });

  // No entry follows the newest one that could reveal the change: anchors do that.
  it.each(entries.slice(0, -1).map(({ type }, revision) => [type, revision] as const))(
    'reports a %s (revision %i) of which anything is missing instead of failing',
    (_, revision) => {
      for (const name of Object.keys(entries[revision]!.data)) {
        const data = { ...entries[revision]!.data, [name]: undefined };
        const damaged = { ...entries[revision]!, data } as unknown as LedgerEntry;
        const before = recorded(entries).slice(0, revision);
        const item = { ...recorded(entries)[revision]!, entry: damaged, eventId: entryEventId(hashOf(damaged)) };
        const after = recorded(entries).slice(revision + 1);
        expect({ name, at: verify([...before, item, ...after]).broken }).toMatchObject({ name, at: expect.anything() });
      }
    },
  );

  it('says nothing of a ledger that a newer release wrote to, and names what to start', () => {
    const [first, second] = recorded([entries[0]!, unknown]);
    const message =
      /org_1.*CreditsPooled \(credits-org_1-2026-11, revision 1\).*release 9\.1\.0.*Start release 9\.1\.0/;
    const sealed = { ...second!, eventId: entryEventId(hashOf(unknown)), release: '9.1.0' };
    expect(() => verify([first!, sealed])).toThrow(message);
    const newerShape = { ...entries[1]!, type: unknownType(entries[1]!.type, 2) } as unknown as LedgerEntry;
    expect(() => verify([first!, { ...recorded(entries)[1]!, entry: newerShape }])).toThrow(UnknownFact);
  });

  it('does not believe a balance that the replay does not have, even under a matching hash', () => {
    const boasting = { ...entries[1]!, data: { ...entries[1]!.data, balance: credits(1_000) } } as LedgerEntry;
    const [first] = recorded(entries);
    const forged: RecordedEntry = {
      eventId: entryEventId(hashOf(boasting)),
      stream: 'credits-org_1-2026-11',
      revision: 1,
      entry: boasting,
    };
    expect(verify([first!, forged]).broken).toMatchObject({
      revision: 1,
      reason: expect.stringContaining('claims a balance of 1000000000') as string,
    });
  });
});
