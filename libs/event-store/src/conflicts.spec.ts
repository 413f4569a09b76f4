import { MAX_CONFLICTS, retryConflicts } from './conflicts';
import { WrongExpectedRevision } from './errors';

const lost = (stream = 'orders') => new WrongExpectedRevision(stream, 3, 4);

/** Work that fails with each of the errors, one a run, and then succeeds. */
function failing(...errors: readonly Error[]) {
  const runs: number[] = [];
  const work = (conflicts: number) => {
    runs.push(conflicts);
    const error = errors[runs.length - 1];
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  return { work, runs };
}

describe('work that may lose races', () => {
  it('runs again until it wins, and is told how often it has lost', async () => {
    const { work, runs } = failing(lost(), lost('others'), lost());
    expect(await retryConflicts(work)).toBe('done');
    expect(runs).toEqual([0, 1, 2, 3]);
  });

  it('runs once more after the fiftieth lost race, and then fails with the last', async () => {
    const errors = Array.from({ length: MAX_CONFLICTS + 1 }, () => lost());
    const { work, runs } = failing(...errors);
    await expect(retryConflicts(work)).rejects.toBe(errors.at(-1));
    expect(runs).toHaveLength(51);
    expect(await retryConflicts(failing(...errors.slice(1)).work)).toBe('done');
  });

  it('does not run again after another error', async () => {
    const { work, runs } = failing(lost(), new Error('full'));
    await expect(retryConflicts(work)).rejects.toThrow('full');
    expect(runs).toHaveLength(2);
  });

  it('does not run again after a lost race of a stream that is not its own', async () => {
    const { work, runs } = failing(lost(), lost('others'));
    await expect(retryConflicts(work, 'orders')).rejects.toThrow('stream others is at 4');
    expect(runs).toHaveLength(2);
  });
});
