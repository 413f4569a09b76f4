import { openSqliteEventStore } from '@assay/event-store';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger, nothingIsStaged } from './accounts';
import { type Client, clientOf } from './client';
import { requestFor, writeTarget } from './session-outcome';
import { endLeftovers, runCommand, startProcess } from './service-under-test';

let root: string;
let target: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-restore-'));
  target = join(root, 'target');
  await writeTarget(target);
});

afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

const request = () => ({ ...requestFor(target), tools: ['js-correctness', 'js-suspicious'] });

async function completed(client: Client): Promise<string> {
  const sessionId = await client.start(request());
  expect(await client.ended(sessionId)).toMatchObject({ status: 'completed' });
  return sessionId;
}

async function command(...args: string[]): Promise<void> {
  const { code, errorOutput } = await runCommand(args);
  if (code !== 0) throw new Error(`assay ${args.join(' ')} ended with ${code}: ${errorOutput}`);
}

/** A service that had one session when its events were backed up, while it ran, and three more after that. */
async function backedUp(name: string) {
  const [dataDir, backup] = [join(root, name), join(root, `${name}.db`)];
  const service = await startProcess({ dataDir, roots: root });
  const key = service.key!;
  const client = clientOf({ url: service.url, key });
  const before = await completed(client);
  await command('backup', backup, '--data-dir', dataDir);
  const after = [await completed(client), await completed(client), await completed(client)];
  await service.stop();
  return { dataDir, backup, key, before, after };
}

test.each([
  ['that is behind the checkpoints', 0],
  ['that has overtaken the checkpoints before the service starts', 2_000],
])('on a restored log %s, sessions run to their end and the ledger is sound', async (_, grown) => {
  const { dataDir, backup, key, before, after } = await backedUp(`grown-${grown}`);
  await command('restore', backup, '--force', '--data-dir', dataDir);
  const events = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
  for (let n = 0; n < grown; n += 1) await events.append(`grown-${randomUUID()}`, [{ type: 'Grown', data: { n } }]);
  await events.close();
  const service = await startProcess({ dataDir, roots: root });
  const client = clientOf({ url: service.url, key });
  const later = [await completed(client), await completed(client)];
  expect(new Set(await client.sessionIds())).toEqual(new Set([before, ...later]));
  for (const lost of after) expect((await client.request('GET', `/api/sessions/${lost}`)).status).toBe(404);
  const canceled = await client.start(request());
  expect((await client.request('DELETE', `/api/sessions/${canceled}`)).status).toBe(200);
  expect(await client.ended(canceled)).toMatchObject({ status: 'partial' });
  await expectSoundLedger(client);
  expect(await client.get('/health')).toMatchObject({ status: 'ok' });
  await nothingIsStaged(dataDir);
  await service.stop();
});

test('on an empty log beside the old read models, a new organization begins and its session runs', async () => {
  const { dataDir } = await backedUp('emptied');
  await rm(join(dataDir, 'events.db'));
  const service = await startProcess({ dataDir, roots: root });
  const client = clientOf({ url: service.url, key: service.key! });
  const sessionId = await completed(client);
  expect(await client.sessionIds()).toEqual([sessionId]);
  await expectSoundLedger(client);
  await service.stop();
});
