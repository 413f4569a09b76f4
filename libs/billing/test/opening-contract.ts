import { type EventStore, MAX_APPEND_BYTES } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { CreditAccounts } from '../src/credit-accounts';
import { verify } from '../src/domain/entry-chain';
import { ledgerStream } from '../src/domain/events';
import { LedgerHistory } from '../src/ledger-history';
import { LedgerTime } from '../src/ledger-time';
import { OPEN_CHARGES } from '../../../test/support/ledger-sizes';
import type { BillingWorld } from './billing-world';
import { ORGANIZATION } from './ledger';
import { november } from './november';

/** Entries of November that are appended at once: less than a megabyte. */
const BATCH = 150;

/** The same ledger on a real store. The world in memory makes it faster than commands on the store would. */
async function copied(world: BillingWorld, store: EventStore): Promise<void> {
  for (const stream of [organizationStream(ORGANIZATION), 'ledger-time', ledgerStream(ORGANIZATION, '2026-11')]) {
    const events = world.store.log.filter((event) => event.stream === stream);
    for (let from = 0; from < events.length; from += BATCH)
      await store.append(stream, events.slice(from, from + BATCH));
  }
}

/** A store as it is, and the bytes of data of each append to it. */
function measured(store: EventStore): { readonly store: EventStore; readonly appends: number[] } {
  const appends: number[] = [];
  return {
    appends,
    store: new Proxy(store, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (name === 'append') appends.push(Buffer.byteLength(JSON.stringify(args[1])));
          return (member as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    }),
  };
}

/** @param open gives an empty store each time */
export function openingContract(name: string, open: () => Promise<EventStore>): void {
  describe(`on ${name}, a month`, () => {
    it.each([
      [300, 36],
      [OPEN_CHARGES, 16],
    ])(
      'with %i open charges is opened in appends that the store takes',
      async (charges, tools) => {
        const world = await november(charges, tools);
        const events = await open();
        try {
          await copied(world, events);
          const { store, appends } = measured(events);
          const accounts = new CreditAccounts(store, world.clock, new LedgerTime(store, world.clock), world.prices);
          const { ledger } = await accounts.post(ORGANIZATION, () => []);
          expect([ledger.period, ledger.status, ledger.openCharges.size]).toEqual(['2026-12', 'open', charges]);
          expect(appends.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(MAX_APPEND_BYTES);
          expect(Math.max(...appends)).toBeLessThan(MAX_APPEND_BYTES / 2);
          const { broken, entries } = verify(await new LedgerHistory(events, world.clock).whole(ORGANIZATION));
          expect(broken).toBeUndefined();
          expect(entries.at(-1)!.stream).toBe(ledgerStream(ORGANIZATION, '2026-12'));
        } finally {
          await events.close();
        }
      },
      240_000,
    );
  });
}
