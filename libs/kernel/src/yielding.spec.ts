import { LoopYield, inSlices, inSteps } from './yielding';

describe('work in slices', () => {
  it('yields after each 50 items', async () => {
    async function* items() {
      for (let item = 0; item < 260; item += 1) yield item;
    }
    const done: number[] = [];
    const yieldsAfter: number[] = [];
    const yielding = () => Promise.resolve(void yieldsAfter.push(done.length));
    for await (const item of inSlices(items(), { yielding })) done.push(item);
    expect(done).toHaveLength(260);
    expect(yieldsAfter).toEqual([50, 100, 150, 200, 250]);
  });

  it('has slices of another size on request', async () => {
    const yieldsAfter: number[] = [];
    let done = 0;
    const yielding = () => Promise.resolve(void yieldsAfter.push(done));
    for await (const item of inSlices([1, 2, 3, 4, 5], { size: 2, yielding })) done = item;
    expect(yieldsAfter).toEqual([2, 4]);
  });
});

describe('work in steps', () => {
  it('yields after each step, and has the result of the last', async () => {
    const seen: string[] = [];
    function* steps(): Generator<void, string> {
      seen.push('first');
      yield;
      seen.push('second');
      return 'done';
    }
    setImmediate(() => seen.push('others'));
    expect(await inSteps(steps())).toBe('done');
    expect(seen).toEqual(['first', 'others', 'second']);
  });
});

describe('work in many small pieces', () => {
  /** A loop and a clock that the test moves. */
  const world = () => {
    let now = 0;
    let given = 0;
    const waiting: (() => void)[] = [];
    const next = () => {
      given += 1;
      for (const done of waiting.splice(0)) done();
    };
    const loop = new LoopYield({
      now: () => now,
      yielding: async () => next(),
      atNextRound: (done) => void waiting.push(done),
    });
    return { work: (milliseconds: number) => loop.after(() => (now += milliseconds)), next, given: () => given };
  };

  it('yields after more than 10 ms, however small its pieces are', async () => {
    const { work, given } = world();
    for (const _ of Array.from({ length: 10 })) await work(1);
    expect(given()).toBe(0);
    await work(1);
    expect(given()).toBe(1);
    for (const _ of Array.from({ length: 22 })) await work(1);
    expect(given()).toBe(3);
  });

  it('does not yield if the loop goes round by itself', async () => {
    const { work, next, given } = world();
    for (const _ of Array.from({ length: 20 })) {
      await work(9);
      next();
    }
    expect(given()).toBe(20); // those of the test
  });

  it('fails with its own error', async () => {
    const loop = new LoopYield();
    await expect(
      loop.after(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  });
});
