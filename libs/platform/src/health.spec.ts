import type { ProjectionStatus, ReactorStatus } from '@assay/read-models';
import { type HealthSources, healthOf, isServing } from './health';
import { ProcessState } from './process-state';
import { ProjectionWatch } from './projection-watch';

const live: ProjectionStatus = { name: 'sessions', version: 1, position: 7, lag: 0, state: 'live' };

function sources(
  changes: Partial<Omit<HealthSources, 'state'>> = {},
): HealthSources & { state: ProcessState; logged: string[] } {
  const logged: string[] = [];
  const state = new ProcessState();
  state.serve();
  return {
    events: { head: async () => 7 },
    store: { ping: async () => undefined },
    readModels: { status: async () => [live] },
    state,
    logged,
    log: { error: ((_: object, message: string) => logged.push(message)) as never },
    ...changes,
  };
}
const away = () => Promise.reject(new Error('connect ECONNREFUSED mongodb://root:secret@10.0.0.1'));
const up = { status: 'up' };

describe('health', () => {
  it('is ok where everything answers', async () => {
    expect(await healthOf(sources())).toEqual({
      status: 'ok',
      checks: { eventStore: up, readModels: up, projections: up },
      projections: [live],
    });
  });

  it.each([
    ['events', { events: { head: away } }, 'eventStore', 'the event store cannot answer; the log says why'],
    ['read models', { store: { ping: away } }, 'readModels', 'the read models cannot answer; the log says why'],
    [
      'state of the projections',
      { readModels: { status: away } },
      'projections',
      'the state of the projections cannot answer; the log says why',
    ],
  ])('names the %s when they are away, and says the details to the log alone', async (_, changes, check, reason) => {
    const asked = sources(changes);
    const { status, checks } = await healthOf(asked);
    expect({ status, check: checks[check], logged: asked.logged }).toEqual({
      status: 'unavailable',
      check: { status: 'down', reason },
      logged: [reason.split(';')[0]],
    });
    expect(JSON.stringify(checks)).not.toContain('secret');
  });

  it('is degraded where documents were set aside, and requests are served', async () => {
    const health = await healthOf(sources({ readModels: { status: async () => [{ ...live, setAside: 2 }] } }));
    expect(health).toMatchObject({
      status: 'degraded',
      checks: {
        projections: { status: 'degraded', reason: 'sessions has set 2 documents aside; the log says why' },
      },
    });
    expect(isServing(health)).toBe(true);
  });

  describe('of the reactors', () => {
    const fine: ReactorStatus = { name: 'mail', position: 7, lag: 0, state: 'live', setAside: 0 };
    const degraded = (reason: string) => ({ status: 'degraded', checks: { reactors: { status: 'degraded', reason } } });
    const withReactors = (...statuses: readonly ReactorStatus[]) => {
      const asked = sources();
      const clock = { now: 0 };
      asked.state.reactors = { status: async () => statuses, watch: new ProjectionWatch(() => clock.now, 60_000) };
      return { asked, clock };
    };

    it('is up while they are live or catch up', async () => {
      const { asked } = withReactors(fine, { ...fine, name: 'chat', state: 'catching-up', lag: 40 });
      expect(await healthOf(asked)).toMatchObject({ status: 'ok', checks: { reactors: up } });
    });

    it.each<[string, ReactorStatus, string]>([
      [
        'tries an event again',
        { ...fine, state: 'retrying', lag: 3, error: 'position 4 (Sent in mail-9): secret' },
        'mail tries an event again and again; the log says why',
      ],
      ['has stopped', { ...fine, state: 'failed', lag: 3, error: 'secret' }, 'mail has stopped; the log says why'],
      ['has set one event aside', { ...fine, setAside: 1 }, 'mail has set 1 event aside'],
      ['has set several aside', { ...fine, setAside: 12 }, 'mail has set 12 events aside'],
    ])('is degraded where one %s, and requests are served', async (_, status, reason) => {
      const health = await healthOf(withReactors(status).asked);
      expect(health).toMatchObject(degraded(reason));
      expect(isServing(health)).toBe(true);
      expect(JSON.stringify(health)).not.toContain('secret');
    });

    it('is degraded where one has events to handle and stands still', async () => {
      const { asked, clock } = withReactors({ ...fine, lag: 3 });
      expect(await healthOf(asked)).toMatchObject({ status: 'ok' });
      clock.now = 60_000;
      expect(await healthOf(asked)).toMatchObject(degraded('mail stands still'));
    });

    it('is degraded where they do not answer, and unavailable where a store is away, too', async () => {
      const { asked } = withReactors();
      asked.state.reactors = { status: away, watch: new ProjectionWatch() };
      expect(await healthOf(asked)).toMatchObject(
        degraded('the state of the reactors cannot answer; the log says why'),
      );
      expect(await healthOf({ ...asked, events: { head: away } })).toMatchObject({ status: 'unavailable' });
    });
  });

  it('is bounded where a dependency hangs', async () => {
    const { checks } = await healthOf(sources({ events: { head: () => new Promise(() => undefined) } }), 1);
    expect(checks['eventStore']).toMatchObject({ status: 'down' });
  });

  it('asks what the roles of the process need', async () => {
    const asked = sources();
    asked.state.dependencies.push(
      { name: 'orchestrator', what: 'the orchestrator', ping: away },
      { name: 'worker', what: 'the worker', ping: async () => undefined },
    );
    expect(await healthOf(asked)).toMatchObject({
      status: 'unavailable',
      checks: {
        orchestrator: { status: 'down', reason: 'the orchestrator cannot answer; the log says why' },
        worker: up,
      },
    });
  });

  it.each([
    ['failed', 'sessions has stopped; the log says why'],
    ['not-built', 'sessions has not been built yet'],
  ] as const)('is down with a projection that is %s, and keeps its error to the log', async (state, reason) => {
    const { status, checks, projections } = await healthOf(
      sources({ readModels: { status: async () => [{ ...live, state, error: 'in /var/lib/assay' }] } }),
    );
    expect({ status, check: checks['projections'], projections }).toEqual({
      status: 'unavailable',
      check: { status: 'down', reason },
      projections: [{ ...live, state, error: 'the log says what is wrong' }],
    });
  });

  it('is down with read models that stand still behind the log for half a minute, and not before', () => {
    let now = 0;
    const watch = new ProjectionWatch(() => now);
    const behind = { ...live, position: 5, lag: 2, state: 'behind' } as const;
    const shown = (seconds: number, status: ProjectionStatus) => {
      now = seconds * 1_000;
      return watch.stalled([status]);
    };
    expect(shown(0, behind)).toEqual([]);
    expect(shown(29, behind)).toEqual([]);
    expect(shown(30, behind)).toEqual(['sessions']);
    expect(shown(31, { ...behind, position: 6 })).toEqual([]);
    expect(shown(62, { ...live, position: 6 })).toEqual([]);
    expect(shown(63, { ...behind, position: 6 })).toEqual([]);
    expect(shown(99, { ...behind, position: 6, state: 'rebuilding' })).toEqual([]);
  });

  it('says how far the build is that has most to do, while nothing answers in its place', async () => {
    const of = (percent: number) => ({
      ...live,
      state: 'rebuilding' as const,
      building: { position: percent * 10, head: 1_000, percent },
    });
    const asked = { ...sources(), state: new ProcessState() };
    const building = { ...asked, readModels: { status: async () => [live, of(70), of(41)] } };
    expect(await healthOf(building)).toMatchObject({
      status: 'starting',
      building: { position: 410, head: 1_000, percent: 41 },
      checks: { projections: { status: 'down', reason: 'built from the log up to 410 of 1000 (41 %)' } },
    });
    asked.state.serve();
    expect(await healthOf(building)).toMatchObject({ status: 'ok', checks: { projections: up } });
  });

  it('says that the process starts, and that it drains', async () => {
    const starting = { ...sources(), state: new ProcessState() };
    expect((await healthOf(starting)).status).toBe('starting');
    starting.state.serve();
    expect((await healthOf(starting)).status).toBe('ok');
    starting.state.drain();
    expect((await healthOf(starting)).status).toBe('draining');
  });
});
