import { eventually } from '../faults/eventually';
import { type AppendGate, appendGate } from '../support/append-gate';
import { type Frame, framesOf } from '../support/event-source';
import { httpClient } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { WORKFLOW } from '../support/targets';

describe('a service that is asked to stop', () => {
  let gate: AppendGate;
  let service: RunningService;
  let tenant: Tenant;
  let closing: Promise<void> | undefined;

  beforeEach(async () => {
    gate = appendGate();
    closing = undefined;
    service = await runningService({
      settings: { ASSAY_ADMIN_PORT: '0' },
      platform: (platform) => ({ ...platform, events: gate.on(platform.events) }),
    });
    tenant = await service.tenant('pro');
  });
  afterEach(async () => {
    gate.open();
    await (closing ?? service.close());
  });

  /** Asks it to stop, and resolves when it has begun to. */
  const stop = async () => {
    closing = service.close();
    return eventually('its readiness says that it drains', async () => {
      const answer = await httpClient(service.adminUrl!).get('/health/ready');
      return answer.body.status === 'draining' ? answer : undefined;
    });
  };
  const isRefused = () =>
    httpClient(service.url)
      .get('/health/live')
      .then(
        () => undefined,
        () => true as const,
      );

  it('says so, takes nothing new, answers what is under way, and only then ends', async () => {
    gate.hold('ProjectCreated');
    const held = tenant.post('/api/v1/projects', { name: 'Under way', platforms: ['web'] });
    // The guard has let it in, and it waits at the store.
    await gate.reached;

    const readiness = await stop();
    expect({ status: readiness.status, retryAfter: readiness.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '5',
    });
    await eventually('it takes no connection any more', isRefused);

    gate.open();
    const { status, headers } = await held;
    expect({ status, connection: headers.get('connection') }).toEqual({ status: 201, connection: 'close' });
    await closing;
    await expect(httpClient(service.adminUrl!).get('/health/live')).rejects.toThrow('fetch failed');
  });

  it('ends event streams between two events, without an end of the session and without an error', async () => {
    const directory = await service.directory('target', WORKFLOW);
    gate.hold('ScanCancelRequested');
    const { sessionId } = (
      await tenant.post('/api/sessions', { target: { directory }, tools: ['github-actions-security'] })
    ).body;
    const frames: Frame[] = [];
    let isFollowing = () => {};
    const following = new Promise<void>((resolve) => (isFollowing = resolve));
    const held = tenant.delete(`/api/sessions/${sessionId}`);
    const followed = (async () => {
      for await (const frame of framesOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key)) {
        frames.push(frame);
        isFollowing();
      }
    })();
    await following;
    await stop();
    await followed;
    const seen = frames.flatMap((frame) => (frame.kind === 'event' ? [frame.id] : []));
    expect(seen).toEqual(seen.map((_, index) => index));
    gate.open();
    expect([200, 409]).toContain((await held).status);
  });
});
