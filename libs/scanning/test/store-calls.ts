import type { EventStore } from '@assay/event-store';
import { deterministicId } from '@assay/kernel';
import { countingEventStore } from './counting-event-store';
import { type AnotherWorker, CrashWorld } from './crash-world';
import { request } from './requests';
import { scriptOf } from './scripted-tools';

const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
const SCRIPT = scriptOf(3);

/** A server that keeps the events: opened once for the world, and once for the process whose calls are counted. */
export interface ServedStore {
  readonly openStore: (folder: string) => Promise<EventStore>;
  /** A second client of the server: its store, and the calls that the server got from it, in the words of the port. */
  readonly counted: (folder: string) => Promise<{ readonly events: EventStore; readonly calls: string[] }>;
  close(): Promise<void>;
}

/** The number of a session's calls on the event store: of the port, or of the server behind it. */
export function storeCalls(name: string, serve: () => Promise<ServedStore | undefined>): void {
  describe(`calls on ${name}`, () => {
    let served: ServedStore | undefined;
    let world: CrashWorld;
    let process: AnotherWorker;
    let events: EventStore;
    let calls: string[];
    let closeStore: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      served = await serve();
      // Nothing else runs in the process whose calls are counted: workflows and reactors are elsewhere.
      world = await CrashWorld.begin({ script: SCRIPT, manual: true, ...(served && { openStore: served.openStore }) });
      ({ events, calls } = served ? await served.counted(world.folder) : countingEventStore(world.store));
      if (served) closeStore = () => events.close();
      process = await world.anotherWorker({ events });
    });
    afterAll(async () => {
      await process.close();
      await closeStore?.();
      await world.close();
      await served?.close();
    });

    /** The calls that a piece of work makes. */
    const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
      calls.length = 0;
      await work();
      return [...calls];
    };
    const start = (id: string) =>
      process.commands.execute(request(world, { sessionId: deterministicId('ses', id), enableIntelligence: false }));

    it('are at most 6 before a session has started, once a process knows the organization', async () => {
      await start('first');
      const made = await callsOf(() => start('second'));
      expect(made.filter((call) => call.startsWith('append'))).toHaveLength(3);
      expect({ made, few: made.length <= 6 }).toMatchObject({ few: true });
    });

    it('are at most 2 for the report of a tool with findings', async () => {
      const { sessionId } = await start('third');
      await process.worker.prepare(sessionId, CONTEXT);
      await process.worker.charge(sessionId, CONTEXT);
      const pass = (id: string, tools: string[]) => () =>
        process.worker.runPass(sessionId, { id, engine: 'one', tools }, CONTEXT);
      await pass('one', ['alpha'])();
      const made = await callsOf(pass('two', ['beta', 'epsilon']));
      const from = made.findIndex((call) => call.includes('RecordingBegan')) + 1;
      const reports = made.slice(from, made.findLastIndex((call) => call.includes('ToolCompleted')) + 1);
      expect(reports.filter((call) => call.includes('ToolCompleted'))).toHaveLength(2);
      expect({ reports, few: reports.length <= 2 * 2 }).toMatchObject({ few: true });
    });

    it('lose no race for the queue where the process that starts sessions was first', async () => {
      const other = await world.anotherWorker({ events });
      const queued = (n: number) => ({
        organizationId: world.organizationId,
        sessionId: deterministicId('ses', `queued ${n}`),
        startedAt: `2026-01-01T00:00:0${n}.000Z`,
      });
      for (const n of [1, 2, 3]) {
        await process.queues.enter(queued(n));
        const made = await callsOf(() => other.queues.makeSureOf(queued(n)));
        expect(made.filter((call) => call.startsWith('append'))).toEqual([]);
      }
      await other.close();
    });

    it('read nothing that the process has just written', async () => {
      const { sessionId } = await start('fourth');
      await process.worker.prepare(sessionId, CONTEXT);
      const made = await callsOf(() => process.worker.charge(sessionId, CONTEXT));
      const after = made.findIndex((call) => call.includes('PlanRefined'));
      expect(after).toBeGreaterThanOrEqual(0);
      expect(made.slice(after + 1).filter((call) => call.startsWith(`readStream session-${sessionId}`))).toEqual([]);
    });
  });
}
