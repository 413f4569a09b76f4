import { ChargeLines, ChargeSession, SettleCharge } from '@assay/billing';
import { InfrastructureError, deterministicId } from '@assay/kernel';
import { SessionCanceled, type SessionWorker, StagedCopyLost, withRetries } from '@assay/orchestration';
import { CreateProject, DeleteProject } from '@assay/projects';
import { CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import { ofType } from '../../event-store/test/of-type';
import { type EngineRunner, CancelSession, isEnding } from '../src';
import { CRASH_PROPERTY, CRASH_PROPERTY_TIMEOUT } from '../../../test/support/crash-runs';
import { CrashWorld, type WorldOptions } from './crash-world';
import { type AppendFault, FaultPlan } from './failing-event-store';
import { request, unlessItWasOver } from './requests';
import { RUNNABLE, type Script, type ToolScript, scriptedEngines, turns, scriptOf } from './scripted-tools';
import { type LoggedEvent, allEvents, expectSound, expectSoundSession, ledgerOf } from './session-accounts';

/** A session of these tools makes about 25 appends when nothing goes wrong. */
const APPENDS = 45;

const script: fc.Arbitrary<Script> = fc.record(
  Object.fromEntries(
    RUNNABLE.map((id) => [
      id,
      fc.record({
        findings: fc.nat(4),
        ends: fc.constantFrom<ToolScript['ends']>(
          'completed',
          'completed',
          'completed',
          'failed',
          'timed-out',
          'skipped',
        ),
      }),
    ]),
  ) as { [Id in keyof Script]: fc.Arbitrary<ToolScript> },
);
const faults = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: APPENDS }),
    fc.constantFrom<AppendFault>('lost-before', 'lost-after', 'crash-before', 'crash-after'),
  ),
  { selector: ([append]) => append, maxLength: 5 },
);
const histories = fc.record({
  script,
  faults,
  cancelAt: fc.option(fc.integer({ min: 5, max: 30 }), { nil: undefined }),
  forgetful: fc.boolean(),
  tools: fc.constantFrom<readonly string[]>([], ['alpha', 'gamma', 'idle'], ['idle', 'absent'], ['delta']),
});

const ALL_WELL = scriptOf(2);
const UNEVEN: Script = {
  ...ALL_WELL,
  beta: { findings: 1, ends: 'failed' },
  delta: { findings: 0, ends: 'timed-out' },
};

const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };

async function inWorld<Answer>(options: WorldOptions, live: (world: CrashWorld) => Promise<Answer>): Promise<Answer> {
  const world = await CrashWorld.begin(options);
  try {
    return await live(world);
  } finally {
    await world.close();
  }
}

describe('a session of which appends are lost and processes die', () => {
  it(
    'ends once, with one outcome a tool, each finding once, and costs exactly what was delivered',
    () =>
      fc.assert(
        fc.asyncProperty(histories, async ({ script, faults, cancelAt, forgetful, tools }) => {
          const plan = new FaultPlan(new Map(faults));
          await inWorld({ script, plan, forgetful }, async (world) => {
            const canceled: Promise<unknown>[] = [];
            const starting = world.insist(request(world, { tools }));
            if (cancelAt !== undefined)
              plan.at(cancelAt, () => {
                canceled.push(
                  starting
                    .then(({ sessionId }) =>
                      world.insist(new CancelSession({ organizationId: world.organizationId, sessionId, by: 'key_1' })),
                    )
                    .catch(unlessItWasOver),
                );
              });
            const { sessionId } = await starting;
            await world.settled();
            await Promise.all(canceled);
            const started = expectSound(await allEvents(world.store), world.organizationId, script);
            expect(started).toEqual([sessionId]);
            expect(await world.documents()).toEqual(await world.rebuiltDocuments());
          });
        }),
        CRASH_PROPERTY,
      ),
    CRASH_PROPERTY_TIMEOUT,
  );
});

const eventsOf = async <Type extends LoggedEvent['type']>(world: CrashWorld, type: Type) =>
  ofType(await allEvents(world.store), type);
const endOf = async (world: CrashWorld) => (await allEvents(world.store)).find(isEnding)!;
/** The books of a world in which sessions were charged by hand, too. */
const soundBooks = async (world: CrashWorld) => {
  const events = await allEvents(world.store);
  const sessionId = events.find(({ type }) => type === 'ScanStarted')!.stream.slice('session-'.length);
  expectSoundSession(events, ledgerOf(events, world.organizationId), sessionId, ALL_WELL);
};
const sound = async (world: CrashWorld, script = ALL_WELL) =>
  expectSound(await allEvents(world.store), world.organizationId, script);

describe('a session that was charged and not started', () => {
  it('gives all back; the same request, repeated after that, starts one session that runs', () =>
    inWorld({ script: ALL_WELL }, async (world) => {
      const first = deterministicId('ses', 'the one');
      const plan = { tools: [{ id: 'alpha', billing: 'security' as const }], aiFeatures: [] };
      await world.insist(
        new ChargeSession({
          organizationId: world.organizationId,
          sessionId: first,
          scanId: 'scn_1',
          projectId: null,
          ...plan,
        }),
      );
      await world.settled();
      expect(await eventsOf(world, 'ScanAbandoned')).toHaveLength(1);

      const again = await world.insist(request(world));
      expect(again.sessionId).not.toBe(first);
      expect(await world.insist(request(world))).toMatchObject({ sessionId: again.sessionId, scanId: again.scanId });
      await world.settled();
      expect(await sound(world)).toEqual([again.sessionId]);
      expect((await endOf(world)).type).toBe('ScanCompleted');
    }));

  it.each(['lost-before', 'crash-before'] as const)(
    'starts with the tools and features that were paid for, whatever the plan is when it is repeated (%s)',
    (fault) => {
      const plan = new FaultPlan(new Map());
      return inWorld({ script: ALL_WELL, plan, grace: 60_000 }, async (world) => {
        plan.arm('ScanStarted', fault);
        const tools = ['alpha', 'delta'];
        const tried = world.process.nest.get(CommandBus).execute(request(world, { tools, enableIntelligence: false }));
        await expect(tried).rejects.toThrow(InfrastructureError);
        await world.insist(request(world, { tools: ['beta', 'gamma', 'epsilon'] }));
        await world.settled();
        const [started] = await eventsOf(world, 'ScanStarted');
        expect(started!.data).toMatchObject({ tools: tools.map((id) => ({ id })), aiFeatures: [] });
        await sound(world);
      });
    },
  );
});

describe('two workers that run the same activities at the same time', () => {
  it('record and refund everything once all the same', () =>
    inWorld({ script: UNEVEN, manual: true }, async (world) => {
      const workers = await Promise.all([world.anotherWorker(), world.anotherWorker()]);
      const context = { signal: new AbortController().signal, heartbeat: () => undefined };
      const { sessionId } = await world.insist(request(world));
      const onBoth = (work: (worker: SessionWorker) => Promise<unknown>) =>
        Promise.all(workers.map(({ worker }) => work(worker)));
      await onBoth((worker) => worker.prepare(sessionId, context));
      await onBoth((worker) => worker.charge(sessionId, CONTEXT));
      const passes = [
        { id: 'one', engine: 'one', tools: ['alpha', 'beta', 'epsilon'] },
        { id: 'two', engine: 'two', tools: ['gamma', 'delta'] },
      ];
      // Each takes over from the other, again and again, until all is done.
      await onBoth((worker) =>
        Promise.all(
          passes.map((pass) =>
            withRetries(
              () => worker.runPass(sessionId, pass, context),
              { maxAttempts: 100, initialDelay: 1, maxDelay: 20 },
              context.signal,
            ),
          ),
        ),
      );
      await onBoth((worker) => worker.settle(sessionId, { canceled: false }, CONTEXT));
      await onBoth((worker) => worker.clean(sessionId, CONTEXT));
      for (const { close } of workers) await close();
      expect(await sound(world, UNEVEN)).toEqual([sessionId]);
      expect(await eventsOf(world, 'ChargeSettled')).toHaveLength(1);
    }));
});

describe('a pass that is canceled', () => {
  const PASS = { id: 'one', engine: 'one', tools: ['alpha', 'beta'] };

  it('is over only when its engine is, and its last reports are recorded as canceled', async () => {
    const canceling = new AbortController();
    let isOver = false;
    const engines: EngineRunner = async (pass, limits) => {
      canceling.abort(new SessionCanceled('the one'));
      await turns(20); // a process takes its time to die
      const ended = await scriptedEngines(ALL_WELL)(pass, limits);
      isOver = true;
      return ended;
    };
    await inWorld({ script: ALL_WELL, engines, manual: true }, async (world) => {
      const { worker, close } = await world.anotherWorker();
      const context = { signal: canceling.signal, heartbeat: () => undefined };
      const { sessionId } = await world.insist(request(world));
      await worker.prepare(sessionId, context);
      await worker.charge(sessionId, CONTEXT);
      await expect(worker.runPass(sessionId, PASS, context)).rejects.toBeInstanceOf(SessionCanceled);
      expect(isOver).toBe(true);
      expect((await eventsOf(world, 'ToolSkipped')).map(({ data }) => data)).toMatchObject([
        { tool: 'absent' },
        { tool: 'alpha', reason: 'canceled' },
        { tool: 'beta', reason: 'canceled' },
      ]);
      expect(await eventsOf(world, 'FindingsRecorded')).toHaveLength(2);
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      await close();
    });
  });

  it('does not wait for a slot that others hold', async () => {
    const canceling = new AbortController();
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const engines: EngineRunner = async (pass, limits) => {
      await released;
      return scriptedEngines(ALL_WELL)(pass, limits);
    };
    await inWorld({ script: ALL_WELL, engines, manual: true }, async (world) => {
      const { worker, close } = await world.anotherWorker();
      const running = { signal: new AbortController().signal, heartbeat: () => undefined };
      const { sessionId } = await world.insist(request(world));
      await worker.prepare(sessionId, running);
      await worker.charge(sessionId, CONTEXT);
      const holding = [
        { id: 'a', engine: 'one', tools: ['alpha'] },
        { id: 'b', engine: 'one', tools: ['beta'] },
      ].map((pass) => worker.runPass(sessionId, pass, running));
      const waiting = worker.runPass(
        sessionId,
        { id: 'two', engine: 'two', tools: ['gamma'] },
        { ...running, signal: canceling.signal },
      );
      canceling.abort(new SessionCanceled(sessionId));
      await expect(waiting).rejects.toBeInstanceOf(SessionCanceled);
      release();
      await Promise.all(holding);
      expect((await eventsOf(world, 'ToolStarted')).map(({ data }) => data.tool)).not.toContain('gamma');
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      await close();
    });
  });
});

describe('a session of which nothing remains to run', () => {
  it('completes, is charged no lines and costs nothing', () =>
    inWorld({ script: ALL_WELL }, async (world) => {
      await world.insist(
        request(world, { tools: [], excludeTools: ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'absent'] }),
      );
      await world.settled();
      await sound(world);
      expect(await endOf(world)).toMatchObject({
        type: 'ScanCompleted',
        data: { status: 'completed', refund: { toolsRefunded: [] } },
      });
      const refunds = await eventsOf(world, 'CreditsRefunded');
      expect(refunds.map(({ data }) => data.reason)).toEqual(['not-applicable', 'not-applicable']);
      expect(
        (await eventsOf(world, 'CreditsCharged')).flatMap(({ data }) => data.lines.map(({ item }) => item)),
      ).not.toContain('lines');
    }));

  it('is partial where a tool that was asked for is missing here, and names it', () =>
    inWorld({ script: ALL_WELL }, async (world) => {
      await world.insist(request(world, { tools: ['absent', 'idle'] }));
      await world.settled();
      await sound(world);
      expect(await endOf(world)).toMatchObject({
        type: 'ScanCompleted',
        data: { status: 'partial', refund: { toolsRefunded: ['absent', 'idle'] } },
      });
    }));
});

describe('a session that is canceled after some tools completed', () => {
  it('delivers what was paid for: their findings, and the features over them', () =>
    inWorld({ script: ALL_WELL, manual: true }, async (world) => {
      const { organizationId } = world;
      const { worker, close } = await world.anotherWorker();
      const context = { signal: new AbortController().signal, heartbeat: () => undefined };
      const { sessionId } = await world.insist(request(world));
      await worker.prepare(sessionId, context);
      await worker.charge(sessionId, CONTEXT);
      await worker.runPass(sessionId, { id: 'one', engine: 'one', tools: ['alpha', 'beta', 'epsilon'] }, context);
      await world.insist(new CancelSession({ organizationId, sessionId, by: 'key_1' }));
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      await close();
      await sound(world);
      expect(await endOf(world)).toMatchObject({
        type: 'ScanCanceled',
        data: {
          summary: { toolsRun: 3, toolsSkipped: 3 },
          intelligence: { priorities: expect.arrayContaining([expect.anything()]) },
        },
      });
      await expect(world.insist(new CancelSession({ organizationId, sessionId, by: 'key_1' }))).rejects.toMatchObject({
        refusal: { code: 'SESSION_ALREADY_ENDED' },
      });
    }));
});

describe('a session that fails', () => {
  /** Spends 491 of 500 credits: with what is left a whole session can be charged, and its lines cannot. */
  const drain = async ({ insist, organizationId }: Pick<CrashWorld, 'insist' | 'organizationId'>) => {
    const sessionId = deterministicId('ses', 'spent');
    const tools = [{ id: 'alpha', billing: 'security' as const }];
    await insist(
      new ChargeSession({ organizationId, sessionId, scanId: 'scn_1', projectId: null, tools, aiFeatures: [] }),
    );
    const lines = 4_890_000;
    await insist(new ChargeLines({ organizationId, sessionId, lines, remainingTools: ['alpha'] }));
    await insist(new SettleCharge({ organizationId, sessionId, linesScanned: lines, issuesByCategory: {} }));
  };

  it.each([
    ['when its tools have their end', 'SettlementBegan', 'crash-after'],
    ['when all has come back', 'ChargeSettled', 'crash-after'],
    ['before its end', 'ScanFailed', 'crash-before'],
    ['when its end is recorded', 'ScanFailed', 'crash-after'],
  ] as const)('still says why, and costs nothing, though the process dies %s', async (_, type, fault) => {
    const plan = new FaultPlan(new Map());
    // The charge that drains the account belongs to no session: without the grace it may be refunded as abandoned.
    await inWorld({ script: ALL_WELL, plan, tier: 'starter', grace: 60_000 }, async (world) => {
      await drain({ insist: (command) => world.insist(command), organizationId: world.organizationId });
      plan.arm(type, fault);
      await world.insist(request(world));
      await world.settled();
      expect(await endOf(world)).toMatchObject({
        type: 'ScanFailed',
        data: { error: { code: 'INSUFFICIENT_CREDITS' }, refund: { refunded: 9_000_000, newBalance: 9_000_000 } },
      });
      await soundBooks(world);
    });
  });
});

describe('a session whose copy is lost', () => {
  it('says so, is staged again, and is charged and runs as before', () =>
    inWorld({ script: UNEVEN, manual: true }, async (world) => {
      const { worker, close } = await world.anotherWorker();
      const { sessionId } = await world.insist(request(world));
      await worker.prepare(sessionId, CONTEXT);
      const { passes } = await worker.charge(sessionId, CONTEXT);
      await worker.runPass(sessionId, passes[0]!, CONTEXT);
      await worker.clean(sessionId, CONTEXT);
      await expect(worker.charge(sessionId, CONTEXT)).rejects.toBeInstanceOf(StagedCopyLost);
      await expect(worker.runPass(sessionId, passes[1]!, CONTEXT)).rejects.toBeInstanceOf(StagedCopyLost);

      await worker.prepare(sessionId, CONTEXT);
      expect(await worker.charge(sessionId, CONTEXT)).toEqual({ passes: passes.slice(1) });
      await worker.runPass(sessionId, passes[1]!, CONTEXT);
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      await close();
      await sound(world, UNEVEN);
      expect(await eventsOf(world, 'TargetPrepared')).toHaveLength(1);
      expect((await endOf(world)).type).toBe('ScanCompleted');
    }));
});

describe('a session that lives through', () => {
  it('the end of a month and a clock that is set back gives back what it was charged before', async () => {
    let time = Date.parse('2026-11-30T23:59:59.000Z');
    const clock = { now: () => new Date(time) };
    await inWorld({ script: UNEVEN, clock, manual: true }, async (world) => {
      const { worker, close } = await world.anotherWorker();
      const context = { signal: new AbortController().signal, heartbeat: () => undefined };
      const { sessionId } = await world.insist(request(world));
      await worker.prepare(sessionId, context);
      time += 60_000;
      const { passes } = await worker.charge(sessionId, CONTEXT);
      time -= 120_000;
      for (const pass of passes) await worker.runPass(sessionId, pass, context);
      time += 40 * 24 * 3_600_000;
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      await worker.clean(sessionId, CONTEXT);
      await close();
      expect(await sound(world, UNEVEN)).toEqual([sessionId]);
      expect(await world.documents()).toEqual(await world.rebuiltDocuments());
      expect(new Set((await eventsOf(world, 'PeriodOpened')).map(({ data }) => data.period))).toEqual(
        new Set(['2026-11', '2026-12', '2027-01']),
      );
    });
  });
});

describe('a project that is deleted while its session runs', () => {
  it('takes the session along once it is refunded; reactors that begin anew start, abandon and refund nothing', () =>
    inWorld({ script: ALL_WELL, forgetful: true }, async (world) => {
      const { organizationId } = world;
      const { projectId } = await world.insist(new CreateProject({ organizationId, name: 'One', platforms: ['web'] }));
      await world.documents();
      await world.insist(request(world, { projectId }));
      await world.insist(new DeleteProject({ organizationId, projectId }));
      await world.settled();
      await world.until('SessionDeleted');
      const before = (await allEvents(world.store)).map(({ type }) => type);
      await world.crash();
      await world.reactorsCaughtUp();
      expect((await allEvents(world.store)).map(({ type }) => type)).toEqual(before);
      // The orchestrator has its slots for others.
      await world.insist(request(world, { sessionId: deterministicId('ses', 'another') }));
      await world.settled();
      expect(await eventsOf(world, 'ScanCompleted')).toHaveLength(
        before.filter((type) => type === 'ScanCompleted').length + 1,
      );
    }));
});
