import { Turns } from './turns';

describe('turns', () => {
  it('run one at a time a key, in order, whatever fails', async () => {
    const turns = new Turns<string>();
    const log: string[] = [];
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = turns.take('a', async () => {
      log.push('first begins');
      await gate;
      log.push('first ends');
      throw new Error('it failed');
    });
    const second = turns.take('a', async () => void log.push('second'));
    await turns.take('b', async () => void log.push('other key'));
    expect(log).toEqual(['first begins', 'other key']);
    open();
    await expect(first).rejects.toThrow('it failed');
    await second;
    expect(log).toEqual(['first begins', 'other key', 'first ends', 'second']);
  });
});
