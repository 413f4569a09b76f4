import { InfrastructureError } from '@assay/kernel';
import { closedCircuit } from '../src';
import './circuit-probes.suite';
import { FaultPlan } from './failing-event-store';
import { allEvents, expectSound } from './session-accounts';
import { CONTEXT, MINUTE, Sessions, WAIT, WELL } from './sessions-on-targets';

// Its tests stage some eighty small directories; a process for each took four fifths of their time.
jest.mock('../../targets/src/child/run-target-job', () => ({
  runTargetJob: (require('./stage-here') as typeof import('./stage-here')).stageHere,
}));

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
        expect(Object.values((await sessions.circuit())!.openings)).toMatchObject([{ wait: 10 * MINUTE }]);

        sessions.wait(2 * WAIT);
        sessions.script = WELL;
        expect(await sessions.refundOf(await sessions.run(worker))).toEqual(['absent']);
        expect(await sessions.circuit()).toEqual({ tool: 'alpha', ...closedCircuit });
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
        const organizationId = await sessions.another();
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
        expect((await sessions.circuit())!.openings).toEqual({});
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
