import { ClosingSteps } from './close-in-order';

function steps(patience?: number) {
  const logged: { step: string }[] = [];
  const ended: string[] = [];
  const closing = new ClosingSteps({ error: ((fields: { step: string }) => logged.push(fields)) as never }, patience);
  const add = (name: string, close: () => Promise<void> = async () => undefined) =>
    closing.add(name, async () => {
      await close();
      ended.push(name);
    });
  return { closing, add, ended, logged };
}

describe('closing', () => {
  it('ends first what was opened last, one after the other', async () => {
    const { closing, add, ended } = steps();
    add('store');
    add('projector');
    add('http', () => new Promise((resolve) => setImmediate(resolve)));
    await closing.close();
    expect(ended).toEqual(['http', 'projector', 'store']);
  });

  it('goes on behind a step that fails, and tells of it', async () => {
    const { closing, add, ended, logged } = steps();
    add('store');
    add('reactors', () => Promise.reject(new Error('the read models are away')));
    await closing.close();
    expect(ended).toEqual(['store']);
    expect(logged).toEqual([expect.objectContaining({ step: 'reactors', err: expect.any(Error) })]);
  });

  it('goes on behind a step that hangs', async () => {
    const { closing, add, ended, logged } = steps(1);
    add('store');
    add('worker', () => new Promise(() => undefined));
    await closing.close();
    expect(ended).toEqual(['store']);
    expect(logged).toEqual([expect.objectContaining({ step: 'worker' })]);
  });

  it('happens once, however often it is asked for', async () => {
    const { closing, add, ended } = steps();
    add('store');
    await Promise.all([closing.close(), closing.close()]);
    await closing.close();
    expect(ended).toEqual(['store']);
  });
});
