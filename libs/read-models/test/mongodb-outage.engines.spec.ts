import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type MongoWireServer, startMongoWireServer } from '../../../test/support/engines/mongo-wire-server';
import {
  type FollowedReadModels,
  Projector,
  type ReadModelStore,
  followReadModels,
  openMongoReadModelStore,
} from '../src';
import { accounts, deposited, totals, transferred } from './account-projections';
import { FollowedLog } from './followed-log';

const PATIENCE = { timeoutMs: 60_000 };

describe('a MongoDB that is killed and comes back', () => {
  const projections = [accounts, totals];
  const events = new FollowedLog();
  let folder: string;
  let server: MongoWireServer;
  let stores: ReadModelStore[];
  let projector: Projector;
  let followed: FollowedReadModels;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-mongo-outage-'));
    server = await startMongoWireServer({ folder });
    const url = `${server.url}/assay?serverSelectionTimeoutMS=200`;
    stores = [await openMongoReadModelStore({ url }), await openMongoReadModelStore({ url })];
    projector = new Projector({
      events,
      store: stores[0]!,
      projections,
      batchSize: 7,
      backoff: { initialDelayMs: 5, maxDelayMs: 50 },
    });
    followed = followReadModels({ events, store: stores[1]!, projections });
    await projector.start();
  }, 120_000);
  afterAll(async () => {
    await projector.stop();
    await Promise.all(stores.map((store) => store.close()));
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  const back = async (): Promise<void> => {
    server = await startMongoWireServer({ folder, port: Number(new URL(server.url).port) });
  };

  it('loses nothing and doubles nothing of what is projected meanwhile', async () => {
    for (let outage = 1; outage <= 3; outage += 1) {
      const appended = (async () => {
        for (let n = 0; n < 200; n += 1) {
          events.write(`account-${n % 5}`, deposited(3), transferred(`account-${n % 5}`, 'pool', 1));
          await turn();
        }
      })();
      await server.kill();
      await appended;
      await back();
      await followed.waitFor(400 * outage, PATIENCE);
      const balances = (await followed.collection(accounts).find()).map(({ id, document }) => [
        id,
        document.balance,
        document.entries,
      ]);
      expect(balances).toEqual([
        ...[0, 1, 2, 3, 4].map((n) => [`account-${n}`, 80 * outage, 80 * outage]),
        ['pool', 200 * outage, 200 * outage],
      ]);
      expect((await followed.collection(totals).find()).map(({ id, document }) => [id, document.events])).toEqual([
        ['Deposited', 200 * outage],
        ['Transferred', 200 * outage],
      ]);
    }
  }, 240_000);

  it('answers no question wrongly while it is away, and each again when it is back', async () => {
    await followed.waitFor(events.write('late', deposited(1)), PATIENCE);
    await server.kill();
    const late = followed.collection(accounts);
    await expect(late.get('late')).rejects.toMatchObject({ name: 'ReadModelStoreUnavailable' });
    await expect(late.find({ where: { owner: 'late' } })).rejects.toMatchObject({ name: 'ReadModelStoreUnavailable' });
    await expect(late.count()).rejects.toMatchObject({ name: 'ReadModelStoreUnavailable' });
    await expect(stores[0]!.ping()).rejects.toMatchObject({ name: 'ReadModelStoreUnavailable' });
    const position = events.write('late', deposited(1));
    await expect(followed.waitFor(position, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'ReadModelBehind' });
    const waiting = followed.waitFor(position, PATIENCE);
    await back();
    await waiting;
    expect((await late.get('late'))?.document.balance).toBe(2);
  }, 120_000);

  it('lets a rebuild go on where it was', async () => {
    const before = await followed.collection(accounts).find();
    let killed: Promise<void> | undefined;
    const rebuilt = projector.rebuild('accounts', { onProgress: () => void (killed ??= server.kill().then(back)) });
    await rebuilt;
    await killed;
    expect(await followed.collection(accounts).find()).toEqual(before);
    expect((await stores[0]!.collections()).filter((name) => name.startsWith('accounts'))).toEqual(['accounts@1.2']);
  }, 120_000);
});
