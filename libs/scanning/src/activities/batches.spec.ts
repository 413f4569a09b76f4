import fc from 'fast-check';
import { batchesOf } from './batches';

describe('batching findings into events', () => {
  it('loses nothing, keeps the order, and fills no batch over the limit unless by one item alone', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200 })), fc.integer({ min: 1, max: 500 }), (items, limit) => {
        const batches = batchesOf(items, limit);
        expect(batches.flat()).toEqual(items);
        for (const batch of batches)
          expect(
            batch.length === 1 ||
              batch.reduce((size, item) => size + Buffer.byteLength(JSON.stringify(item)), 0) <= limit,
          ).toBe(true);
        expect(batches.every(({ length }) => length > 0)).toBe(true);
      }),
    ));
});
