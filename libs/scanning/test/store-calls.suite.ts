import { deterministicId } from '@assay/kernel';
import { countingEventStore } from './counting-event-store';
import { type AnotherWorker, CrashWorld } from './crash-world';
import { request } from './requests';
import { RUNNABLE, type Script } from './scripted-tools';

const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
const SCRIPT = Object.fromEntries(RUNNABLE.map((id) => [id, { findings: 3, ends: 'completed' }])) as unknown as Script;

describe('calls on the event store', () => {
  let world: CrashWorld;
  let process: AnotherWorker;
  let calls: string[];
  beforeAll(async () => {
    // Nothing else goes on in the process whose calls are counted: workflows and reactors are elsewhere.
    world = await CrashWorld.begin({ script: SCRIPT, manual: true });
    const counting = countingEventStore(world.store);
    ({ calls } = counting);
    process = await world.anotherWorker({ events: counting.events });
  });
  afterAll(async () => {
    await process.close();
    await world.close();
  });

  /** What a piece of work calls. */
  const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    calls.length = 0;
    await work();
    return [...calls];
  };
  const start = (name: string) =>
    process.commands.execute(request(world, { sessionId: deterministicId('ses', name), enableIntelligence: false }));

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

  it('read nothing that the process has just written', async () => {
    const { sessionId } = await start('fourth');
    await process.worker.prepare(sessionId, CONTEXT);
    const made = await callsOf(() => process.worker.charge(sessionId, CONTEXT));
    const after = made.findIndex((call) => call.includes('PlanRefined'));
    expect(made.slice(after + 1).filter((call) => call.startsWith(`readStream session-${sessionId}`))).toEqual([]);
  });
});
