import { InfrastructureError } from '@assay/kernel';
import { Unreachable, untilReachable } from './until-reachable';

const quiet = { warn: () => undefined };
const options = { what: 'the event store', patience: 60_000, log: quiet, interval: 1 };
const away = () => Promise.reject(new InfrastructureError('connection refused'));

describe('waiting for a dependency', () => {
  it('ends when it answers, and tells once in a while that it waits', async () => {
    const told: unknown[] = [];
    let asked = 0;
    const answer = await untilReachable(() => ((asked += 1) < 4 ? away() : Promise.resolve('here')), {
      ...options,
      log: { warn: ((details: object, message: string) => told.push([details, message])) as never },
    });
    expect({ answer, asked, told }).toEqual({
      answer: 'here',
      asked: 4,
      told: [
        [
          { error: 'connection refused', waited: expect.any(Number), patience: 60_000 },
          'the event store does not answer yet; waiting for it',
        ],
      ],
    });
  });

  it('gives up after its patience, and says what to do', async () => {
    await expect(untilReachable(away, { ...options, patience: 5 })).rejects.toThrow(Unreachable);
    await expect(untilReachable(away, { ...options, patience: 5 })).rejects.toThrow(
      'the event store did not answer within 0.005 s: connection refused. Start it, or correct its address',
    );
  });

  it('does not wait for what waiting does not mend', async () => {
    let asked = 0;
    const wrong = () => {
      asked += 1;
      return Promise.reject(new TypeError('a mistake'));
    };
    await expect(untilReachable(wrong, options)).rejects.toThrow('a mistake');
    expect(asked).toBe(1);
  });

  it('asks once where there is nothing to wait for', async () => {
    await expect(untilReachable(away, { ...options, patience: 0 })).rejects.toThrow('connection refused');
  });

  it('is cut short by a stop, with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const waiting = untilReachable(
      () => {
        setImmediate(() => stop.abort(reason));
        return away();
      },
      { ...options, interval: 3_600_000, patience: 7_200_000, signal: stop.signal },
    );
    await expect(waiting).rejects.toBe(reason);
  });
});
