import { CreateOrganization } from '@assay/identity';
import { InfrastructureError, deterministicId } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ToolHealthDocument, toolHealthDocuments } from '../src';
import { type AnotherWorker, CrashWorld, type WorldOptions } from './crash-world';
import { FaultPlan } from './failing-event-store';
import { request } from './requests';
import { type Script, scriptedEngines } from './scripted-tools';
import { ofType } from '../../event-store/test/of-type';
import { allEvents, expectSound } from './session-accounts';

// Its tests stage some eighty small directories; a process for each took four fifths of their time.
jest.mock('../../targets/src/child/run-target-job', () => ({
  runTargetJob: (require('./stage-here') as typeof import('./stage-here')).stageHere,
}));

const MINUTE = 60_000;
/**
 * A little longer than a circuit is open: facts of one session are some milliseconds apart though the clock stands
 * still.
 */
const WAIT = 5 * MINUTE + 1_000;
const WELL = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((id) => [id, { findings: 0, ends: 'completed' }]),
) as unknown as Script;
const BROKEN: Script = { ...WELL, alpha: { findings: 0, ends: 'failed' } };
const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
type Worker = AnotherWorker['worker'];

/** Sessions on several targets, one after the other, on workers and with a clock that the test moves. */
class Sessions {
  private time = Date.parse('2026-11-20T12:00:00.000Z');
  private count = 0;
  script = BROKEN;
  world!: CrashWorld;

  static async in(options: Partial<WorldOptions>, live: (sessions: Sessions) => Promise<void>): Promise<void> {
    const sessions = new Sessions();
    sessions.world = await CrashWorld.begin({
      script: WELL,
      manual: true,
      clock: { now: () => new Date(sessions.time) },
      engines: (...given) => scriptedEngines(sessions.script)(...given),
      ...options,
    });
    try {
      await live(sessions);
    } finally {
      await sessions.world.close();
    }
  }

  wait(milliseconds: number): void {
    this.time += milliseconds;
  }

  /** A session on a target of its own, or on the one with this name. */
  async start({
    target,
    ...more
  }: {
    target?: string;
    organizationId?: string;
    timeout?: number;
    tools?: string[];
  } = {}): Promise<string> {
    const number = (this.count += 1);
    const directory = join(this.world.folder, target ?? `target-${number}`);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'a.txt'), 'one\n');
    await writeFile(join(directory, 'b.js'), 'export const lines = 1;\n');
    const { sessionId } = await this.world.insist(
      request(this.world, {
        sessionId: deterministicId('ses', `number ${number}`),
        target: { kind: 'directory', directory },
        ...more,
      }),
    );
    return sessionId;
  }

  /** What is left to run of it, once it is staged here. */
  async charge(worker: Worker, sessionId: string): Promise<string[]> {
    await worker.prepare(sessionId, CONTEXT);
    return (await worker.charge(sessionId, CONTEXT)).passes.flatMap(({ tools }) => tools).sort();
  }

  async finish(worker: Worker, sessionId: string): Promise<void> {
    const { passes } = await worker.charge(sessionId, CONTEXT);
    for (const pass of passes) await worker.runPass(sessionId, pass, CONTEXT);
    await worker.settle(sessionId, { canceled: false }, CONTEXT);
    await worker.clean(sessionId, CONTEXT);
    await this.world.documents();
  }

  async run(worker: Worker, more?: Parameters<Sessions['start']>[0]): Promise<string> {
    const sessionId = await this.start(more);
    await this.charge(worker, sessionId);
    await this.finish(worker, sessionId);
    return sessionId;
  }

  /** So often that a tool which fails each time is left out. */
  async untilOpen(worker: Worker): Promise<void> {
    for (let failed = 0; failed < 5; failed += 1) await this.run(worker);
  }

  async skipped(sessionId: string): Promise<Record<string, string>> {
    const events = ofType(await allEvents(this.world.store), 'ToolSkipped').filter(
      ({ stream }) => stream === `session-${sessionId}`,
    );
    return Object.fromEntries(events.map(({ data }) => [data.tool, data.message]));
  }

  async circuit(): Promise<ToolHealthDocument | undefined> {
    await this.world.documents();
    return (await this.world.process.projector.collection(toolHealthDocuments).get('alpha'))?.document;
  }

  async refundOf(sessionId: string): Promise<string[]> {
    const end = ofType(await allEvents(this.world.store), 'ScanCompleted').find(
      ({ stream }) => stream === `session-${sessionId}`,
    );
    return [...end!.data.refund.toolsRefunded].sort();
  }
}

describe('a tool that breaks on target after target', () => {
  it(
    'is left out and refunded, is tried by one session after a while, and is back when that works',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        await sessions.untilOpen(worker);
        const without = await sessions.run(worker);
        expect(await sessions.skipped(without)).toEqual({
          absent: 'it is not installed',
          alpha: expect.stringMatching(
            /^circuit breaker open: it failed 5 times in a row; tried again after 2026-11-20T12:05:00\.0\d\dZ$/,
          ),
        });
        expect(await sessions.refundOf(without)).toEqual(['absent', 'alpha']);

        sessions.wait(WAIT);
        const trial = await sessions.run(worker);
        expect(await sessions.skipped(trial)).toEqual({ absent: 'it is not installed' });
        expect((await sessions.circuit())!.opening).toMatchObject({ wait: 10 * MINUTE });

        sessions.wait(2 * WAIT);
        sessions.script = WELL;
        expect(await sessions.refundOf(await sessions.run(worker))).toEqual(['absent']);
        expect(await sessions.circuit()).toEqual({ tool: 'alpha', failures: [], opening: null });
        expect(await sessions.skipped(await sessions.run(worker))).toEqual({ absent: 'it is not installed' });
        expectSound(await allEvents(sessions.world.store), sessions.world.organizationId, 'anything');
        expect(await sessions.world.documents()).toEqual(await sessions.world.rebuiltDocuments());
        await close();
      }),
    120_000,
  );

  it(
    'is left out by name, too, and by every worker',
    () =>
      Sessions.in({}, async (sessions) => {
        const workers = await Promise.all([sessions.world.anotherWorker(), sessions.world.anotherWorker()]);
        await sessions.untilOpen(workers[0]!.worker);
        for (const { worker } of workers) {
          expect(await sessions.charge(worker, await sessions.start())).toEqual(['beta', 'delta', 'epsilon', 'gamma']);
          expect(await sessions.charge(worker, await sessions.start({ tools: ['alpha', 'beta'] }))).toEqual(['beta']);
        }
        for (const { close } of workers) await close();
      }),
    120_000,
  );

  it(
    'is not left out where the targets are few',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        for (let failed = 0; failed < 8; failed += 1) await sessions.run(worker, { target: `one-of-${failed % 2}` });
        expect(await sessions.charge(worker, await sessions.start())).toContain('alpha');
        await close();
      }),
    120_000,
  );

  it(
    'is left out for the organization alone whose targets they are',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const { organizationId } = await sessions.world.process.nest
          .get(CommandBus)
          .execute(new CreateOrganization({ name: 'Another', tier: 'pro' }));
        await sessions.untilOpen(worker);
        expect(await sessions.charge(worker, await sessions.start())).not.toContain('alpha');
        expect(await sessions.charge(worker, await sessions.start({ organizationId }))).toContain('alpha');
        await close();
      }),
    120_000,
  );
});

describe('the trial after the wait', () => {
  it(
    'is one of all the sessions that ask at once, on whichever workers, and keeps to it however often it asks',
    () =>
      Sessions.in({}, async (sessions) => {
        const workers = await Promise.all([
          sessions.world.anotherWorker(),
          sessions.world.anotherWorker(),
          sessions.world.anotherWorker(),
        ]);
        await sessions.untilOpen(workers[0]!.worker);
        sessions.wait(WAIT);
        const asking = await Promise.all(
          workers.map(async ({ worker }) => {
            const sessionId = await sessions.start();
            await worker.prepare(sessionId, CONTEXT);
            return { worker, sessionId };
          }),
        );
        const charged = await Promise.all(asking.map(({ worker, sessionId }) => sessions.charge(worker, sessionId)));
        expect(charged.filter((tools) => tools.includes('alpha'))).toHaveLength(1);
        expect(await Promise.all(asking.map(({ worker, sessionId }) => sessions.charge(worker, sessionId)))).toEqual(
          charged,
        );
        const others = asking.filter((_, index) => !charged[index]!.includes('alpha'));
        for (const { sessionId } of others)
          expect((await sessions.skipped(sessionId))['alpha']).toContain('another session is trying it');

        sessions.script = WELL;
        for (const { worker, sessionId } of asking) await sessions.finish(worker, sessionId);
        expect((await sessions.circuit())!.opening).toBeNull();
        for (const { close } of workers) await close();
      }),
    120_000,
  );

  it(
    'passes to another session where the first is never heard of again',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        await sessions.untilOpen(worker);
        sessions.wait(WAIT);
        expect(await sessions.charge(worker, await sessions.start())).toContain('alpha');
        sessions.wait(5 * MINUTE - 1);
        expect(await sessions.charge(worker, await sessions.start())).not.toContain('alpha');
        sessions.wait(1);
        expect(await sessions.charge(worker, await sessions.start())).toContain('alpha');
        await close();
      }),
    120_000,
  );

  it.each(['lost-before', 'lost-after'] as const)(
    'is still its own where the append that grants it is %s and asked for again',
    (fault) => {
      const plan = new FaultPlan(new Map());
      return Sessions.in({ plan }, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker({ events: sessions.world.process.events });
        await sessions.untilOpen(worker);
        sessions.wait(WAIT);
        const sessionId = await sessions.start();
        await worker.prepare(sessionId, CONTEXT);
        plan.arm('CircuitTrialGranted', fault);
        await expect(worker.charge(sessionId, CONTEXT)).rejects.toThrow('the line was cut');
        plan.arm('PlanRefined', fault);
        await expect(worker.charge(sessionId, CONTEXT)).rejects.toThrow('the line was cut');
        expect(await sessions.charge(worker, sessionId)).toContain('alpha');
        expect(
          (await allEvents(sessions.world.store)).filter(({ type }) => type === 'CircuitTrialGranted'),
        ).toHaveLength(1);
        await close();
      });
    },
    120_000,
  );
});

describe('a session', () => {
  it(
    'goes on with a tool that it began with, though its circuit opens meanwhile',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const early = await sessions.start();
        expect(await sessions.charge(worker, early)).toContain('alpha');
        await sessions.untilOpen(worker);
        expect(await sessions.charge(worker, early)).toContain('alpha');
        await sessions.finish(worker, early);
        expect(await sessions.skipped(early)).toEqual({ absent: 'it is not installed' });
        await close();
      }),
    120_000,
  );

  it(
    'runs all its tools where no read model can be asked',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        await sessions.untilOpen(worker);
        const sessionId = await sessions.start();
        jest.spyOn(sessions.world.process.projector, 'collection').mockImplementationOnce(() => {
          throw new InfrastructureError('the read models are away');
        });
        expect(await sessions.charge(worker, sessionId)).toContain('alpha');
        await close();
      }),
    120_000,
  );

  it(
    'whose client gave its tools little time opens nothing',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        sessions.script = { ...WELL, alpha: { findings: 0, ends: 'timed-out' } };
        for (let failed = 0; failed < 6; failed += 1) await sessions.run(worker, { timeout: 5_000 });
        expect(await sessions.circuit()).toBeUndefined();
        await close();
      }),
    120_000,
  );
});
