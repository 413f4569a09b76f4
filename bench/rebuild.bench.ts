import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, type NewEvent, openSqliteEventStore } from '@assay/event-store';
import { type Projection, Projector, type ReadModelStore, openSqliteReadModelStore } from '@assay/read-models';
import type { Measurement } from './measurement';

const SESSIONS = 10_000;
const TOOLS_A_SESSION = 8;
const ORGANIZATIONS = 50;

interface SessionDocument {
  organizationId: string;
  status: string;
  startedAt: string;
  tools: Record<string, { state: string; findings: number }>;
  findings: number;
}
interface EntryDocument {
  organizationId: string;
  sessionId: string;
  kind: string;
  amount: number;
  recordedAt: string;
}

const sessions: Projection<SessionDocument> = {
  name: 'bench-sessions',
  version: 1,
  indexes: [
    ['organizationId', 'startedAt'],
    ['status', 'startedAt'],
  ],
  handles: { ScanStarted: true, ToolStarted: true, ToolCompleted: true, ScanCompleted: true },
  documentIds: ({ stream }) => [stream],
  apply(session, { type, data, recordedAt }) {
    const { tool, findings = 0, organizationId } = data as { tool: string; findings?: number; organizationId: string };
    if (type === 'ScanStarted')
      return { organizationId, status: 'running', startedAt: recordedAt, tools: {}, findings: 0 };
    if (!session) return undefined;
    if (type === 'ScanCompleted') return { ...session, status: 'completed' };
    const state = type === 'ToolStarted' ? 'running' : 'completed';
    return {
      ...session,
      tools: { ...session.tools, [tool]: { state, findings } },
      findings: session.findings + findings,
    };
  },
};

const ledgerEntries: Projection<EntryDocument> = {
  name: 'bench-ledger-entries',
  version: 1,
  indexes: [['organizationId', 'recordedAt'], ['sessionId']],
  handles: { CreditsCharged: true, CreditsRefunded: true },
  documentIds: ({ id }) => [id],
  apply: (_, { type, data, recordedAt }) => ({
    ...(data as Omit<EntryDocument, 'kind' | 'recordedAt'>),
    kind: type,
    recordedAt,
  }),
};

/** One session after another, each with its tools, its charge and a refund: 20 events. */
function* history(): Generator<{ stream: string; events: NewEvent[] }> {
  for (let n = 0; n < SESSIONS; n += 1) {
    const sessionId = `ses_${String(n).padStart(8, '0')}`;
    const organizationId = `org_${n % ORGANIZATIONS}`;
    const tools = Array.from({ length: TOOLS_A_SESSION }, (_, tool) => `tool-${(n + tool * 7) % 150}`);
    yield {
      stream: `credits-${organizationId}`,
      events: [{ type: 'CreditsCharged', data: { organizationId, sessionId, amount: -1_500_000 } }],
    };
    yield {
      stream: `session-${sessionId}`,
      events: [
        { type: 'ScanStarted', data: { organizationId, sessionId, target: `https://example.com/${n}.git`, tools } },
        ...tools.flatMap((tool, index): NewEvent[] => [
          { type: 'ToolStarted', data: { tool } },
          { type: 'ToolCompleted', data: { tool, findings: (n + index) % 4, durationMs: 120 } },
        ]),
        { type: 'ScanCompleted', data: { findings: 12 } },
      ],
    };
    yield {
      stream: `credits-${organizationId}`,
      events: [{ type: 'CreditsRefunded', data: { organizationId, sessionId, amount: 150_000 } }],
    };
  }
}

async function fill(events: EventStore): Promise<number> {
  let count = 0;
  let appending: Promise<unknown>[] = [];
  for (const { stream, events: appended } of history()) {
    appending.push(events.append(stream, appended));
    count += appended.length;
    if (appending.length >= 300) {
      await Promise.all(appending);
      appending = [];
    }
  }
  await Promise.all(appending);
  return count;
}

/**
 * Both projections from nothing, with their indexes, until they answer. Gives the seconds, and those of processor time.
 */
async function build(
  events: EventStore,
  store: ReadModelStore,
  expected: number,
): Promise<{ seconds: number; cpuSeconds: number }> {
  const projector = new Projector({ events, store, projections: [sessions, ledgerEntries] });
  const cpu = process.cpuUsage();
  const began = performance.now();
  await projector.start();
  await projector.ready();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const documents =
    (await projector.collection(sessions).count({ status: 'completed' })) +
    (await projector.collection(ledgerEntries).count());
  await projector.stop();
  if (documents !== expected) throw new Error(`the rebuild gave ${documents} documents instead of ${expected}`);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

/**
 * How fast read models come back after they were deleted: 200,000 small events, two projections with two indexes each.
 */
export async function benchRebuild(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const events = await openSqliteEventStore({ file: join(directory, 'events.db') });
    const store = await openSqliteReadModelStore({ file: join(directory, 'read-models.db') });
    const count = await fill(events);
    const { seconds, cpuSeconds } = await build(events, store, SESSIONS * 3);
    await Promise.all([events.close(), store.close()]);
    const rate = count / seconds;
    return [
      {
        name: 'rebuild of two read models from 200,000 events',
        unit: 'events/s',
        ours: rate,
        result: rate,
        goal: { atLeast: 50_000 },
        notes: [`${((cpuSeconds / count) * 1e6).toFixed(1)} µs of processor time an event`],
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
