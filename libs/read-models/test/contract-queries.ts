import fc from 'fast-check';
import type { Query, StoredDocument, Where } from '../src';
import { type ContractSubject, type Loose, write } from './contract';
import { answer, tally } from './query-model';

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).join('');

const FIELDS = ['a', 'b', 'nested.c', 'with-dash.d_1'] as const;
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, '', '1', 'a', 'b', 'é', '\uffff', '🧭', 2 ** 53, -(2 ** 60), 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const bound = (key: string) => fc.record({ [key]: scalar });
const condition = fc.oneof(
  scalar,
  fc.record({ in: fc.array(scalar, { maxLength: 4 }) }),
  bound('gt'),
  bound('gte'),
  bound('lt'),
  bound('lte'),
  fc.record({ gte: scalar, lt: scalar }),
);
const where = fc.dictionary(fc.constantFrom(...FIELDS), condition, { maxKeys: 2 }) as fc.Arbitrary<Where>;
const sort = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom('ascending' as const, 'descending' as const)),
  { maxLength: 3, selector: ([field]) => field },
);
const query: fc.Arbitrary<Query> = fc.record(
  { where, sort, limit: fc.nat({ max: 12 }), offset: fc.nat({ max: 6 }) },
  { requiredKeys: [] },
);
const value = fc.oneof({ weight: 9, arbitrary: scalar }, { weight: 1, arbitrary: fc.constantFrom({ x: 1 }, {}) });
const document = fc.record(
  { a: value, b: value, nested: fc.record({ c: value }, { requiredKeys: [] }), 'with-dash': fc.record({ d_1: value }) },
  { requiredKeys: [] },
) as fc.Arbitrary<Loose>;

export function queryContract(subject: ContractSubject): void {
  describe('queries', () => {
    const given = async (documents: Record<string, Loose>, indexes: string[][] = []) => {
      const collection = await subject.documents('documents', indexes);
      await collection.bulk(Object.entries(documents).map(([id, one], index) => write(id, index + 1, one)));
      return collection;
    };
    const mixed = {
      a: {},
      b: { v: null },
      c: { v: 1 },
      d: { v: 2 },
      e: { v: '1' },
      f: { v: 'z' },
      g: { v: false },
      h: { v: true },
      i: { v: { x: 1 } },
    };

    it('answers like a plain walk over all documents, with an index and without, whatever is asked', async () => {
      let round = 0;
      const scenario = fc.tuple(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }), document), { maxLength: 25 }),
        fc.array(fc.tuple(query, fc.constantFrom(...FIELDS)), { minLength: 3, maxLength: 6 }),
        fc.subarray([['a'], ['a', 'b'], ['nested.c', 'a'], ['with-dash.d_1']]),
      );
      await fc.assert(
        fc.asyncProperty(scenario, async ([written, queries, indexes]) => {
          const collection = await subject.documents(`round-${(round += 1)}`, indexes);
          await collection.bulk(written.map(([id, one], index) => write(id, index + 1, one)));
          const model = new Map<string, StoredDocument<Loose>>();
          written.forEach(([id, one], index) => model.set(id, { id, position: index + 1, document: one }));
          for (const [asked, field] of queries) {
            expect(await collection.find(asked)).toEqual(answer([...model.values()], asked));
            expect(await collection.count(asked.where)).toBe(
              answer([...model.values()], { where: asked.where }).length,
            );
            expect(await collection.countBy(field, asked.where)).toEqual(
              tally([...model.values()], field, asked.where ?? {}),
            );
          }
          await subject.store().dropCollection(collection.name);
        }),
        { numRuns: 60 },
      );
    });

    it('matches null with a missing field', async () => {
      const documents = await given(mixed);
      expect(ids(await documents.find({ where: { v: null } }))).toBe('ab');
      expect(ids(await documents.find({ where: { v: { in: [null, 2] } } }))).toBe('abd');
      expect(ids(await documents.find({ where: { 'v.deeper': null, w: null } }))).toBe('abcdefghi');
    });

    it.each<[unknown, string]>([
      [1, 'c'],
      ['1', 'e'],
      [true, 'h'],
      [false, 'g'],
      ['{"x":1}', ''],
      [{ gt: 1 }, 'd'],
      [{ gte: 1 }, 'cd'],
      [{ lt: 2 }, 'c'],
      [{ gt: '1' }, 'f'],
      [{ lt: 'z' }, 'e'],
      [{ lte: true }, 'gh'],
      [{ gt: false }, 'h'],
      [{ gte: null }, 'ab'],
      [{ lte: null }, 'ab'],
      [{ gt: null }, ''],
      [{ lt: null }, ''],
      [{ gt: 1, lt: 'z' }, ''],
      [{ in: [1, '1', true] }, 'ceh'],
      [{ in: [] }, ''],
    ])('keeps types apart: %j finds "%s"', async (asked, expected) => {
      for (const indexes of [[], [['v']]]) {
        expect(ids(await (await given(mixed, indexes)).find({ where: { v: asked } as Where }))).toBe(expected);
      }
    });

    it('sorts null and missing first, then numbers, strings and booleans, with ties by id', async () => {
      const { i: _composite, ...scalars } = mixed;
      const documents = await given(scalars, [['v']]);
      expect(ids(await documents.find({ sort: [['v', 'ascending']] }))).toBe('abcdefgh');
      expect(ids(await documents.find({ sort: [['v', 'descending']] }))).toBe('hgfedcab');
    });

    it('pages without losing or repeating a document, however many tie', async () => {
      const documents = await given(
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`d${String(n).padStart(2, '0')}`, { tie: n % 3 }])),
        [['tie']],
      );
      for (const direction of ['ascending', 'descending'] as const) {
        const all = await documents.find({ sort: [['tie', direction]] });
        const pages = await Promise.all(
          Array.from({ length: 9 }, (_, page) =>
            documents.find({ sort: [['tie', direction]], limit: 7, offset: page * 7 }),
          ),
        );
        expect(pages.flat()).toEqual(all);
        expect(new Set(all.map(({ id }) => id)).size).toBe(60);
      }
    });

    it('takes a limit of 0 at its word', async () => {
      const documents = await given(mixed);
      expect(await documents.find({ limit: 0 })).toEqual([]);
      expect(ids(await documents.find({ offset: 7 }))).toBe('hi');
      expect(await documents.find({ offset: 700 })).toEqual([]);
    });

    it('counts by value, those without one under null', async () => {
      expect(await (await given({ ...mixed, j: { v: 2 } })).countBy('v')).toEqual(
        new Map<unknown, number>([
          [null, 2],
          [1, 1],
          [2, 2],
          ['1', 1],
          ['z', 1],
          [false, 1],
          [true, 1],
        ]),
      );
    });

    it('looks for thousands of values at once', async () => {
      const documents = await given(mixed, [['v']]);
      expect(ids(await documents.find({ where: { v: { in: Array.from({ length: 50_000 }, (_, n) => n) } } }))).toBe(
        'cd',
      );
    });

    it.each(["v'", 'v"', 'a b', '$where', 'a..b', '', '.a', 'a.', 'list.0', "x') OR 1=1 --", 'a\u0000', 'ü'])(
      'refuses the field name %j',
      async (field) => {
        const documents = await given(mixed);
        await expect(documents.find({ where: { [field]: 1 } })).rejects.toThrow(/not a field path/);
        await expect(documents.find({ sort: [[field, 'ascending']] })).rejects.toThrow(/not a field path/);
        await expect(documents.countBy(field)).rejects.toThrow(/not a field path/);
        await expect(subject.documents('other', [[field]])).rejects.toThrow(/not a field path/);
      },
    );

    it.each([
      undefined,
      NaN,
      Infinity,
      {},
      { near: 1 },
      { gt: undefined },
      { in: [undefined] },
      { in: 'ab' },
      ['a'],
      1n,
    ])('refuses the condition %p instead of asking for everything', async (bad) => {
      await expect((await given(mixed)).find({ where: { v: bad } as never })).rejects.toThrow(/v/);
    });

    it.each<Query>([
      { limit: -1 },
      { limit: 1.5 },
      { limit: NaN },
      { offset: -1 },
      { offset: Infinity },
      { sort: [['v', 'sideways' as never]] },
    ])('refuses %p', async (bad) => {
      await expect((await given(mixed)).find(bad)).rejects.toThrow(/limit|offset|direction/);
    });
  });
}
