import { SLICE, slicesOf } from './slices';

describe('slices', () => {
  it('have all items once, in order, and there is one of nothing', () => {
    const items = Array.from({ length: 2 * SLICE + 1 }, (_, index) => index);
    expect(slicesOf(items).map(({ length }) => length)).toEqual([SLICE, SLICE, 1]);
    expect(slicesOf(items).flat()).toEqual(items);
    expect(slicesOf([])).toEqual([[]]);
    expect(slicesOf(items.slice(0, SLICE))).toHaveLength(1);
  });
});
