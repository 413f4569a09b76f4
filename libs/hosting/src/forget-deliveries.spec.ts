import { type EventStore, type RecordedEvent, openSqliteEventStore } from '@assay/event-store';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { type DeliveryReceived, deliveryStream } from './domain/delivery';
import { openRequestsStream } from './domain/open-requests';
import { forgetDeliveries } from './forget-deliveries';
import { followDeliveries } from './reactors/follow-deliveries.reactor';
import { commandBusOf } from '../../platform/test/buses';
import { readModelsOf } from '../../read-models/test/read-models-of';

const START = Date.parse('2026-11-05T10:00:00.000Z');
const day = (number: number) => new Date(START + number * 86_400_000);

describe('what is recorded of deliveries', () => {
  let events: EventStore;
  let now: Date;
  const clock = { now: () => now };
  beforeEach(async () => {
    events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
  });
  afterEach(() => events.close());

  const delivered = async (deliveryId: string, on: number, followedOn?: number) => {
    const about = { deliveryId, organizationId: 'org_1' };
    const happening = { kind: 'push', repository: 'ada/shop', branch: 'main', commit: 'a'.repeat(40) };
    const received = { ...about, host: 'hosta', hostDeliveryId: deliveryId, happening, at: day(on).toISOString() };
    await events.append(deliveryStream(deliveryId), [{ type: 'DeliveryReceived', data: received }]);
    if (followedOn === undefined) return;
    const handled = { ...about, firings: [], at: day(followedOn).toISOString() };
    await events.append(deliveryStream(deliveryId), [{ type: 'DeliveryHandled', data: handled }]);
  };
  const read = async (deliveryId: string) => {
    const found: RecordedEvent<DeliveryReceived>[] = [];
    for await (const event of events.readStream<DeliveryReceived>(deliveryStream(deliveryId))) found.push(event);
    return found;
  };
  const forget = (on: number) => {
    now = day(on);
    return forgetDeliveries({ events, clock })();
  };

  it('is forgotten thirty days after they were followed, and not before', async () => {
    await delivered('old', 0, 0);
    await delivered('late', 0, 5);
    await delivered('waiting', 0);
    await delivered('new', 20, 20);
    const kept = async () => {
      const all = ['old', 'late', 'waiting', 'new'].map(async (id) => ((await read(id)).length > 0 ? [id] : []));
      return (await Promise.all(all)).flat();
    };
    await forget(30);
    expect(await kept()).toEqual(['old', 'late', 'waiting', 'new']);
    await forget(31);
    expect(await kept()).toEqual(['late', 'waiting', 'new']);
    await forget(36);
    await forget(36);
    expect(await kept()).toEqual(['waiting', 'new']);
    await forget(51);
    expect(await kept()).toEqual(['waiting']);
  });

  it('is forgotten of the merge requests of a branch when the host told nothing of them for thirty days', async () => {
    const told = (on: number) =>
      events.append(openRequestsStream('org_1', 'group/shop', 'feature'), [
        { type: 'OpenRequestsChanged', data: { requests: [], at: day(on).toISOString() } },
      ]);
    const kept = async () => {
      const left = [];
      for await (const { revision } of events.readStream(openRequestsStream('org_1', 'Group/Shop', 'feature')))
        left.push(revision);
      return left;
    };
    await told(0);
    await told(20);
    await forget(31);
    expect(await kept()).toEqual([0, 1]);
    await forget(51);
    expect(await kept()).toEqual([]);
  });

  it('fires nothing any more where the log still tells of it', async () => {
    await delivered('old', 0, 0);
    const [received] = await read('old');
    await forget(31);
    const never = () => {
      throw new Error('it was followed again');
    };
    const readModels = readModelsOf(never);
    const commands = commandBusOf(never);
    const reactor = followDeliveries({ events, readModels, commands, clock, reached: never });
    await expect(reactor.react(received!)).resolves.toBeUndefined();
    expect(await read('old')).toEqual([]);
  });

  it('is forgotten however much there is', async () => {
    // A run looks at a thousand events at once.
    await Promise.all(Array.from({ length: 510 }, (_, number) => delivered(String(number), 0, 0)));
    await forget(40);
    const left = [];
    const filter = { streamPrefixes: ['delivery-'] };
    for await (const { stream } of events.readAll({ filter }))
      if ((await read(stream.slice(9))).length) left.push(stream);
    expect(left).toEqual([]);
  });
});
