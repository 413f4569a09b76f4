import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nothingIsStaged } from './accounts';
import { clientOf } from './client';
import { BROKEN_REGEX_DOS } from './engine-faults';
import { cancelAtRandomMoments, expectRightEnd } from './random-cancels';
import { recordedEvents } from './recorded-events';
import { endLeftovers, startProcess } from './service-under-test';
import { requestFor, writeTarget } from './session-outcome';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-cancel-'));
  await writeTarget(join(root, 'target'));
});

afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

test('canceled at ten random moments, a session ends once, with what it has, and gives back the rest', async () => {
  const dataDir = join(root, 'data');
  const { url, key, stop } = await startProcess({ dataDir, roots: root, engineFaults: BROKEN_REGEX_DOS });
  const client = clientOf({ url, key: key! });
  const sessions = await cancelAtRandomMoments(client, requestFor(join(root, 'target')));
  await nothingIsStaged(dataDir);
  const events = await recordedEvents(dataDir);
  for (const session of sessions) await expectRightEnd(client, events, session);
  expect(sessions.filter(({ canceled }) => canceled)).toHaveLength(10);
  await stop();
  // Nothing went on after the ends.
  expect((await recordedEvents(dataDir)).length).toBe(events.length);
});
