import type { DeliveryOutcome } from '../src';
import { FaultPlan } from '../../scanning/test/failing-event-store';
import { OutboxWorld, START, ScriptedChannel } from './outbox-world';

const delivered: DeliveryOutcome = { kind: 'delivered', detail: '200' };
const HOUR = 3_600_000;
/** Longer than an attempt without an outcome is believed in. */
const LOST = 61_000;

describe('the outbox', () => {
  let world: OutboxWorld;
  beforeEach(async () => {
    world = await OutboxWorld.begin();
  });
  afterEach(() => world.end());

  it('delivers what it is told once, and knows it again', async () => {
    const channel = new ScriptedChannel('test', () => delivered);
    const { drain } = world.process([channel]);
    const id = await world.tell(1);
    await drain();
    expect(await world.tell(1)).toBe(id);
    await drain();
    expect(channel.given).toEqual([
      {
        id,
        organizationId: 'org_1',
        destination: 'somebody',
        topic: 'happened',
        cause: { eventId: 'event-1', type: 'Happened', stream: 'some-1', revision: 1 },
        content: { n: 1 },
        requestedAt: new Date(START).toISOString(),
        attempt: 1,
      },
    ]);
    expect(await world.document(id)).toMatchObject({ status: 'delivered', attempts: 1, dueAt: null });
  });

  it('is one notification for each event, channel and destination', async () => {
    const ids = [
      await world.tell(1),
      await world.tell(2),
      await world.tell(1, { channel: 'other' }),
      await world.tell(1, { destination: 'somebody else' }),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  it('refuses content that is too large, and stores nothing of it', async () => {
    await expect(world.tell(1, { content: 'x'.repeat(200_000) })).rejects.toThrow(
      "a notification's content has 200002 bytes; 131072 are allowed",
    );
    expect(await world.documents()).toEqual([]);
  });

  it('attempts it again after growing delays, and gives up after three days', async () => {
    const channel = new ScriptedChannel('test', () => ({ kind: 'retry', reason: 'away' }));
    const { drain } = world.process([channel]);
    const id = await world.tell(1);
    const delays: number[] = [];
    for (;;) {
      await drain();
      const { status, dueAt } = await world.document(id);
      if (status !== 'pending') break;
      delays.push(Date.parse(dueAt!) - world.now);
      world.now = Date.parse(dueAt!);
    }
    expect(delays.slice(0, 10)).toEqual([
      5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000, 3_645_000, 10_935_000, 21_600_000, 21_600_000,
    ]);
    expect(channel.given).toHaveLength(20);
    expect(channel.given.every((given) => given.id === id)).toBe(true);
    expect(world.now - START).toBeGreaterThan(60 * HOUR);
    expect(world.now - START).toBeLessThan(72 * HOUR);
    const document = await world.document(id);
    expect(document).toMatchObject({ status: 'failed', reason: 'away', attempts: 20 });
    expect(document.log.at(-1)).toEqual({
      attempt: 20,
      at: new Date(world.now).toISOString(),
      outcome: 'failed',
      detail: 'away',
    });
  });

  it('waits as long as the receiver asks for, a day at most', async () => {
    const asked = [120_000, 1e12];
    const channel = new ScriptedChannel('test', () => ({ kind: 'retry', reason: 'slowly', after: asked.shift() }));
    const { drain } = world.process([channel]);
    const id = await world.tell(1);
    await drain();
    expect(Date.parse((await world.document(id)).dueAt!) - world.now).toBe(120_000);
    world.now += 119_999;
    await drain();
    expect(channel.given).toHaveLength(1);
    world.now += 1;
    await drain();
    expect(channel.given).toHaveLength(2);
    expect(Date.parse((await world.document(id)).dueAt!) - world.now).toBe(24 * HOUR);
  });

  it.each([
    ['failed', { kind: 'failed', reason: 'refused' }],
    ['skipped', { kind: 'skipped', reason: 'refused' }],
  ] as const)('attempts nothing again that has %s', async (status, outcome) => {
    const channel = new ScriptedChannel('test', () => outcome);
    const { drain } = world.process([channel]);
    const id = await world.tell(1);
    await drain();
    world.now += 100 * HOUR;
    await drain();
    expect(channel.given).toHaveLength(1);
    expect(await world.document(id)).toMatchObject({ status, reason: 'refused' });
  });

  it('keeps a reason short', async () => {
    const channel = new ScriptedChannel('test', () => ({ kind: 'retry', reason: 'a reason'.repeat(100) }));
    const { drain } = world.process([channel]);
    const id = await world.tell(1);
    await drain();
    expect((await world.document(id)).reason).toHaveLength(500);
  });

  it('takes an error of a channel for a delivery that may work later, and tells the log alone what it is', async () => {
    const err = new Error('the secret store in /var/lib/assay cannot be used');
    const { drain } = world.process([new ScriptedChannel('test', () => Promise.reject(err))]);
    const id = await world.tell(1);
    await drain();
    const { status, reason } = await world.document(id);
    expect({ status, reason }).toEqual({ status: 'pending', reason: expect.stringMatching(/^a fault of the service/) });
    expect(world.warnings).toEqual([[{ notificationId: id, err }, expect.any(String)]]);
  });

  it('keeps what no channel of this release delivers', async () => {
    const id = await world.tell(1, { channel: 'pigeon' });
    await world.process([]).drain();
    expect(await world.document(id)).toMatchObject({
      status: 'pending',
      reason: 'this release of Assay has no such channel',
    });
  });

  it.each(['crash-before', 'crash-after'] as const)(
    'delivers under the same id again where the process died at recording the delivery (%s)',
    async (fault) => {
      const channel = new ScriptedChannel('test', () => delivered);
      const id = await world.tell(1);
      const plan = new FaultPlan(new Map([['NotificationDelivered', fault]]));
      const dying = world.process([channel], { plan });
      await world.caughtUp();
      dying.dispatcher.start();
      await dying.events.died;
      void dying.dispatcher.stop();
      const { drain } = world.process([channel]);
      await drain();
      expect(channel.given).toHaveLength(1);
      world.now += LOST;
      await drain();
      expect(channel.given.map((given) => given.id)).toEqual(fault === 'crash-before' ? [id, id] : [id]);
      expect(await world.document(id)).toMatchObject({ status: 'delivered' });
    },
  );

  it('attempts each once where several processes dispatch', async () => {
    const channel = new ScriptedChannel('test', () => delivered);
    for (let n = 0; n < 30; n += 1) await world.tell(n, { destination: `receiver-${n % 7}` });
    await Promise.all([1, 2, 3].map(() => world.process([channel]).drain()));
    expect(channel.given).toHaveLength(30);
    expect(new Set(channel.given.map(({ id }) => id)).size).toBe(30);
  });

  it('goes on with the others while receivers of one organization do not answer', async () => {
    const hang = () => new Promise<DeliveryOutcome>(() => undefined);
    const channel = new ScriptedChannel('test', ({ organizationId }) =>
      organizationId === 'org_1' ? hang() : delivered,
    );
    for (let n = 0; n < 40; n += 1) await world.tell(n, { destination: `receiver-${n % 20}` });
    const other = await world.tell(40, { organizationId: 'org_2' });
    const { dispatcher } = world.process([channel]);
    await world.caughtUp();
    const seen = new Promise<void>((resolve) => {
      const deliver = channel.deliver.bind(channel);
      channel.deliver = (...given) => {
        const delivering = deliver(...given);
        const ofFirst = channel.given.filter(({ organizationId }) => organizationId === 'org_1');
        if (ofFirst.length === 4 && channel.given.some(({ id }) => id === other)) resolve();
        return delivering;
      };
    });
    dispatcher.start();
    await seen;
    await dispatcher.stop();
    // Those that hang keep their places: no fifth one of their organization begins.
    const ofFirst = channel.given.filter(({ organizationId }) => organizationId === 'org_1');
    expect(ofFirst).toHaveLength(4);
    expect(new Set(ofFirst.map(({ destination }) => destination)).size).toBe(4);
  });

  it('loses none of 200 deliveries to receivers that fail at random and by processes that die', async () => {
    let seed = 42;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const taken: string[] = [];
    const channel = new ScriptedChannel('test', ({ id }) => {
      const drawn = random();
      if (drawn < 0.3) return { kind: 'retry', reason: 'busy', after: drawn < 0.1 ? 30_000 : undefined };
      if (drawn < 0.35) throw new Error('it broke');
      taken.push(id);
      return delivered;
    });
    const ids: string[] = [];
    for (let n = 0; n < 200; n += 1)
      ids.push(await world.tell(n, { organizationId: `org_${n % 5}`, destination: `receiver-${n % 23}` }));
    for (let round = 0; ; round += 1) {
      const faults = round < 6 ? [[20 + round, 'crash-before'] as const] : [];
      const { dispatcher, events } = world.process([channel], { plan: new FaultPlan(new Map(faults)), random });
      await world.caughtUp();
      if (faults.length > 0) {
        dispatcher.start();
        await events.died;
        void dispatcher.stop();
      } else await dispatcher.drain();
      if ((await world.documents()).every(({ status }) => status !== 'pending')) break;
      world.now += HOUR;
    }
    expect(new Set(taken)).toEqual(new Set(ids));
    const documents = await world.documents();
    expect(documents.filter(({ status }) => status === 'delivered')).toHaveLength(200);
    expect(taken.length).toBeLessThanOrEqual(206 + 6 * 8);
  });
});
