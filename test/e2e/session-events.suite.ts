import type { EventStore } from '@assay/event-store';
import { appendGate } from '../support/append-gate';
import { type Frame, eventsOf, framesOf } from '../support/event-source';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT, WORKFLOW } from '../support/targets';

type SessionEvent = Extract<Frame, { kind: 'event' }>;

/** Counts the subscriptions that the HTTP application holds, and tells when there are none left. */
function countedSubscriptions() {
  let open = 0;
  let nobodyLeft = () => {};
  const on = (events: EventStore): EventStore =>
    new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        if (name !== 'subscribeToStream') return member.bind(target);
        return async function* (...args: Parameters<EventStore['subscribeToStream']>) {
          open += 1;
          try {
            yield* target.subscribeToStream(...args);
          } finally {
            open -= 1;
            if (open === 0) nobodyLeft();
          }
        };
      },
    });
  return {
    on,
    count: () => open,
    allReleased: () =>
      new Promise<void>((resolve) => {
        nobodyLeft = resolve;
        if (open === 0) resolve();
      }),
  };
}

describe('session events', () => {
  const gate = appendGate();
  const subscriptions = countedSubscriptions();
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  let finished: { sessionId: string; scanId: string };
  let all: SessionEvent[];

  const address = (sessionId: string) => `${service.url}/api/sessions/${sessionId}/events`;
  const start = async () =>
    (
      await tenant.post('/api/sessions', {
        target: { directory },
        tools: ['github-actions-security', 'markdown-lint', 'css-errors'],
      })
    ).body as { sessionId: string; scanId: string };

  beforeAll(async () => {
    service = await runningService({
      settings: { ASSAY_HEARTBEAT_MS: '100' },
      platform: (platform) => ({ ...platform, events: subscriptions.on(gate.on(platform.events)) }),
    });
    tenant = await service.tenant('business');
    directory = await service.directory('target', { ...WORKFLOW, ...DOCUMENT });
    finished = await start();
    all = await eventsOf(address(finished.sessionId), tenant.key);
  });
  afterEach(() => gate.open());
  afterAll(() => service.close());

  it('have the revisions of the stream for ids, from 0, without a gap', () =>
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index)));

  it('say what happened in the order in which it did, and end with the end', async () => {
    const full = (await tenant.get(`/api/sessions/${finished.sessionId}`)).body;
    expect(all[0]!.event).toBe('progress');
    expect(all.filter(({ event }) => event === 'end')).toEqual([all.at(-1)]);
    expect(all.at(-1)!.data).toEqual({
      sessionId: finished.sessionId,
      status: 'partial',
      progress: full.progress,
      lastUpdated: full.lastUpdated,
      summary: full.summary,
      refund: full.refund,
    });
    const times = all.map(({ data }) => data.lastUpdated);
    expect(times).toEqual([...new Set(times)].sort());
  });

  it('carry each tool report once, as polling shows it', async () => {
    const { toolReports } = (await tenant.get(`/api/sessions/${finished.sessionId}`)).body;
    const tools = all.filter(({ event }) => event === 'tool');
    expect(
      Object.fromEntries(
        tools.map(({ data: { progress: _, lastUpdated: __, ...report } }) => [report.toolName, report]),
      ),
    ).toEqual(toolReports);
    expect(tools).toHaveLength(3);
    expect(tools.map(({ data }) => data.progress.completed + data.progress.skipped)).toEqual([1, 2, 3]);
    for (const { data } of tools) expect(data.completedAt).toBe(data.lastUpdated);
  });

  it('resume after any id with exactly the rest, and after the last with nothing and the advice to stop', async () => {
    for (const { id } of all.slice(0, -1))
      expect(await eventsOf(address(finished.sessionId), tenant.key, { lastEventId: id })).toEqual(all.slice(id + 1));
    for (const id of [all.length - 1, all.length + 5]) {
      const over = await tenant.get(`/api/sessions/${finished.sessionId}/events`, { 'last-event-id': String(id) });
      expect([over.status, over.body]).toEqual([204, undefined]);
    }
  });

  it.each(['abc', '-1', '1.5', '1e3', '1000000000000000', '99999999999999999'])('do not resume after %s', async (id) =>
    expectInvalid(
      await tenant.get(`/api/sessions/${finished.sessionId}/events`, { 'last-event-id': id }),
      'Last-Event-ID',
    ),
  );

  it.each(['', '0', '000000000000001', '1', '1.0', '+1', '0000000000000001', '١'])(
    'resume after "%s" if the document allows it, and only then',
    async (id) => {
      const { paths } = (await tenant.get('/openapi.json')).body;
      const header = paths['/api/sessions/{sessionId}/events'].get.parameters.find(
        ({ name }: { name: string }) => name === 'Last-Event-ID',
      );
      const headers = { 'last-event-id': Buffer.from(id).toString('latin1') };
      const { status } = await tenant.get(`/api/sessions/${finished.sessionId}/events`, headers);
      expect({ id, taken: status < 300 }).toEqual({ id, taken: new RegExp(header.schema.pattern).test(id) });
    },
  );

  it('are not to be cached, changed or held back on their way', async () => {
    const response = await fetch(address(finished.sessionId), { headers: { authorization: `Bearer ${tenant.key}` } });
    expect(
      Object.fromEntries(
        ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('x-request-id')).toMatch(/\w/);
    expect(await response.text()).toMatch(/^retry: \d+\n\n/);
  });

  it('need a permission and the right organization', async () => {
    const limited = await service.tenant('business', {
      permissions: ['findings:read'],
      organizationId: tenant.organizationId,
    });
    expectRefusal(
      await limited.get(`/api/sessions/${finished.sessionId}/events`),
      403,
      'FORBIDDEN',
      'Missing required permission: scans:read',
    );
    expectRefusal(
      await (await service.tenant('business')).get(`/api/sessions/${finished.sessionId}/events`),
      404,
      'SESSION_NOT_FOUND',
    );
  });

  it('beat while nothing happens, go on where they stopped, and tell the same to everybody who listens', async () => {
    gate.hold('ToolCompleted');
    const { sessionId } = await start();
    const [one, other, late] = [
      collected(framesOf(address(sessionId), tenant.key)),
      collected(framesOf(address(sessionId), tenant.key)),
      [] as SessionEvent[],
    ];
    await one.until((frames) => frames.filter((frame) => frame.kind === 'comment').length >= 3);
    expect(one.frames.filter((frame) => frame.kind === 'comment').every(({ text }) => text === 'heartbeat')).toBe(true);
    const soFar = events(one.frames);
    expect(soFar.some(({ event }) => event === 'end')).toBe(false);
    gate.open();
    late.push(...(await eventsOf(address(sessionId), tenant.key, { lastEventId: soFar.at(-1)!.id })));
    await Promise.all([one.over, other.over]);
    expect(events(one.frames).map(({ id }) => id)).toEqual(events(one.frames).map((_, index) => index));
    expect(events(one.frames).at(-1)!.event).toBe('end');
    expect(events(other.frames)).toEqual(events(one.frames));
    expect([...soFar, ...late]).toEqual(events(one.frames));
    expect((await tenant.get(`/api/sessions/${sessionId}`)).body).toMatchObject({
      status: 'partial',
      progress: { completed: 2, skipped: 1 },
    });
  });

  it('release their subscription when the client goes away', async () => {
    await subscriptions.allReleased();
    gate.hold('ToolCompleted');
    const { sessionId } = await start();
    const leaving = Array.from({ length: 5 }, () => new AbortController());
    await Promise.all(
      leaving.map(async (controller) => {
        // Not before both engines run and a heartbeat says that nothing follows: the next event would release it
        // anyhow.
        let quiet = false;
        for await (const frame of framesOf(address(sessionId), tenant.key, { signal: controller.signal })) {
          if (frame.kind === 'event') quiet = frame.data.progress.running === 2;
          else if (quiet) return;
        }
      }),
    );
    leaving.forEach((controller) => controller.abort());
    await subscriptions.allReleased();
    expect(subscriptions.count()).toBe(0);
    expect((await tenant.get(`/api/sessions/${sessionId}?progress=true`)).body.status).toMatch(
      /^(initializing|running)$/,
    );
    gate.open();
    await eventsOf(address(sessionId), tenant.key);
  });
});

const events = (frames: readonly Frame[]): SessionEvent[] => frames.filter((frame) => frame.kind === 'event');

/** The frames as they come, and a way to wait for what they hold. */
function collected(source: AsyncGenerator<Frame>) {
  const frames: Frame[] = [];
  let check = () => {};
  const over = (async () => {
    for await (const frame of source) {
      frames.push(frame);
      check();
    }
  })();
  const until = (holds: (frames: readonly Frame[]) => boolean) =>
    new Promise<void>((resolve, reject) => {
      check = () => {
        if (holds(frames)) resolve();
      };
      check();
      over.then(() => reject(new Error('the stream ended first')), reject);
    });
  return { frames, over, until };
}
