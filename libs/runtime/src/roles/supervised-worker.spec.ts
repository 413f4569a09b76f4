import { InfrastructureError } from '@assay/kernel';
import type { TemporalWorker } from '@assay/orchestration';
import { SupervisedWorker } from './supervised-worker';

interface FakeWorker extends TemporalWorker {
  readonly isClosed: boolean;
  break(error: Error): void;
}

function fakeWorker(): FakeWorker {
  let end = () => {};
  let fail = (_: Error) => {};
  let isClosed = false;
  const closed = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return {
    closed,
    ping: async () => undefined,
    async close() {
      isClosed = true;
      end();
    },
    get isClosed() {
      return isClosed;
    },
    break: fail,
  };
}

const quiet = { error: () => undefined, warn: () => undefined };

describe('a supervised worker', () => {
  it('is started again when it broke, as often as it takes, and is not ready in between', async () => {
    const [first, second] = [fakeWorker(), fakeWorker()];
    let attempts = 0;
    let isReopened = () => {};
    const reopened = new Promise<void>((resolve) => (isReopened = resolve));
    let whileDown: Promise<unknown> | undefined;
    const worker = new SupervisedWorker(
      first,
      async () => {
        attempts += 1;
        whileDown ??= worker.ping().catch((error: unknown) => error);
        if (attempts === 1) throw new InfrastructureError('still away');
        setImmediate(isReopened);
        return second;
      },
      quiet,
      1,
    );
    await worker.ping();
    first.break(new Error('broken'));
    await reopened;
    expect(await whileDown).toBeInstanceOf(InfrastructureError);
    await worker.ping();
    await worker.close();
    expect({ attempts, closed: second.isClosed }).toEqual({ attempts: 2, closed: true });
  });

  it('is not started again once it is closed', async () => {
    const first = fakeWorker();
    const open = jest.fn(async () => fakeWorker());
    const worker = new SupervisedWorker(first, open, quiet, 1);
    await worker.close();
    expect({ closed: first.isClosed, opened: open.mock.calls.length }).toEqual({ closed: true, opened: 0 });
  });

  it('is closed also while it waits to be started again', async () => {
    const first = fakeWorker();
    const open = jest.fn(async () => fakeWorker());
    const worker = new SupervisedWorker(first, open, quiet, 3_600_000);
    first.break(new Error('broken'));
    await first.closed.catch(() => undefined);
    await worker.close();
    expect(open).not.toHaveBeenCalled();
  });
});
