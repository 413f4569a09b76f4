import { appendGate } from '../support/append-gate';
import { type Frame, framesOf } from '../support/event-source';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT } from '../support/targets';

describe('event streams', () => {
  const gate = appendGate();
  const start = Date.now();
  let elapsed = 0;
  let service: RunningService;
  beforeAll(async () => {
    service = await runningService({
      settings: { ASSAY_HEARTBEAT_MS: '100', ASSAY_MAX_STREAMS: '3' },
      platform: (platform) => ({
        ...platform,
        events: gate.on(platform.events),
        clock: { now: () => new Date(start + elapsed) },
      }),
    });
  });
  afterEach(() => gate.open());
  afterAll(() => service.close());

  /** A session whose tool does not end before the gate opens: its stream stays quiet. */
  const quietSession = async (tenant: Tenant): Promise<string> => {
    gate.hold('ToolCompleted');
    const directory = await service.directory('target', DOCUMENT);
    return (await tenant.post('/api/sessions', { target: { directory }, tools: ['markdown-lint'] })).body.sessionId;
  };
  const address = (sessionId: string) => `/api/sessions/${sessionId}/events`;

  /** A stream from which one frame has come. */
  const opened = async (tenant: Tenant, sessionId: string) => {
    const controller = new AbortController();
    const frames = framesOf(`${service.url}${address(sessionId)}`, tenant.key, { signal: controller.signal });
    await frames.next();
    return { frames, abort: () => controller.abort() };
  };

  it('are refused beyond the limit of an organization, whichever key asks, until one of them ends', async () => {
    const tenant = await service.tenant('business');
    const colleague = await service.tenant('business', { organizationId: tenant.organizationId });
    const stranger = await service.tenant('business');
    const sessionId = await quietSession(tenant);
    const streams = [
      await opened(tenant, sessionId),
      await opened(tenant, sessionId),
      await opened(colleague, sessionId),
    ];
    for (const client of [tenant, colleague])
      expectRefusal(
        await client.get(address(sessionId)),
        429,
        'STREAM_LIMIT_REACHED',
        /^More than 3 event streams .* close one, or poll/,
      );
    // An answer that is no stream is over at once and takes no place for longer.
    expectRefusal(await stranger.get(address(sessionId)), 404, 'SESSION_NOT_FOUND');
    for (const { abort } of streams) abort();
    await expect(Promise.all(streams.map(({ frames }) => allOf(frames)))).rejects.toThrow(/abort/i);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    const again = await untilOpened(tenant, sessionId);
    gate.open();
    expect((await allOf(again.frames)).at(-1)).toMatchObject({ event: 'end' });
  });

  /** The service learns by itself that a client has gone, a moment later than the client. */
  const untilOpened = async (tenant: Tenant, sessionId: string): ReturnType<typeof opened> => {
    for (;;) {
      try {
        return await opened(tenant, sessionId);
      } catch (error) {
        if (!String(error).includes('answered 429')) throw error;
      }
    }
  };

  it('end when their key is revoked, and tell nothing that happens later', async () => {
    const tenant = await service.tenant('business');
    const operator = await service.tenant('business', { organizationId: tenant.organizationId });
    const sessionId = await quietSession(tenant);
    const { frames } = await opened(tenant, sessionId);
    const { body } = await operator.get('/api/settings/api-keys');
    const { id } = body.apiKeys.find(({ prefix }: { prefix: string }) => tenant.key.startsWith(prefix));
    expect((await operator.delete(`/api/settings/api-keys/${id}`)).status).toBe(200);
    gate.open();
    expect(named(await allOf(frames))).not.toContain('tool');
    expectRefusal(await tenant.get(address(sessionId)), 401, 'INVALID_API_KEY');
  });

  it('end when their key expires', async () => {
    const inAnHour = new Date(start + elapsed + 3_600_000).toISOString();
    const tenant = await service.tenant('business', { expiresAt: inAnHour });
    const sessionId = await quietSession(tenant);
    const { frames } = await opened(tenant, sessionId);
    elapsed += 3_600_000;
    expect(named(await allOf(frames))).not.toContain('end');
  });
});

const named = (frames: readonly Frame[]): string[] =>
  frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event] : []));

async function allOf(frames: AsyncGenerator<Frame>): Promise<Frame[]> {
  const all: Frame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}
