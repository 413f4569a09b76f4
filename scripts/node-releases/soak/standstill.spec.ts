import { Standstill } from './standstill';

describe('a standstill', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is none while something is done now and then, however long it all takes', () => {
    let noticed = 0;
    const standstill = new Standstill(1_000, () => (noticed += 1));
    for (let n = 0; n < 100; n += 1) {
      jest.advanceTimersByTime(999);
      standstill.done();
    }
    expect(noticed).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(noticed).toBe(1);
  });

  it('is none after the end', () => {
    let noticed = 0;
    const standstill = new Standstill(1_000, () => (noticed += 1));
    standstill.over();
    jest.advanceTimersByTime(5_000);
    expect(noticed).toBe(0);
  });
});
