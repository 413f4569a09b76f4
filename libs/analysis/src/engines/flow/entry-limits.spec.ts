import { Run } from './interpret/run';
import { State } from './interpret/state';
import { OverBudget } from './interpret/step-limits';
import type { FlowRules } from './rules';

const aRun = (): Run => {
  const nothing = () => undefined;
  return new Run({} as never, {} as FlowRules, {} as never, nothing, nothing, new Set(), new Set());
};

/** The steps that an entry of a file takes before it is given up. */
function stepsOfEntry(run: Run, file: string): number {
  run.beginEntry(new State(), file);
  for (let steps = 0; ; steps += 1)
    try {
      run.step();
      run.goUp();
    } catch (error) {
      if (error instanceof OverBudget) return steps;
      throw error;
    }
}

const entries = (count: number, fileOf: (entry: number) => string): number[] => {
  const run = aRun();
  return Array.from({ length: count }, (_, entry) => stepsOfEntry(run, fileOf(entry)));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

describe('the limits of entries that never end', () => {
  it('leave little to the further entries of a file, and next to nothing to its last ones', () => {
    const steps = entries(5_000, () => 'a.rb');
    expect([...new Set(steps)]).toEqual([90_000, 1_500, 75]);
    expect(sum(steps)).toBeLessThan(1_200_000);
  });

  it('leave little to the entries of further files, however many there are', () => {
    const steps = entries(2_000, (entry) => `${entry}.php`);
    expect([...new Set(steps)]).toEqual([90_000, 1_500]);
    expect(sum(steps)).toBeLessThan(23_000_000);
  });
});
