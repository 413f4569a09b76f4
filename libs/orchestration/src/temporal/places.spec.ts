import { StagedCopyLost, WorkerStopping } from '../session-worker';
import { Places, type Stay } from './places';

const stay = (staging = 1, runId = 'run'): Stay => ({ workflowId: 'session-a', runId, staging });
const context = {
  slotType: 'activity',
  taskQueue: 'staging',
  workerIdentity: '',
  workerBuildId: '',
  isSticky: false,
} as const;
const staged = () => Promise.resolve('staged');
const removed = () => Promise.resolve();

/** Does what a poll does: it reserves a place, gets a session, stages it, and returns its permit. */
async function takes(places: Places, sessionId: string, stage: () => Promise<unknown> = staged): Promise<void> {
  const permit = await places.supplier.reserveSlot(context, new AbortController().signal);
  await places.arrive(sessionId, stay(), stage).finally(() => places.supplier.releaseSlot({ permit }));
}

describe('the places of a worker', () => {
  it('let the worker poll only while one is free, and again after a session has left', async () => {
    const places = new Places(1);
    await takes(places, 'a');
    let polled = false;
    const next = takes(places, 'b').then(() => (polled = true));
    await new Promise(setImmediate);
    expect(polled).toBe(false);
    await places.leave('a', removed);
    await next;
    expect(places.occupied).toBe(1);
  });

  it('are free again after a staging that failed', async () => {
    const places = new Places(1);
    await expect(takes(places, 'a', () => Promise.reject(new Error('no such directory')))).rejects.toThrow(
      'no such directory',
    );
    await takes(places, 'b');
  });

  it.each([new StagedCopyLost('a'), new WorkerStopping()])(
    'are free again once a session has to be staged elsewhere: $message',
    async (fault) => {
      const places = new Places(1);
      await takes(places, 'a');
      await expect(places.use('a', 'run', () => Promise.reject(fault))).rejects.toBe(fault);
      await takes(places, 'b');
      await expect(places.use('a', 'run', staged)).rejects.toThrow(StagedCopyLost);
    },
  );

  it('are free again after a poll that was given up', async () => {
    const places = new Places(1);
    await takes(places, 'a');
    const given = new AbortController();
    const waiting = places.supplier.reserveSlot(context, given.signal);
    const reason = new Error('given up');
    given.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await places.leave('a', removed);
    await takes(places, 'b');
  });

  it('stay taken after a pass that fails', async () => {
    const places = new Places(1);
    await takes(places, 'a');
    await expect(places.use('a', 'run', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(places.occupied).toBe(1);
  });

  it('lose sessions that have left in a sweep, but never a session that runs', async () => {
    const places = new Places(2);
    await takes(places, 'a');
    let finish!: () => void;
    const running = places.use('a', 'run', () => new Promise<void>((resolve) => (finish = resolve)));
    const swept: string[] = [];
    const sweep = () =>
      places.sweep(
        () => Promise.resolve(true),
        async (sessionId) => void swept.push(sessionId),
      );
    await sweep();
    expect(swept).toEqual([]);
    finish();
    await running;
    await sweep();
    expect(swept).toEqual(['a']);
    expect(places.occupied).toBe(0);
  });

  it('keep a session that came back during a sweep', async () => {
    const places = new Places(2);
    await takes(places, 'a');
    const swept: string[] = [];
    await places.sweep(
      async () => {
        await places.use('a', 'another run', staged);
        return true;
      },
      async (sessionId) => void swept.push(sessionId),
    );
    expect(swept).toEqual([]);
    expect(places.occupied).toBe(1);
  });

  it('make a session that comes back wait until its old copy is removed', async () => {
    const places = new Places(2);
    await takes(places, 'a');
    const order: string[] = [];
    let finish!: () => void;
    const leaving = places
      .leave('a', () => new Promise<void>((resolve) => (finish = resolve)))
      .then(() => order.push('removed'));
    const coming = takes(places, 'a', async () => order.push('staged'));
    finish();
    await Promise.all([leaving, coming]);
    expect(order).toEqual(['removed', 'staged']);
    expect(places.occupied).toBe(1);
  });

  it('are free again if a copy could not be removed, and the next sweep removes the copy', async () => {
    const places = new Places(1);
    await takes(places, 'a');
    await expect(places.leave('a', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    await takes(places, 'b');
    const swept: string[] = [];
    await places.sweep(
      async () => true,
      async (sessionId) => void swept.push(sessionId),
    );
    expect(swept).toEqual(['a', 'b']);
  });

  it('report when the last session has left', async () => {
    const places = new Places(2);
    await takes(places, 'a');
    let empty = false;
    const told = places.empty().then(() => (empty = true));
    await new Promise(setImmediate);
    expect(empty).toBe(false);
    await places.leave('a', removed);
    await told;
  });
});
