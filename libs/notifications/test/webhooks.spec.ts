import type { EventStore, RecordedEvent } from '@assay/event-store';
import { type Fact, timeOrderedIds } from '@assay/kernel';
import { createFolderSecretStore } from '@assay/secrets';
import { dirname, join } from 'node:path';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { FailingEventStore, FaultPlan } from '../../scanning/test/failing-event-store';
import { ChangeWebhook, Outbox, WebhookChannel, disableWebhooks, tellWebhooks } from '../src';
import { ChangeWebhookHandler } from '../src/commands/change-webhook/change-webhook';
import { CreateWebhook, CreateWebhookHandler } from '../src/commands/create-webhook/create-webhook';
import {
  RotateWebhookSecret,
  RotateWebhookSecretHandler,
} from '../src/commands/rotate-webhook-secret/rotate-webhook-secret';
import { webhookEndpointsStream } from '../src/domain/webhook-endpoint-events';
import { OutboxWorld } from './outbox-world';
import { WebhookReceiver, signersOf } from './webhook-receiver';

const HOUR = 3_600_000;
const organizationId = 'org_1';
const about = { organizationId, by: 'key_1' };
const stream = webhookEndpointsStream(organizationId);

describe('webhooks', () => {
  let world: OutboxWorld;
  let receiver: WebhookReceiver;
  let secrets: ReturnType<typeof createFolderSecretStore>;
  beforeEach(async () => {
    [world, receiver] = await Promise.all([OutboxWorld.begin(), WebhookReceiver.begin()]);
    const folder = dirname(temporaryFile());
    secrets = createFolderSecretStore({ folder: join(folder, 'secrets'), keys: [], keyFile: join(folder, 'key') });
  });
  afterEach(async () => {
    await receiver.end();
    await world.end();
  });

  const create = async (
    fields: object = {},
    { seed, events = world.events }: { seed?: string; events?: EventStore } = {},
  ) => {
    const handler = new CreateWebhookHandler(events, secrets, world.clock, timeOrderedIds, receiver.guard());
    const all = { url: receiver.url, description: null, events: null, enabled: true, ...fields };
    const { webhook, secret } = await handler.execute(new CreateWebhook({ ...about, fields: all, seed }));
    return { id: webhook.id, secret };
  };
  const change = (webhookId: string, fields: object) =>
    new ChangeWebhookHandler(world.events, world.clock, receiver.guard()).execute(
      new ChangeWebhook({ ...about, webhookId, fields }),
    );
  const rotate = async (webhookId: string, seed?: string) => {
    const handler = new RotateWebhookSecretHandler(world.events, secrets, world.clock, timeOrderedIds);
    return (await handler.execute(new RotateWebhookSecret({ ...about, webhookId, seed }))).secret;
  };
  const channel = (time?: number) =>
    new WebhookChannel({
      events: world.events,
      secrets,
      guard: receiver.guard(),
      clock: world.clock,
      ...(time !== undefined && { time }),
    });
  const deliver = (time?: number) => world.process([channel(time)]).drain();

  const lookFor = async <Wanted extends Fact>(type: Wanted['type']): Promise<RecordedEvent<Wanted>[]> => {
    const found: RecordedEvent<Wanted>[] = [];
    for await (const event of world.events.readAll<Wanted>({ filter: { types: [type] } })) found.push(event);
    return found;
  };
  const tellTopup = async (events: EventStore = world.events) => {
    const reactor = tellWebhooks({
      outbox: new Outbox(events, world.clock),
      events,
      readModels: world.projector,
      firings: { load: async () => ({ state: {} }) },
      startOf: async () => undefined,
      organizationOfTopups: () => organizationId,
      reached: (position) => world.projector.waitFor(position),
      clock: world.clock,
      publicUrl: undefined,
    });
    for (const event of await lookFor('AutoTopupTurnedOff')) await reactor.react(event as never);
  };
  const turnOff = () => {
    const data = { at: world.clock.now().toISOString(), topupId: 'top_1', reason: 'declined' };
    return world.events.append('topup-org_1', [{ type: 'AutoTopupTurnedOff', data }]);
  };
  const notice = async () => {
    await world.caughtUp();
    const reactor = disableWebhooks({
      events: world.events,
      readModels: world.projector,
      reached: (position) => world.projector.waitFor(position),
      clock: world.clock,
    });
    for (const event of await lookFor('NotificationFailed')) await reactor.react(event as never);
    return (await lookFor('WebhookEndpointDisabled')).length;
  };
  /** Attempts what is due, again and again, until it has ended. */
  const attemptToTheEnd = async (id: string) => {
    for (;;) {
      await deliver();
      const { dueAt } = await world.document(id);
      if (dueAt === null) return;
      world.now = Date.parse(dueAt);
    }
  };
  const tell = (n: number, destination: string) => world.tell(n, { channel: 'webhook', destination });

  it('are told of an event where they subscribed when it was recorded, however late it is looked at', async () => {
    const told = await create();
    await create({ events: ['scan.failed'] });
    const off = await create({ enabled: false });
    const left = await create();
    await turnOff();
    await create();
    await change(off.id, { enabled: true });
    await change(left.id, { events: ['scan.failed'] });
    await tellTopup();
    const destinations = (await world.documents()).map(({ destination }) => destination);
    expect(destinations.sort()).toEqual([told.id, left.id].sort());
  });

  it.each(['crash-before', 'crash-after'] as const)(
    'are each told once where the process dies while it tells them (%s)',
    async (fault) => {
      for (let n = 0; n < 3; n += 1) await create();
      await turnOff();
      const plan = new FaultPlan(new Map([[2, fault]]));
      await expect(tellTopup(new FailingEventStore(world.events, plan))).rejects.toThrow('the line was cut');
      await tellTopup();
      await tellTopup();
      await deliver();
      expect(receiver.posts).toHaveLength(3);
      expect(new Set(receiver.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
      expect(new Set(receiver.posts.map(({ body }) => body))).toEqual(
        new Set([
          JSON.stringify({
            type: 'topup.turned_off',
            timestamp: world.clock.now().toISOString(),
            data: {
              event: { id: (await lookFor('AutoTopupTurnedOff'))[0]!.id, stream: 'topup-org_1', revision: 0 },
              topupId: 'top_1',
              reason: 'declined',
            },
          }),
        ]),
      );
    },
  );

  it('are told nothing that is older than three days: nobody waits for it any more', async () => {
    await create();
    await turnOff();
    world.now += 73 * HOUR;
    await tellTopup();
    expect(await world.documents()).toEqual([]);
  });

  it('are signed by the secret before, too, for 24 hours', async () => {
    const { id, secret: first } = await create();
    const second = await rotate(id);
    const all = [first, second];
    await tell(1, id);
    await deliver();
    world.now += 24 * HOUR;
    await tell(2, id);
    await deliver();
    expect(receiver.posts.map((post) => signersOf(post, all))).toEqual([[second, first], [second]]);
    const third = await rotate(id);
    const fourth = await rotate(id);
    await tell(3, id);
    await deliver();
    expect(signersOf(receiver.posts[2]!, [...all, third, fourth])).toEqual([fourth, third]);
  });

  it('have the secret that was shown last where a request died before its answer and came again', async () => {
    const plan = new FaultPlan(new Map([['WebhookEndpointCreated', 'crash-after']]));
    const dying = new FailingEventStore(world.events, plan);
    await expect(create({}, { seed: 'a', events: dying })).rejects.toThrow('the line was cut');
    const { id, secret } = await create({}, { seed: 'a' });
    await tell(1, id);
    await deliver();
    expect(signersOf(receiver.posts[0]!, [secret])).toEqual([secret]);
    expect(await lookFor('WebhookEndpointCreated')).toHaveLength(1);
    const rotated = [await rotate(id, 'b'), await rotate(id, 'b')];
    expect(await lookFor('WebhookSecretRotated')).toHaveLength(1);
    await tell(2, id);
    await deliver();
    expect(signersOf(receiver.posts[1]!, [secret, rotated[1]!])).toEqual([rotated[1], secret]);
  });

  it.each([
    ['does not answer', 'hang', 'the address cannot be reached (time)'],
    ['closes the connection', 'close', 'the address cannot be reached (connection)'],
    ['refuses', 403, 'answered 403'],
  ] as const)('are tried again where the receiver %s', async (_, answer, reason) => {
    receiver.answer = answer;
    const { id } = await create();
    const delivery = await tell(1, id);
    await deliver(answer === 'hang' ? 100 : undefined);
    expect(await world.document(delivery)).toMatchObject({ status: 'pending', attempts: 1, reason });
    expect(await notice()).toBe(0);
  });

  it.each([
    ['a long page', { text: 'x'.repeat(100_000) }],
    ['an encoding that was not asked for', { text: 'x', encoding: 'zstd' }],
    ['what is not encoded as it says', { text: 'x', encoding: 'gzip' }],
  ])('are sent a message once where the receiver takes it with %s', async (_, page) => {
    const { id } = await create();
    Object.assign(receiver, { answer: 200, page });
    const told = await tell(1, id);
    await deliver();
    expect(await world.document(told)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(receiver.posts).toHaveLength(1);
  });

  it('are tried again where their address may not be contacted any more', async () => {
    const { id } = await create();
    const [event] = await lookFor<Fact<string, { url: string }>>('WebhookEndpointCreated');
    const data = {
      ...about,
      endpointId: id,
      url: event!.data.url.replace('127.0.0.1', '127.0.0.2'),
      at: event!.recordedAt,
    };
    await world.events.append(stream, [{ type: 'WebhookEndpointChanged', data }]);
    const delivery = await tell(1, id);
    await deliver();
    expect(await world.document(delivery)).toMatchObject({ status: 'pending' });
    expect(receiver.posts).toEqual([]);
  });

  it('are disabled by three days in which nothing arrives, once, and begin anew when they are enabled', async () => {
    receiver.answer = 503;
    const { id } = await create();
    await attemptToTheEnd(await tell(1, id));
    expect(await notice()).toBe(1);
    const [disabled] = await lookFor<Fact<string, { reason: string }>>('WebhookEndpointDisabled');
    expect(disabled!.data.reason).toBe('no message arrived for three days; the last attempt: answered 503');
    const waiting = await tell(2, id);
    await deliver();
    expect(await world.document(waiting)).toMatchObject({ status: 'skipped', reason: 'the webhook is disabled' });
    world.now += HOUR;
    await change(id, { enabled: true });
    expect(await notice()).toBe(1);
  });

  it('are not disabled where another message arrived meanwhile', async () => {
    receiver.answer = 503;
    const { id } = await create();
    const delivery = await tell(1, id);
    await deliver();
    world.now += 1_000;
    receiver.answer = 200;
    await tell(2, id);
    await deliver();
    receiver.answer = 503;
    await attemptToTheEnd(delivery);
    expect(await world.document(delivery)).toMatchObject({ status: 'failed' });
    expect(await notice()).toBe(0);
  });
});
