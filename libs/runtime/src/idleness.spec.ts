import { Idleness } from './idleness';

/** The answers of a look each second, after so many milliseconds of work in each of them. */
function looks(...works: readonly number[]): boolean[] {
  const idleness = new Idleness();
  let worked = 500;
  idleness.look(worked, 0);
  return works.map((work, second) => {
    worked += work;
    return idleness.look(worked, (second + 1) * 1000);
  });
}

describe('idleness', () => {
  it('is noticed once, when the work of the start has ended', () =>
    expect(looks(900, 300, 1, 0, 1)).toEqual([false, false, true, false, false]));

  it('is noticed again after further work', () => expect(looks(0, 0, 40, 0)).toEqual([true, false, false, true]));

  it('is not taken for granted at the first look', () => expect(new Idleness().look(3, 1000)).toBe(false));
});
