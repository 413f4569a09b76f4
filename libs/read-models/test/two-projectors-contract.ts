import fc from 'fast-check';
import type { Projection, Projector } from '../src';
import {
  type Account,
  type AccountEvent,
  accounts,
  closed,
  deposited,
  totals,
  transferred,
  unhandled,
} from './account-projections';
import { accountsOf, everything, projectorFixture } from './projector-fixture';
import { eventually } from './eventually';
import type { StoreSource } from './store-source';

/** An old projector that still lives, or a rebuild from the command line beside a running one: on every store. */
export function twoProjectorsContract(name: string, stores: StoreSource): void {
  describe(`two projectors at once: ${name}`, () => {
    const fixture = projectorFixture(stores);
    const watchful = { lookForReplacementsMs: 2 };
    const filled = () =>
      fixture.events.write(
        'a',
        deposited(5),
        transferred('a', 'b', 2),
        unhandled,
        deposited(1),
        transferred('b', 'c', 1),
      );
    const generationOf = async (projector: Projector) => (await projector.status())[0];

    it('end at the same documents as one, whatever happens', async () => {
      const stream = fc.constantFrom('a', 'b', 'c');
      const happening = fc.oneof(
        fc.record({ stream, event: fc.integer({ min: 0, max: 9 }).map(deposited) }),
        fc.record({
          stream,
          event: fc
            .tuple(stream, stream, fc.nat({ max: 5 }))
            .map(([from, to, amount]) => transferred(from, to, amount)),
        }),
        fc.record({ stream, event: fc.constantFrom(closed, unhandled) }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(happening, { maxLength: 30 }),
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 5 }),
          async (history, one, other) => {
            await fixture.store.close();
            await fixture.renew();
            const projectors = await Promise.all(
              [one, other].map((batchSize) => fixture.started([accounts, totals], { batchSize })),
            );
            for (const { stream: to, event } of history) fixture.events.write(to, event);
            await Promise.all(projectors.map((projector) => projector.waitFor(history.length)));
            const together = await everything(projectors[0]!);
            expect(await everything(projectors[1]!)).toEqual(together);
            for (const projector of projectors) await fixture.stop(projector);
            const alone = await fixture.started([accounts, totals]);
            await alone.rebuild('accounts');
            await alone.rebuild('totals');
            expect(await everything(alone)).toEqual(together);
            await fixture.stop(alone);
          },
        ),
        { numRuns: 10 },
      );
    });

    it('build the same generation together where there is none yet', async () => {
      filled();
      const projectors = await Promise.all([
        fixture.started([accounts], { batchSize: 1, ...watchful }),
        fixture.started([accounts], { batchSize: 2, ...watchful }),
      ]);
      for (const projector of projectors) await projector.waitFor(5);
      for (const projector of projectors)
        expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
      await eventually(fixture.generations, (names) => names.length === 1);
    });

    it('go on with the generation that one of them rebuilt and left', async () => {
      const running = await fixture.started([accounts, totals], watchful);
      await running.waitFor(filled());
      const command = await fixture.started([accounts, totals]);
      await command.rebuild('accounts');
      await fixture.stop(command);
      // Events before the running projector has noticed are not lost either: it continues where the other one stopped.
      fixture.events.write('a', deposited(100));
      const rebuilt = await fixture.store.collection<Account>({ name: 'accounts@1.2' });
      await eventually(
        () => rebuilt.get('a'),
        (found) => found?.document.balance === 104,
      );
      await running.waitFor(fixture.events.write('a', deposited(1)));
      expect((await rebuilt.get('a'))?.document.balance).toBe(105);
      expect((await accountsOf(running).get('a'))?.document.balance).toBe(105);
      await eventually(fixture.generations, (names) => names.join() === 'accounts@1.2,totals@1.1');
    });

    it('never serve a build that the other one gave up half way', async () => {
      const first = await fixture.started([accounts], { batchSize: 1 });
      await first.ready();
      await first.waitFor(filled());
      let second: Projector | undefined;
      const declared = fixture.store.collection.bind(fixture.store);
      fixture.store.collection = async (definition) => {
        // The documents are written, but the swap has not happened: a projector that starts now finds an interrupted
        // rebuild.
        if (definition.name === 'accounts@1.2' && definition.indexes?.length)
          second = await fixture.started([accounts]);
        return declared(definition);
      };
      await expect(first.rebuild('accounts')).rejects.toThrow(/kept by another process/);
      expect(await fixture.generations()).toEqual(['accounts@1.1']);
      await first.waitFor(fixture.events.write('a', deposited(0)));
      for (const projector of [first, second!]) {
        await projector.waitFor(5);
        expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
      }
    });

    it('leave the build of a newer version alone when the older one starts again', async () => {
      await fixture.stop(await fixture.started([accounts]));
      filled();
      const building = await fixture.store.collection<Account>({ name: 'accounts@2.9', indexes: [] });
      const records = await fixture.store.collection<object>({ name: 'read-model-generations', indexes: [] });
      await records.bulk([
        { id: 'accounts', position: 1_000, document: { active: 'accounts@1.1', building: building.name } },
      ]);
      const old = await fixture.started([accounts]);
      await old.waitFor(5);
      expect(await fixture.generations()).toEqual(['accounts@1.1', 'accounts@2.9']);
      await old.rebuild('accounts');
      expect((await accountsOf(old).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
      expect(await fixture.generations()).toContain('accounts@1.10');
    });

    it('leave what a newer version serves alone, and say so', async () => {
      const old = await fixture.started([accounts], watchful);
      await old.waitFor(filled());
      const marked: Projection<Account, AccountEvent> = {
        ...accounts,
        version: 2,
        apply: (account, event, id) => {
          const after = accounts.apply(account, event, id);
          return after && { ...after, owner: `${id}!` };
        },
      };
      const current = await fixture.started([marked]);
      await current.waitFor(5);
      await eventually(
        () => generationOf(old),
        (status) => status?.state === 'failed',
      );
      expect(await generationOf(old)).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/accounts@2\.2 is of another version than 1/),
      });
      await current.waitFor(fixture.events.write('a', deposited(10)));
      for (const projector of [old, current])
        expect((await accountsOf(projector).get('a'))?.document).toEqual({ owner: 'a!', balance: 14, entries: 4 });
      await eventually(fixture.generations, (names) => names.join() === 'accounts@2.2');
    });
  });
}
