import { createSlots } from './slots';

describe('slots', () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => void (open = resolve));
    return { open, opened };
  };

  it('runs no more tasks at once than its limit, in the order of their arrival', async () => {
    const slots = createSlots(2);
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const tasks = gates.map(({ opened }, index) =>
      slots.run(async () => {
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

  it('gives the slot to the next task when a task throws', async () => {
    const slots = createSlots(1);
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run(async () => 'next')).toBe('next');
  });

  it('lets one waiting task give up without affecting the others', async () => {
    const slots = createSlots(1);
    const first = gate();
    const running = slots.run(() => first.opened);
    const leaving = new AbortController();
    const left = slots.run(async () => 'never', leaving.signal);
    const stays = slots.run(async () => 'stayed');
    leaving.abort(new Error('canceled'));
    await expect(left).rejects.toThrow('canceled');
    first.open();
    await running;
    expect(await stays).toBe('stayed');
    await expect(slots.run(async () => 'never', leaving.signal)).rejects.toThrow('canceled');
    expect(await slots.run(async () => 'free again')).toBe('free again');
  });
});
