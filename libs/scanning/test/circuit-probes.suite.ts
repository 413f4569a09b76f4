import { FaultPlan } from './failing-event-store';
import { ofType } from '../../event-store/test/of-type';
import { allEvents } from './session-accounts';
import { BROKEN, CONTEXT, MINUTE, Sessions, WAIT, WELL, type Worker } from './sessions-on-targets';

/** The first organization's targets break the tool three times, or so often, and those of another one twice. */
async function twoNoisyTenants(
  sessions: Sessions,
  worker: Worker,
  times = 3,
): Promise<{ noisy: string; quiet: string }> {
  const [noisy, quiet] = [await sessions.another(), await sessions.another()];
  for (let failed = 0; failed < times; failed += 1) await sessions.run(worker);
  for (let failed = 0; failed < 2; failed += 1) await sessions.run(worker, { organizationId: noisy });
  expect(sessions.probes).toBe(0);
  return { noisy, quiet };
}

const probesIn = async (sessions: Sessions, type: 'CircuitProbeBegan' | 'CircuitProbed') =>
  (await allEvents(sessions.world.store)).filter((event) => (event.type as string) === type);

describe('a tool that breaks on the targets of several organizations', () => {
  it(
    'is left to all others if it works on its own sample',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const { noisy, quiet } = await twoNoisyTenants(sessions, worker, 5);
        expect(await sessions.charge(worker, await sessions.start({ organizationId: quiet }))).toContain('alpha');
        expect(sessions.probes).toBe(1);
        await sessions.world.documents();
        expect(await sessions.charge(worker, await sessions.start({ organizationId: noisy }))).toContain('alpha');
        expect(await sessions.charge(worker, await sessions.start())).not.toContain('alpha');
        // The same failures are no reason to try it again.
        expect(sessions.probes).toBe(1);
        expect((await sessions.circuit())!.forAll).toBeNull();
        const events = await allEvents(sessions.world.store);
        const started = new Set(ofType(events, 'ScanStarted').map(({ data }) => data.sessionId));
        expect(new Set(ofType(events, 'CreditsCharged').map(({ data }) => data.sessionId))).toEqual(started);
        expect(await sessions.world.documents()).toEqual(await sessions.world.rebuiltDocuments());
        await close();
      }),
    120_000,
  );

  it(
    'is left out for everybody if it breaks on its own sample, too, until that works again',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const { quiet } = await twoNoisyTenants(sessions, worker);
        sessions.sample = BROKEN;
        const without = await sessions.start({ organizationId: quiet });
        expect(await sessions.charge(worker, without)).not.toContain('alpha');
        expect((await sessions.skipped(without))['alpha']).toMatch(
          /^circuit breaker open: it failed for several organizations, and on its own sample, too: it broke; tried/,
        );
        await sessions.circuit();
        expect(await sessions.charge(worker, await sessions.start({ organizationId: quiet }))).not.toContain('alpha');
        expect(sessions.probes).toBe(1);

        sessions.wait(WAIT);
        expect(await sessions.charge(worker, await sessions.start({ organizationId: quiet }))).not.toContain('alpha');
        expect([sessions.probes, (await sessions.circuit())!.forAll]).toMatchObject([2, { wait: 10 * MINUTE }]);

        sessions.wait(2 * WAIT);
        sessions.sample = WELL;
        expect(await sessions.charge(worker, await sessions.start({ organizationId: quiet }))).toContain('alpha');
        expect([sessions.probes, (await sessions.circuit())!.forAll]).toEqual([3, null]);
        await close();
      }),
    120_000,
  );

  it(
    'is tried on its sample by one of all the sessions that ask at once, on whichever workers',
    () =>
      Sessions.in({}, async (sessions) => {
        const open = () => sessions.world.anotherWorker();
        const workers = await Promise.all([open(), open(), open()]);
        const { quiet } = await twoNoisyTenants(sessions, workers[0]!.worker);
        const charged = await Promise.all(
          workers.map(async ({ worker }) => sessions.charge(worker, await sessions.start({ organizationId: quiet }))),
        );
        for (const tools of charged) expect(tools).toContain('alpha');
        expect(sessions.probes).toBe(1);
        expect(await probesIn(sessions, 'CircuitProbed')).toHaveLength(1);
        for (const { close } of workers) await close();
      }),
    120_000,
  );

  it(
    'is tried on its sample at most once in five minutes, however often it breaks',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const { noisy, quiet } = await twoNoisyTenants(sessions, worker);
        for (let failed = 0; failed < 3; failed += 1) await sessions.run(worker, { organizationId: noisy });
        expect(sessions.probes).toBe(1);
        sessions.wait(WAIT);
        await sessions.charge(worker, await sessions.start({ organizationId: quiet }));
        expect(sessions.probes).toBe(2);
        await close();
      }),
    120_000,
  );

  it.each([
    ['CircuitProbeBegan', 'lost-after', 1],
    ['CircuitProbed', 'lost-before', 2],
  ] as const)(
    'is judged by one probe where the append of %s is %s and the session asks again',
    (type, fault, runs) => {
      const plan = new FaultPlan(new Map());
      return Sessions.in({ plan }, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker({ events: sessions.world.process.events });
        const { quiet } = await twoNoisyTenants(sessions, worker);
        sessions.sample = BROKEN;
        const sessionId = await sessions.start({ organizationId: quiet });
        await worker.prepare(sessionId, CONTEXT);
        plan.arm(type, fault);
        await expect(worker.charge(sessionId, CONTEXT)).rejects.toThrow('the line was cut');
        expect(await sessions.charge(worker, sessionId)).not.toContain('alpha');
        expect(sessions.probes).toBe(runs);
        expect(await probesIn(sessions, 'CircuitProbed')).toHaveLength(1);
        await close();
      });
    },
    120_000,
  );

  it(
    'may be tried by another session where the first is never heard of again',
    () =>
      Sessions.in({}, async (sessions) => {
        const { worker, close } = await sessions.world.anotherWorker();
        const { quiet } = await twoNoisyTenants(sessions, worker);
        const canceled = AbortSignal.abort(new Error('the worker stops'));
        const first = await sessions.start({ organizationId: quiet });
        await worker.prepare(first, CONTEXT);
        await expect(worker.charge(first, { ...CONTEXT, signal: canceled })).rejects.toThrow('the worker stops');
        expect(await probesIn(sessions, 'CircuitProbed')).toHaveLength(0);
        const waiting = sessions.probes;
        await sessions.charge(worker, await sessions.start({ organizationId: quiet }));
        expect(sessions.probes).toBe(waiting);
        sessions.wait(WAIT);
        await sessions.charge(worker, await sessions.start({ organizationId: quiet }));
        expect(await probesIn(sessions, 'CircuitProbed')).toHaveLength(1);
        await close();
      }),
    120_000,
  );
});
