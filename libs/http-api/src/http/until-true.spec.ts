import { untilTrue } from './until-true';

const delays = { initialDelayMs: 1, maxDelayMs: 1 };

describe('a condition that is awaited', () => {
  it('is asked for until it is met', async () => {
    let asked = 0;
    expect(await untilTrue(async () => ++asked === 3, { delays, over: new AbortController().signal })).toBe(true);
    expect(asked).toBe(3);
  });

  it('is asked for once after the time is over, and then no more', async () => {
    let asked = 0;
    const over = AbortSignal.abort();
    expect(await untilTrue(async () => ++asked === 2, { delays, over })).toBe(false);
    expect(await untilTrue(async () => ++asked === 2, { delays, over })).toBe(true);
  });

  it('fails with the error of the question', () =>
    expect(
      untilTrue(() => Promise.reject(new Error('away')), { delays, over: new AbortController().signal }),
    ).rejects.toThrow('away'));
});
