import { forgetNotifications } from '../src';
import { OutboxWorld, START, ScriptedChannel } from './outbox-world';

const DAY = 86_400_000;

describe('what was told', () => {
  let world: OutboxWorld;
  beforeEach(async () => {
    world = await OutboxWorld.begin();
  });
  afterEach(() => world.end());

  const forget = async (day: number) => {
    world.now = START + day * DAY;
    await world.caughtUp();
    const { events, projector, clock } = world;
    const reached = (position: number) => projector.waitFor(position);
    await forgetNotifications({ events, readModels: projector, reached, clock })();
  };
  const typesOf = async (id: string) => {
    const types: string[] = [];
    for await (const { type } of world.events.readStream(`notification-${id}`)) types.push(type);
    return types;
  };
  const shown = async () => (await world.documents()).map(({ id }) => id);

  it('is forgotten 30 days after it ended, with its document, and what waits is not', async () => {
    const answers = { 1: 'delivered', 2: 'failed', 3: 'skipped', 4: 'retry' } as const;
    const channel = new ScriptedChannel('test', ({ content }) => {
      const { n } = content as { n: keyof typeof answers };
      return { kind: answers[n], reason: 'so it is' };
    });
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) ids.push(await world.tell(n, { destination: `somebody ${n}` }));
    await world.process([channel]).drain();
    await forget(30);
    expect((await shown()).sort()).toEqual([...ids].sort());
    await forget(31);
    expect(await shown()).toEqual([ids[3]]);
    expect(await Promise.all(ids.map(typesOf))).toEqual([
      ['NotificationForgotten'],
      ['NotificationForgotten'],
      ['NotificationForgotten'],
      ['NotificationRequested', 'DeliveryBegan', 'NotificationDelayed'],
    ]);
    // Told again, it is the same, and nobody hears of it twice.
    expect(await world.tell(1, { destination: 'somebody 1' })).toBe(ids[0]);
    expect(await typesOf(ids[0]!)).toEqual(['NotificationForgotten']);
    await forget(61);
    await forget(62);
    expect(await Promise.all(ids.map(typesOf))).toEqual([
      [],
      [],
      [],
      ['NotificationRequested', 'DeliveryBegan', 'NotificationDelayed'],
    ]);
  });

  it('is forgotten however much there is, and where a process died before the rest was deleted', async () => {
    const channel = new ScriptedChannel('test', () => ({ kind: 'delivered' }));
    const ids = await Promise.all(
      Array.from({ length: 230 }, (_, n) => world.tell(n, { destination: `somebody ${n}` })),
    );
    await world.process([channel]).drain();
    world.now = START + 31 * DAY;
    const broken = new Proxy(world.events, {
      get(target, name) {
        if (name === 'setStreamMetadata') return () => Promise.reject(new Error('the process dies'));
        const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
        return method.bind(target);
      },
    });
    const { projector, clock } = world;
    const reached = (position: number) => projector.waitFor(position);
    const dying = forgetNotifications({ events: broken, readModels: projector, reached, clock });
    await expect(dying()).rejects.toThrow('the process dies');
    await forget(31);
    expect(await shown()).toEqual([]);
    await forget(62);
    await forget(62);
    expect((await Promise.all(ids.map(typesOf))).flat()).toEqual([]);
  });
});
