import fc from 'fast-check';
import { squarified } from './squarified';

const WITHIN = { x: 0, y: 0, width: 600, height: 400 };

describe('a squarified treemap', () => {
  it('is the one of the paper that describes it', () => {
    const areas = squarified([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    expect(areas.slice(0, 2)).toEqual([
      { x: 0, y: 0, width: 3, height: 2 },
      { x: 0, y: 2, width: 3, height: 2 },
    ]);
    const ratios = areas.map(({ width, height }) => Math.max(width / height, height / width));
    expect(Math.max(...ratios.slice(0, 6))).toBeLessThan(2.3);
  });

  it('fills its place with areas in proportion to the weights, none of which overlap', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 }), (given) => {
        const weights = given.toSorted((a, b) => b - a);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const areas = squarified(weights, WITHIN);
        for (const [index, { x, y, width, height }] of areas.entries()) {
          expect(width * height).toBeCloseTo((weights[index]! / total) * 240_000, 3);
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(600.001);
          expect(y + height).toBeLessThanOrEqual(400.001);
          for (const other of areas.slice(index + 1)) {
            const apart =
              other.x >= x + width - 0.001 ||
              x >= other.x + other.width - 0.001 ||
              other.y >= y + height - 0.001 ||
              y >= other.y + other.height - 0.001;
            if (!apart) throw new Error('two areas overlap');
          }
        }
      }),
    ));
});
