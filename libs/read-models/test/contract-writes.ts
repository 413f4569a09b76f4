import fc from 'fast-check';
import { type ContractSubject, type Loose, write } from './contract';

export function writeContract(subject: ContractSubject): void {
  describe('writes', () => {
    it('gives back what was written, with its position', async () => {
      const documents = await subject.documents();
      const document = {
        text: 'größe 🧭 \u0000 "quoted"',
        nested: { list: [1, null, { a: false }] },
        number: 0.1 + 0.2,
        large: 1e300,
        none: null,
      };
      expect(await documents.bulk([write('a', 7, document)])).toBe(1);
      expect(await documents.get('a')).toEqual({ id: 'a', position: 7, document });
      expect(await documents.get('b')).toBeUndefined();
    });

    it('keeps documents and checkpoints when it is opened again', async () => {
      await (await subject.documents()).bulk([write('a', 1, { a: 1 }), write('b', 2, undefined)], {
        name: 'documents',
        position: 9,
      });
      const store = await subject.reopen();
      const documents = await subject.documents();
      expect(await documents.get('a')).toEqual({ id: 'a', position: 1, document: { a: 1 } });
      expect(await documents.getForUpdate(['b'])).toEqual(new Map([['b', { position: 2, document: undefined }]]));
      expect(await store.checkpoint('documents')).toMatchObject({ position: 9 });
    });

    it('skips a write that is not newer than what is stored, and says how many took effect', async () => {
      const documents = await subject.documents();
      expect(await documents.bulk([write('a', 5, { version: 'five' }), write('b', 5, { version: 'five' })])).toBe(2);
      expect(
        await documents.bulk([
          write('a', 5, { version: 'again' }),
          write('b', 4, { version: 'older' }),
          write('c', 1, {}),
        ]),
      ).toBe(1);
      expect((await documents.getMany(['a', 'b'])).map(({ document }) => document.version)).toEqual(['five', 'five']);
    });

    it('lets the newest of several writes of one document win inside a batch, whatever their order', async () => {
      const documents = await subject.documents();
      expect(await documents.bulk([write('a', 2, { n: 2 }), write('a', 3, { n: 3 }), write('a', 1, { n: 1 })])).toBe(2);
      expect(await documents.get('a')).toEqual({ id: 'a', position: 3, document: { n: 3 } });
    });

    it('remembers a removal, so that an older write cannot bring the document back and a newer one can', async () => {
      const documents = await subject.documents();
      await documents.bulk([write('a', 1, { n: 1 }), write('a', 5, undefined)]);
      expect(await documents.bulk([write('a', 4, { n: 4 })])).toBe(0);
      expect(await documents.get('a')).toBeUndefined();
      expect(await documents.getMany(['a'])).toEqual([]);
      expect(await documents.find({ where: { n: null } })).toEqual([]);
      expect(await documents.count()).toBe(0);
      expect(await documents.countBy('n')).toEqual(new Map());
      expect(await documents.getForUpdate(['a', 'unknown'])).toEqual(
        new Map([['a', { position: 5, document: undefined }]]),
      );
      expect(await documents.bulk([write('a', 6, { n: 6 })])).toBe(1);
      expect((await documents.get('a'))?.document).toEqual({ n: 6 });
    });

    it('remembers the removal of a document that it never had', async () => {
      const documents = await subject.documents();
      expect(await documents.bulk([write('a', 5, undefined)])).toBe(1);
      expect(await documents.bulk([write('a', 4, { n: 4 })])).toBe(0);
    });

    it('keeps apart ids that look alike', async () => {
      const documents = await subject.documents();
      const ids = [
        'a',
        'A',
        'a ',
        ' a',
        'é',
        'e\u0301',
        '💥',
        "'; DROP TABLE x; --",
        '"a"',
        '$a',
        'a.b',
        '%',
        '1',
        '01',
        '1.0',
        'null',
        'a'.repeat(900),
      ];
      await documents.bulk(ids.map((id, index) => write(id, 1, { index })));
      expect((await documents.getMany([...ids].reverse())).map(({ id }) => id)).toEqual([...ids].reverse());
      expect(await documents.count()).toBe(ids.length);
    });

    it('gives many documents in the order that was asked for, without the missing ones', async () => {
      const documents = await subject.documents();
      await documents.bulk(Array.from({ length: 2_500 }, (_, n) => write(`d${n}`, 1, { n })));
      const asked = Array.from({ length: 3_000 }, (_, n) => `d${2_999 - n}`);
      expect((await documents.getMany(asked)).map(({ document }) => document.n)).toEqual(
        Array.from({ length: 2_500 }, (_, n) => 2_499 - n),
      );
      expect(await documents.getMany([])).toEqual([]);
    });

    it('refuses what is no document, no id or no position, and writes nothing of that batch', async () => {
      const documents = await subject.documents();
      const bad = [
        write('', 1, {}),
        write('a\ud800', 1, {}),
        write('a', -1, {}),
        write('a', 1.5, {}),
        write('a', NaN, {}),
        write('a', 1, [] as unknown as Loose),
        write('a', 1, 'text' as unknown as Loose),
        write('a', 1, null as unknown as Loose),
      ];
      for (const one of bad) {
        await expect(documents.bulk([write('good', 1, {}), one], { name: 'c', position: 1 })).rejects.toThrow(
          /id|position|object/,
        );
      }
      expect(await documents.count()).toBe(0);
      expect(await subject.store().checkpoint('c')).toBeUndefined();
    });

    it('saves no checkpoint for documents that could not be written', async () => {
      const documents = await subject.documents();
      const circular: Loose = {};
      circular.self = circular;
      await expect(documents.bulk([write('a', 1, circular)], { name: 'c', position: 1 })).rejects.toThrow(/circular/i);
      expect(await subject.store().checkpoint('c')).toBeUndefined();
      expect(await documents.bulk([write('a', 1, {})], { name: 'c', position: 1 })).toBe(1);
    });

    it('takes any number of batches at once: each document ends at its newest write', async () => {
      const documents = await subject.documents();
      const batches = Array.from({ length: 20 }, (_, batch) =>
        Array.from({ length: 25 }, (__, n) =>
          write(`d${n}`, ((batch * 7 + n) % 20) + 1, { at: ((batch * 7 + n) % 20) + 1 }),
        ),
      );
      await Promise.all(batches.map((batch, n) => documents.bulk(batch, { name: 'c', position: n + 1 })));
      const found = await documents.find();
      expect(found).toHaveLength(25);
      expect(found.every(({ position, document }) => position === 20 && document.at === 20)).toBe(true);
      expect(await subject.store().checkpoint('c')).toMatchObject({ position: 20 });
    });

    it('ends the same whatever is delivered again, and in whatever order', async () => {
      let round = 0;
      const writes = fc.array(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c'),
          position: fc.integer({ min: 1, max: 30 }),
          removed: fc.boolean(),
        }),
        { minLength: 1, maxLength: 30 },
      );
      await fc.assert(
        fc.asyncProperty(
          writes.chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
          ),
          async ([list, deliveries]) => {
            const documents = await subject.documents(`round-${(round += 1)}`);
            // One event makes one document: what is at a position is decided by the position.
            const decided = new Map(list.map((one) => [`${one.id}${one.position}`, one]));
            for (const { id, position } of deliveries) {
              const { removed } = decided.get(`${id}${position}`)!;
              await documents.bulk([write(id, position, removed ? undefined : { position })]);
            }
            const newest = new Map<string, { position: number; document: Loose | undefined }>();
            for (const { id, position, removed } of decided.values()) {
              if ((newest.get(id)?.position ?? 0) < position)
                newest.set(id, { position, document: removed ? undefined : { position } });
            }
            expect(await documents.getForUpdate(['a', 'b', 'c'])).toEqual(newest);
            await subject.store().dropCollection(documents.name);
          },
        ),
        { numRuns: 25 },
      );
    });
  });
}
