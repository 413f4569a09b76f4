import { type ContractSubject, write } from './contract';

export function collectionContract(subject: ContractSubject): void {
  describe('collections and checkpoints', () => {
    it('keeps collections apart and lists them by name', async () => {
      const [one, two] = [await subject.documents('one@2.1'), await subject.documents('two')];
      await one.bulk([write('a', 1, { in: 'one' })]);
      await two.bulk([write('a', 2, { in: 'two' })]);
      expect([(await one.get('a'))?.document, (await two.get('a'))?.document]).toEqual([{ in: 'one' }, { in: 'two' }]);
      expect(await subject.store().collections()).toEqual(['one@2.1', 'two']);
    });

    it('answers the same after its indexes were declared anew, with the documents that it had', async () => {
      const before = await subject.documents('documents', [['a'], ['b', 'a']]);
      await before.bulk([write('x', 1, { a: 2, b: true }), write('y', 2, { a: 1, b: true }), write('z', 3, undefined)]);
      const after = await subject.documents('documents', [['b', 'c'], ['a']]);
      const asked = { where: { b: true }, sort: [['a', 'ascending']] } as const;
      expect(await after.find(asked)).toEqual(await before.find(asked));
      expect((await after.find(asked)).map(({ id }) => id)).toEqual(['y', 'x']);
      await (await subject.documents('documents', [])).bulk([write('y', 4, { b: false })]);
      expect((await before.find(asked)).map(({ id }) => id)).toEqual(['x']);
    });

    it('drops a collection with its documents and tombstones, and nothing where there is none', async () => {
      await (await subject.documents('documents', [['a']])).bulk([write('x', 9, { a: 1 }), write('y', 9, undefined)]);
      await subject.store().dropCollection('documents');
      await subject.store().dropCollection('documents');
      expect(await subject.store().collections()).toEqual([]);
      const again = await subject.documents('documents', [['b']]);
      expect(await again.count()).toBe(0);
      expect(await again.bulk([write('y', 1, { b: 1 })])).toBe(1);
    });

    it.each(['', 'Upper', 'a b', 'a"b', "a'; --", '../a', 'a@1', 'a@1.x', 'a_b', '-a'])(
      'refuses the collection name %j',
      async (name) => {
        await expect(subject.documents(name)).rejects.toThrow(/not a collection name/);
        await expect(subject.store().dropCollection(name)).rejects.toThrow(/not a collection name/);
      },
    );

    it('keeps checkpoints by name, never moves one back, and forgets one when told', async () => {
      const store = subject.store();
      expect(await store.checkpoint('a')).toBeUndefined();
      await store.saveCheckpoint({ name: 'a', position: 5 });
      await store.saveCheckpoint({ name: 'reactor:b', position: 0 });
      await store.saveCheckpoint({ name: 'a', position: 3 });
      await (await subject.documents()).bulk([], { name: 'a', position: 4, mark: 'older' });
      expect([await store.checkpoint('a'), await store.checkpoint('reactor:b')]).toEqual([
        { position: 5 },
        { position: 0 },
      ]);
      await (await subject.documents()).bulk([], { name: 'a', position: 6, mark: 'newer' });
      expect(await store.checkpoint('a')).toEqual({ position: 6, mark: 'newer' });
      await store.saveCheckpoint({ name: 'a', position: 7, mark: 'newest' });
      expect(await store.checkpoint('a')).toEqual({ position: 7, mark: 'newest' });
      await store.removeCheckpoint('a');
      await store.removeCheckpoint('a');
      expect(await store.checkpoint('a')).toBeUndefined();
      await store.saveCheckpoint({ name: 'a', position: 1 });
      expect(await store.checkpoint('a')).toMatchObject({ position: 1 });
      await expect(store.saveCheckpoint({ name: 'a', position: -1 })).rejects.toThrow(/not a log position/);
    });

    it('says when it can no longer answer', async () => {
      const documents = await subject.documents();
      await subject.store().ping();
      await subject.store().close();
      await subject.store().close();
      await expect(subject.store().ping()).rejects.toThrow(/closed/);
      await expect(documents.get('a')).rejects.toThrow(/closed/);
      await expect(documents.bulk([write('a', 1, {})])).rejects.toThrow(/closed/);
    });
  });
}
