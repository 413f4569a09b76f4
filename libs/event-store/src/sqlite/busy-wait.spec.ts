import { BusyWait } from './busy-wait';

/** How many of so many waits were worth looking. */
const triedOf = (waits: number, looking: BusyWait, found: boolean): number => {
  let tried = 0;
  for (let wait = 0; wait < waits; wait += 1) {
    if (!looking.worthIt()) continue;
    tried += 1;
    looking.ended(found);
  }
  return tried;
};

describe('a busy wait', () => {
  it('is tried each time while it finds something', () => {
    expect(triedOf(1_000, new BusyWait(), true)).toBe(1_000);
  });

  it('is tried ever more seldom while it does not, but never given up', () => {
    const looking = new BusyWait();
    expect(triedOf(1_000, looking, false)).toBeLessThan(15);
    expect(triedOf(1_000, looking, false)).toBeGreaterThanOrEqual(3);
  });

  it('is trusted again once it found something', () => {
    const looking = new BusyWait();
    triedOf(1_000, looking, false);
    while (!looking.worthIt());
    looking.ended(true);
    expect(triedOf(100, looking, true)).toBe(100);
  });
});
