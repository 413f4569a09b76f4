import { once, EventEmitter } from 'node:events';
import { runRepeatedly } from './run-repeatedly';

describe('work that is run repeatedly', () => {
  it('is done at once and again, also after it failed, until it is stopped', async () => {
    const runs = new EventEmitter();
    const warned: string[] = [];
    let count = 0;
    const stop = runRepeatedly(
      {
        what: 'resuming',
        every: 1,
        afterFailure: 1,
        log: { warn: ((_: object, message: string) => warned.push(message)) as never },
      },
      async () => {
        count += 1;
        if (count === 3) runs.emit('third');
        if (count === 1) throw new Error('away');
      },
    );
    await once(runs, 'third');
    await stop();
    const done = count;
    await new Promise((resolve) => setImmediate(resolve));
    expect({ count, warned }).toEqual({ count: done, warned: ['resuming failed; trying again'] });
  });

  it('stops only when the run at hand has ended', async () => {
    let end = () => {};
    let ended = false;
    const stop = runRepeatedly(
      { what: 'resuming', every: 1, afterFailure: 1, log: { warn: () => undefined } },
      async () => {
        await new Promise<void>((resolve) => (end = resolve));
        ended = true;
      },
    );
    const stopped = stop().then(() => ended);
    end();
    expect(await stopped).toBe(true);
  });
});
