import { openEventStoreDb, type RecordedEvent } from '@assay/event-store';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, clientOf } from '../faults/client';
import { BROKEN_REGEX_DOS } from '../faults/engine-faults';
import { eventually } from '../faults/eventually';
import { cancelAtRandomMoments, expectRightEnd } from '../faults/random-cancels';
import { requestFor, writeTarget } from '../faults/session-outcome';
import { type Cluster, startCluster } from './cluster';
import { type Engines, startEngines } from './engines';

let folder: string;
let engines: Engines;
let cluster: Cluster;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-canceled-'));
  await writeTarget(join(folder, 'targets', 'shop'));
  engines = await startEngines(folder);
  cluster = await startCluster({
    engines,
    folder,
    name: 'canceled',
    roots: join(folder, 'targets'),
    engineFaults: BROKEN_REGEX_DOS,
  });
  client = clientOf(cluster);
}, 240_000);

afterAll(async () => {
  await cluster?.kill();
  await engines?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function recorded(): Promise<RecordedEvent[]> {
  const store = await openEventStoreDb({ url: engines.eventStoreUrl });
  try {
    const events: RecordedEvent[] = [];
    for await (const event of store.readAll()) events.push(event);
    return events;
  } finally {
    await store.close();
  }
}

const staged = async (): Promise<string[]> =>
  (await Promise.all(cluster.workers.map((worker) => readdir(cluster.stagingOf(worker)))))
    .flat()
    .filter((name) => name.startsWith('ses_'));

test('canceled at random moments on Temporal, a session ends once with what it has, and refunds the rest', async () => {
  const sessions = await cancelAtRandomMoments(client, requestFor(join(folder, 'targets', 'shop')));
  await eventually('nothing is left staged', async () => ((await staged()).length === 0 ? true : undefined));
  const events = await recorded();
  for (const session of sessions) await expectRightEnd(client, events, session);
  expect(sessions.filter(({ canceled }) => canceled)).toHaveLength(10);
}, 420_000);
