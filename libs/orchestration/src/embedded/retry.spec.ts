import { InfrastructureError } from '@assay/kernel';
import { untilDone, withRetries } from './retry';

const HOUR = 3_600_000;
const patient = { maxAttempts: 3, initialDelay: HOUR, maxDelay: HOUR };
const quick = { maxAttempts: 3, initialDelay: 1, maxDelay: 1 };
const away = () => Promise.reject(new InfrastructureError('the store is away'));

describe.each([
  ['withRetries', withRetries],
  ['untilDone', untilDone],
] as const)('%s', (_, retried) => {
  it('ends at once when it is aborted, without waiting for the next attempt', async () => {
    const abort = new AbortController();
    const reason = new Error('canceled');
    const told: unknown[] = [];
    const answer = retried(away, patient, abort.signal, (error, attempt) => {
      told.push(error, attempt);
      setImmediate(() => abort.abort(reason));
    });
    await expect(answer).rejects.toBe(reason);
    expect(told).toEqual([expect.any(InfrastructureError), 1]);
  });

  it('begins no attempt after the signal was aborted', async () => {
    const run = jest.fn(away);
    await expect(retried(run, quick, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('withRetries', () => {
  it('gives up after the last attempt', async () => {
    const run = jest.fn(away);
    await expect(withRetries(run, quick, new AbortController().signal)).rejects.toThrow('the store is away');
    expect(run).toHaveBeenCalledTimes(4);
  });
});
