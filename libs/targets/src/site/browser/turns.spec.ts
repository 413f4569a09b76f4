import { createTurns } from './turns';

describe('turns', () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => void (open = resolve));
    return { open, opened };
  };

  it('lets no more run at once than it says, in the order in which they came', async () => {
    const turns = createTurns(2);
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const tasks = gates.map(({ opened }, index) =>
      turns.take(async () => {
        begun.push(index);
        most = Math.max(most, (running += 1));
        await opened;
        running -= 1;
        return index;
      }),
    );
    for (const { open } of gates) open();
    expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
    expect({ begun, most }).toEqual({ begun: [0, 1, 2, 3], most: 2 });
  });

  it('gives the next its turn when a task throws', async () => {
    const turns = createTurns(1);
    await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take(async () => 'next')).toBe('next');
  });

  it('lets one that waits leave, and nobody else with it', async () => {
    const turns = createTurns(1);
    const first = gate();
    const running = turns.take(() => first.opened);
    const leaving = new AbortController();
    const left = turns.take(async () => 'never', leaving.signal);
    const stays = turns.take(async () => 'stayed');
    leaving.abort(new Error('canceled'));
    await expect(left).rejects.toThrow('canceled');
    first.open();
    await running;
    expect(await stays).toBe('stayed');
    await expect(turns.take(async () => 'never', leaving.signal)).rejects.toThrow('canceled');
    expect(await turns.take(async () => 'free again')).toBe('free again');
  });
});
