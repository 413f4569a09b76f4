import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { inheritedLoaders } from './inherited-loaders';
import { retry } from './retry';

const delays = { initialDelayMs: 1, maxDelayMs: 2 };
const failing = (times: number, error: unknown = new Error('away')) => {
  let calls = 0;
  return () => ((calls += 1) <= times ? Promise.reject(error) : Promise.resolve(calls));
};

describe('retry', () => {
  it('runs the work until it succeeds, and tells of each attempt that failed', async () => {
    const told: number[] = [];
    const value = await retry(failing(3), { delays, isRetryable: () => true, onRetry: (_, n) => told.push(n) });
    expect(value).toBe(4);
    expect(told).toEqual([1, 2, 3]);
  });

  it('throws an error at once that is not retryable', async () => {
    const isRetryable = (_: unknown, attempt: number) => attempt < 2;
    await expect(retry(failing(5), { delays, isRetryable })).rejects.toThrow('away');
  });

  it('repeats after any kind of error, a mistake in the code included', async () => {
    await expect(retry(failing(1, new TypeError('a mistake')), { delays, isRetryable: () => true })).resolves.toBe(2);
  });

  it('ends a long delay when it is aborted, with the reason', async () => {
    const abort = new AbortController();
    const long = { initialDelayMs: 1_000_000, maxDelayMs: 1_000_000 };
    const onRetry = () => abort.abort(new Error('canceled'));
    const running = retry(failing(9), { delays: long, isRetryable: () => true, onRetry, signal: abort.signal });
    await expect(running).rejects.toThrow('canceled');
  });

  it('waits in many places at once without a warning', () => {
    const script = `
      const { retry } = require(process.argv[1]);
      const once = () => { let calls = 0; return async () => { if ((calls += 1) === 1) throw new Error('away'); }; };
      const options = { delays: { initialDelayMs: 1, maxDelayMs: 2 }, isRetryable: () => true };
      void Promise.all(Array.from({ length: 30 }, () => retry(once(), options)));`;
    const options = [...inheritedLoaders(), '-e', script, resolve(__dirname, 'retry')];
    expect(spawnSync(process.execPath, options, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('does not begin when it is aborted already', async () => {
    const work = jest.fn(failing(0));
    const signal = AbortSignal.abort(new Error('canceled'));
    await expect(retry(work, { delays, isRetryable: () => true, signal })).rejects.toThrow('canceled');
    expect(work).not.toHaveBeenCalled();
  });
});
