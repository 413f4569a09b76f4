import type { ToolDefinition } from '@assay/analysis';
import type { EventStore } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import { type SessionWorker, StagedCopyLost } from '@assay/orchestration';
import { CreateProject, DeleteProject } from '@assay/projects';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineRunner } from '../src';
import { CrashWorld } from './crash-world';
import { FailingEventStore, FaultPlan } from './failing-event-store';
import { request } from './requests';
import { RUNNABLE, heldEngines, scriptedCatalogue, scriptedEngines, scriptOf } from './scripted-tools';
import { ofType } from '../../event-store/test/of-type';
import { allEvents, expectSound } from './session-accounts';

const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
const ONE = { id: 'one', engine: 'one', tools: ['alpha', 'beta', 'epsilon'] };
const TWO = { id: 'two', engine: 'two', tools: ['gamma', 'delta'] };

async function inWorld(live: (world: CrashWorld) => Promise<void>, script = scriptOf(1)): Promise<void> {
  const world = await CrashWorld.begin({ script, manual: true });
  try {
    await live(world);
  } finally {
    await world.close();
  }
}

async function ready(worker: SessionWorker, sessionId: string): Promise<void> {
  await worker.prepare(sessionId, CONTEXT);
  await worker.charge(sessionId, CONTEXT);
}

/** The store as somebody sees it whose appends of a type of event are held up. */
function holdingAppends(
  store: EventStore,
  type: string,
): { events: EventStore; reached: Promise<void>; release(): void } {
  let reach!: () => void;
  let release!: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const events = new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      if (property !== 'append') return member.bind(target) as unknown;
      return async (...given: Parameters<EventStore['append']>) => {
        if (given[1].some((event) => event.type === type)) {
          reach();
          await released;
        }
        return target.append(...given);
      };
    },
  });
  return { events, reached, release };
}

const lengthOf = async (world: CrashWorld) => (await allEvents(world.store)).length;
const since = async (world: CrashWorld, length: number) =>
  (await allEvents(world.store)).slice(length).map(({ type }) => type);

describe('a worker that was taken for lost and lives', () => {
  it('records nothing of tools that another has run since', () =>
    inWorld(async (world) => {
      const held = heldEngines(scriptOf(4));
      const lost = await world.anotherWorker({ engines: held.engines });
      const other = await world.anotherWorker();
      const { sessionId } = await world.insist(request(world));
      await ready(lost.worker, sessionId);
      const late = lost.worker.runPass(sessionId, ONE, CONTEXT);
      await held.begun;

      await ready(other.worker, sessionId);
      expect(await other.worker.runPass(sessionId, ONE, CONTEXT)).toEqual({
        outcomes: ONE.tools.map((tool) => ({ tool, status: 'completed', findings: 1 })),
      });
      const length = await lengthOf(world);
      held.release();
      expect(await late).toEqual({ outcomes: ONE.tools.map((tool) => ({ tool, status: 'completed', findings: 1 })) });
      expect(await since(world, length)).toEqual([]);

      await other.worker.runPass(sessionId, TWO, CONTEXT);
      await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
      await other.worker.clean(sessionId, CONTEXT);
      expectSound(await allEvents(world.store), world.organizationId, scriptOf(1));
      await lost.close();
      await other.close();
    }));

  it('records nothing of tools that another runs, and has whoever still waits for it try again', () =>
    inWorld(async (world) => {
      const [first, second] = [heldEngines(scriptOf(4)), heldEngines(scriptOf(1))];
      const lost = await world.anotherWorker({ engines: first.engines });
      const other = await world.anotherWorker({ engines: second.engines });
      const { sessionId } = await world.insist(request(world));
      await ready(lost.worker, sessionId);
      await ready(other.worker, sessionId);
      const late = lost.worker.runPass(sessionId, ONE, CONTEXT);
      await first.begun;
      const current = other.worker.runPass(sessionId, ONE, CONTEXT);
      await second.begun;

      const length = await lengthOf(world);
      first.release();
      await expect(late).rejects.toThrow(InfrastructureError);
      expect(await since(world, length)).toEqual([]);
      second.release();
      await current;
      expect(await lost.worker.runPass(sessionId, ONE, CONTEXT)).toMatchObject({
        outcomes: [{ tool: 'alpha', findings: 1 }, { tool: 'beta' }, { tool: 'epsilon' }],
      });
      await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
      expectSound(await allEvents(world.store), world.organizationId, scriptOf(1));
      await lost.close();
      await other.close();
    }));

  it('does not decide an outcome once another has begun, even where that one got no further', () =>
    inWorld(async (world) => {
      const held = heldEngines(scriptOf(4));
      const lost = await world.anotherWorker({ engines: held.engines });
      const plan = new FaultPlan(new Map());
      const doomed = await world.anotherWorker({ events: new FailingEventStore(world.store, plan) });
      const { sessionId } = await world.insist(request(world));
      await ready(lost.worker, sessionId);
      await ready(doomed.worker, sessionId);
      const late = lost.worker.runPass(sessionId, ONE, CONTEXT);
      await held.begun;
      plan.arm('RecordingBegan', 'crash-before');
      await expect(doomed.worker.runPass(sessionId, ONE, CONTEXT)).rejects.toThrow(InfrastructureError);

      held.release();
      await expect(late).rejects.toThrow(/taken over/);
      expect(ofType(await allEvents(world.store), 'ToolCompleted').map(({ data }) => data)).toEqual([]);
      await lost.worker.runPass(sessionId, ONE, CONTEXT);
      await lost.worker.settle(sessionId, { canceled: false }, CONTEXT);
      expectSound(await allEvents(world.store), world.organizationId, scriptOf(4));
      await lost.close();
      await doomed.close();
    }));

  it(
    'adds nothing to a session that has settled, nor when its findings are deleted with its project, and clears ' +
      'its copy away',
    () =>
      inWorld(async (world) => {
        const { organizationId } = world;
        const held = [heldEngines(scriptOf(4)), heldEngines(scriptOf(4))];
        const lost = await Promise.all(held.map(({ engines }) => world.anotherWorker({ engines })));
        const other = await world.anotherWorker();
        const { projectId } = await world.insist(
          new CreateProject({ organizationId, name: 'One', platforms: ['web'] }),
        );
        await world.documents();
        const { sessionId } = await world.insist(request(world, { projectId }));
        const late: Promise<unknown>[] = [];
        for (const [index, pass] of [ONE, TWO].entries()) {
          await ready(lost[index]!.worker, sessionId);
          late.push(lost[index]!.worker.runPass(sessionId, pass, CONTEXT));
          await held[index]!.begun;
        }
        await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
        await world.reactorsCaughtUp(); // it gives its place in the queue back
        let length = await lengthOf(world);
        held[0]!.release();
        await late[0];
        expect(await since(world, length)).toEqual([]);

        await world.documents();
        await world.insist(new DeleteProject({ organizationId, projectId }));
        await world.until('SessionDeleted');
        await world.reactorsCaughtUp();
        length = await lengthOf(world);
        held[1]!.release();
        await late[1];
        expect(await since(world, length)).toEqual([]);
        for (const { sweep, staged, close } of lost) {
          expect(await staged()).toEqual([sessionId]);
          await sweep();
          expect(await staged()).toEqual([]);
          await close();
        }
        await other.close();
      }),
  );

  it('keeps no copy that it made for a session that had ended meanwhile', () =>
    inWorld(async (world) => {
      const line = holdingAppends(world.store, 'TargetPrepared');
      const lost = await world.anotherWorker({ events: line.events });
      const other = await world.anotherWorker();
      const { sessionId } = await world.insist(request(world));
      const preparing = lost.worker.prepare(sessionId, CONTEXT);
      await line.reached;
      expect(await lost.staged()).toEqual([sessionId]);
      await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
      line.release();
      await preparing;
      expect(await lost.staged()).toEqual([]);
      await lost.close();
      await other.close();
    }));
});

describe('a tool that is run again', () => {
  it('counts what was recorded of it before, too, though it found less', () =>
    inWorld(async (world) => {
      const plan = new FaultPlan(new Map());
      const lost = await world.anotherWorker({
        events: new FailingEventStore(world.store, plan),
        engines: scriptedEngines(scriptOf(4)),
      });
      const other = await world.anotherWorker();
      const { sessionId } = await world.insist(request(world));
      await ready(lost.worker, sessionId);
      plan.arm('ToolCompleted', 'crash-before');
      await expect(lost.worker.runPass(sessionId, ONE, CONTEXT)).rejects.toThrow(InfrastructureError);
      await ready(other.worker, sessionId);
      await other.worker.runPass(sessionId, ONE, CONTEXT);
      await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
      const events = await allEvents(world.store);
      expect(ofType(events, 'ToolCompleted').map(({ data }) => data)).toMatchObject([
        { tool: 'alpha', findingsCount: 4 },
        { tool: 'beta', findingsCount: 1 },
        { tool: 'epsilon', findingsCount: 1 },
      ]);
      expectSound(events, world.organizationId, 'anything');
      await lost.close();
      await other.close();
    }));

  it('is skipped by a worker that lacks it', () =>
    inWorld(async (world) => {
      const poorer = {
        ...scriptedCatalogue,
        missing: (engine: string) => (engine === 'two' ? 'not on this worker' : scriptedCatalogue.missing(engine)),
      };
      const first = await world.anotherWorker();
      const other = await world.anotherWorker({ catalogue: poorer });
      const { sessionId } = await world.insist(request(world));
      await ready(first.worker, sessionId);
      await other.worker.prepare(sessionId, CONTEXT);
      expect((await other.worker.charge(sessionId, CONTEXT)).passes).toEqual([ONE]);
      await other.worker.runPass(sessionId, ONE, CONTEXT);
      await other.worker.settle(sessionId, { canceled: false }, CONTEXT);
      const events = await allEvents(world.store);
      expect(
        ofType(events, 'ToolSkipped')
          .map(({ data }) => data)
          .map(({ tool, message }) => [tool, message]),
      ).toEqual([
        ['absent', 'it is not installed'],
        ['gamma', 'not on this worker'],
        ['delta', 'not on this worker'],
      ]);
      expectSound(events, world.organizationId, scriptOf(1));
      await first.close();
      await other.close();
    }));
});

describe('a tool whose result cannot be recorded', () => {
  /** The first tool of a pass does this to the result before it is recorded. */
  const spoiled =
    (spoil: (pass: Parameters<EngineRunner>[0]) => Promise<{ message?: string }>, script = scriptOf(1)): EngineRunner =>
    async (pass, limits) => {
      const { message } = await spoil(pass);
      return scriptedEngines(script)(pass, {
        ...limits,
        onTool: (run) =>
          limits.onTool?.(
            run.tool === 'alpha' && message !== undefined
              ? { ...run, findings: run.findings.map((found) => ({ ...found, message })) }
              : run,
          ),
      });
    };
  const failsAlone = (engines: EngineRunner, tools: readonly string[], reason: RegExp) =>
    inWorld(async (world) => {
      const { worker, close } = await world.anotherWorker({ engines });
      const { sessionId } = await world.insist(request(world));
      await ready(worker, sessionId);
      for (const pass of [ONE, TWO]) await worker.runPass(sessionId, pass, CONTEXT);
      await worker.settle(sessionId, { canceled: false }, CONTEXT);
      const events = await allEvents(world.store);
      expect(
        ofType(events, 'ToolFailed')
          .map(({ data }) => data)
          .map(({ tool, message, findingsCount }) => ({ tool, message, findingsCount })),
      ).toEqual(tools.map((tool) => ({ tool, message: expect.stringMatching(reason) as string, findingsCount: 0 })));
      expect(events.find(({ type }) => type === 'ScanCompleted')).toMatchObject({
        data: { refund: { toolsRefunded: expect.arrayContaining([tools[0]]) as string[] } },
      });
      expectSound(events, world.organizationId, {
        ...scriptOf(1),
        ...Object.fromEntries(tools.map((tool) => [tool, { findings: 0, ends: 'failed' }])),
      });
      await close();
    });

  it('fails alone, with the reason, where a finding is too large for an event', () =>
    failsAlone(
      spoiled(async () => ({ message: 'x'.repeat(2_000_000) })),
      ['alpha'],
      /^its results could not be recorded: FindingsRecorded takes \d+ bytes/,
    ));

  it('fails alone, with the reason and without our paths, where the file with its finding cannot be read', () =>
    failsAlone(
      spoiled(async ({ engine, root }) => {
        if (engine === 'two') await rm(join(root, 'a.txt'));
        return {};
      }),
      ['gamma', 'delta'],
      /^its results could not be recorded: the staged copy of a\.txt cannot be read \(ENOENT\)$/,
    ));

  it.each([0, 1])(
    'has no outcome at all where the whole copy is gone and %i findings are reported: the session is staged again',
    (findings) =>
      inWorld(async (world) => {
        const { worker, close } = await world.anotherWorker({
          engines: spoiled(async ({ root }) => {
            await rm(join(root, '../..'), { recursive: true });
            return {};
          }, scriptOf(findings)),
        });
        const { sessionId } = await world.insist(request(world));
        await ready(worker, sessionId);
        const length = await lengthOf(world);
        await expect(worker.runPass(sessionId, ONE, CONTEXT)).rejects.toBeInstanceOf(StagedCopyLost);
        expect(new Set(await since(world, length))).toEqual(new Set(['ToolStarted', 'RecordingBegan']));
        await close();
      }),
  );
});

describe('a session that an operator of the orchestrator cancels', () => {
  it('ends as canceled and refunds what was not delivered, though nobody asked the session', () =>
    inWorld(async (world) => {
      const { worker, close } = await world.anotherWorker();
      const { sessionId } = await world.insist(request(world));
      await ready(worker, sessionId);
      await worker.runPass(sessionId, ONE, CONTEXT);
      expect(await worker.settle(sessionId, { canceled: true }, CONTEXT)).toEqual({
        status: 'canceled',
        refunded: expect.stringMatching(/^\d+(\.\d+)?$/) as string,
        toolsRefunded: 3,
      });
      expect(await worker.settle(sessionId, { canceled: true }, CONTEXT)).toBeUndefined();
      const events = await allEvents(world.store);
      expect(
        ofType(events, 'ToolSkipped')
          .map(({ data }) => data)
          .filter(({ message }) => message === 'canceled before it finished')
          .map(({ tool }) => tool),
      ).toEqual(['gamma', 'delta']);
      expect(events.filter(({ type }) => type === 'ScanCanceled')).toHaveLength(1);
      expectSound(events, world.organizationId, scriptOf(1));
      await close();
    }));
});

// The tools' definitions are data: what the tests say of passes must stay true of them.
test('the passes of these tests are those of the scripted tools', () => {
  const toolsOf = (engine: string) =>
    scriptedCatalogue.tools
      .filter((tool: ToolDefinition) => tool.engine === engine && (RUNNABLE as readonly string[]).includes(tool.id))
      .map(({ id }) => id);
  expect([toolsOf('one'), toolsOf('two')]).toEqual([ONE.tools, TWO.tools]);
});
