import { SLICE, LoopTurns, slicesOf } from './turns';

describe('turns of the loop', () => {
  /** A loop and a clock that the test moves. */
  const world = () => {
    let now = 0;
    let given = 0;
    const waiting: (() => void)[] = [];
    const next = () => {
      given += 1;
      for (const done of waiting.splice(0)) done();
    };
    const turns = new LoopTurns({
      now: () => now,
      turn: async () => next(),
      atNextTurn: (done) => void waiting.push(done),
    });
    return { work: (milliseconds: number) => turns.after(() => (now += milliseconds)), next, given: () => given };
  };

  it('come after more than 10 ms of work, however small its pieces are', async () => {
    const { work, given } = world();
    for (const _ of Array.from({ length: 10 })) await work(1);
    expect(given()).toBe(0);
    await work(1);
    expect(given()).toBe(1);
    for (const _ of Array.from({ length: 22 })) await work(1);
    expect(given()).toBe(3);
  });

  it('are not asked for where they come by themselves', async () => {
    const { work, next, given } = world();
    for (const _ of Array.from({ length: 20 })) {
      await work(9);
      next();
    }
    expect(given()).toBe(20); // those of the test
  });

  it('are of no concern to work that fails, which says so', async () => {
    const turns = new LoopTurns();
    await expect(
      turns.after(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  });
});

describe('slices', () => {
  it('have all items once, in order, and there is one of nothing', () => {
    const items = Array.from({ length: 2 * SLICE + 1 }, (_, index) => index);
    expect(slicesOf(items).map(({ length }) => length)).toEqual([SLICE, SLICE, 1]);
    expect(slicesOf(items).flat()).toEqual(items);
    expect(slicesOf([])).toEqual([[]]);
    expect(slicesOf(items.slice(0, SLICE))).toHaveLength(1);
  });
});
