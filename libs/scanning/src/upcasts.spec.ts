import { type EventStore, type NewEvent, load, openSqliteEventStore } from '@assay/event-store';
import { sessions } from '@assay/projections';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model, runsIn } from './domain/session';
import { startTools } from './domain/session-tools';
import { type SessionEvent, sessionStream } from './domain/session-events';
import type { SessionDocument } from './queries/session-document';
import { sessionUpcasts } from './upcasts';

const SESSION_ID = 'ses_1';
const at = (second: number) => `2026-10-01T10:00:0${second}.000Z`;

const STARTED: NewEvent = {
  type: 'ScanStarted',
  data: {
    sessionId: SESSION_ID,
    scanId: 'scn_1',
    organizationId: 'org_1',
    projectId: null,
    startedBy: 'key_1',
    target: { kind: 'directory', directory: '/src' },
    tools: [{ id: 'a', category: 'security', billing: 'security', engine: 'one' }],
    namedTools: [],
    aiFeatures: [],
    timeout: 1_000,
    maxConcurrent: 1,
    at: at(0),
  },
};
const ENDING = { summary: {}, refund: { refunded: 0, toolsRefunded: [], newBalance: 0 }, at: at(3) };

/** Sessions as they were recorded before attempts had numbers, and before every end named its intelligence. */
const OLD_SESSION: readonly NewEvent[] = [
  STARTED,
  { type: 'PlanRefined', data: { removed: [], at: at(1) } },
  { type: 'ToolStarted', data: { tool: 'a', at: at(2) } },
];

describe('a session of an earlier version', () => {
  let folder: string;
  let events: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-upcasts-'));
    events = await openSqliteEventStore({ file: join(folder, 'events.db'), upcasts: sessionUpcasts, brief: true });
  });
  afterEach(async () => {
    await events.close();
    await rm(folder, { recursive: true });
  });

  const documentOf = async (): Promise<SessionDocument | undefined> => {
    let document: SessionDocument | undefined;
    for await (const event of events.readStream<SessionEvent>(sessionStream(SESSION_ID)))
      document = sessions.apply(document, event, SESSION_ID);
    return document;
  };

  it('goes on with the next attempt, which has the number 1', async () => {
    await events.append(sessionStream(SESSION_ID), OLD_SESSION);
    const { state } = await load(events, sessionStream(SESSION_ID), model);
    expect(state.attempts).toBe(0);
    expect(runsIn(0, 'a', state)).toBe(true);
    expect(startTools(['a'], state, at(4))).toEqual([
      { type: 'ToolStarted', data: { tool: 'a', attempt: 1, at: at(4) } },
    ]);
  });

  it.each([
    ['ScanFailed', { ...ENDING, error: { code: 'INTERNAL', message: '' } }],
    ['ScanCanceled', ENDING],
  ])('that ended with a %s shows that nothing was delivered for its AI features', async (type, data) => {
    await events.append(sessionStream(SESSION_ID), [...OLD_SESSION, { type, data }]);
    expect(await documentOf()).toMatchObject({ active: false, intelligence: null });
  });
});
