import { eventually } from '../faults/eventually';
import { eventsOf } from '../support/event-source';
import { httpClient } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { WORKFLOW } from '../support/targets';

/** A sample's name with its labels, as written, to its value. */
type Samples = ReadonlyMap<string, number>;

describe('metrics', () => {
  let service: RunningService;
  let tenant: Tenant;
  let sessionId: string;
  let text: string;
  let samples: Samples;

  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_ADMIN_PORT: '0', ASSAY_ENGINE_SLOTS: '3' } });
    tenant = await service.tenant('pro');
    const directory = await service.directory('target', WORKFLOW);
    sessionId = (
      await tenant.post('/api/sessions', { target: { directory }, tools: ['github-actions-security', 'css-errors'] })
    ).body.sessionId;
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
    await tenant.get(`/api/sessions/${sessionId}`);
    await tenant.get('/api/sessions/ses_unknown');
    await tenant.get('/no/such/path');
    await service.platform.readModels.waitFor(await service.platform.events.head());
    // A session's copy is removed after its end, which is all that a client sees.
    const { headers, body } = await eventually('the session is cleaned up after', async () => {
      const answer = await httpClient(service.adminUrl!).get('/metrics');
      return answer.body.includes('assay_activity_duration_seconds_count{activity="clean",outcome="done"} 1')
        ? answer
        : undefined;
    });
    expect(headers.get('content-type')).toContain('text/plain');
    text = body;
    samples = new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  });
  afterAll(() => service.close());

  it('count what sessions and their tools came to', () => {
    expect(samples.get('assay_sessions_started_total')).toBe(1);
    expect(
      samples.get('assay_sessions_ended_total{status="partial"}') ??
        samples.get('assay_sessions_ended_total{status="completed"}'),
    ).toBe(1);
    expect(samples.get('assay_tools_total{tool="github-actions-security",status="completed"}')).toBe(1);
    expect(samples.get('assay_tools_total{tool="css-errors",status="skipped"}')).toBe(1);
    expect(samples.get('assay_tool_duration_seconds_count{status="completed"}')).toBe(1);
  });

  it('add up charges and refunds to what the ledger says', async () => {
    const { entries } = (await tenant.get('/api/billing/audit')).body;
    const sum = (type: string) =>
      entries
        .filter((entry: { type: string }) => entry.type === type)
        .reduce((total: number, { amount }: { amount: number }) => total + Math.abs(amount), 0) * 1_000_000;
    const refunded = [...samples]
      .filter(([name]) => name.startsWith('assay_refunded_microcredits_total'))
      .reduce((total, [, value]) => total + value, 0);
    expect({ charged: samples.get('assay_charged_microcredits_total'), refunded }).toEqual({
      charged: sum('scan'),
      refunded: sum('refund'),
    });
    expect(sum('scan')).toBeGreaterThan(0);
  });

  it('time requests by their route as it is declared, and nothing by an id', () => {
    expect(
      samples.get(
        'assay_http_request_duration_seconds_count{method="GET",route="/api/sessions/:sessionId",status="200"}',
      ),
    ).toBe(1);
    expect(
      samples.get(
        'assay_http_request_duration_seconds_count{method="GET",route="/api/sessions/:sessionId",status="404"}',
      ),
    ).toBe(1);
    expect(samples.get('assay_http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}')).toBe(
      1,
    );
    expect([...samples.keys()].filter((name) => name.includes('/events'))).toEqual([]);
    for (const id of [sessionId, tenant.organizationId, '/no/such/path']) expect(text).not.toContain(id);
  });

  it('count commands, appends and activities by what came of them', () => {
    expect(samples.get('assay_command_duration_seconds_count{command="StartSession",outcome="done"}')).toBe(1);
    expect(samples.get('assay_appends_total{outcome="appended"}')).toBeGreaterThan(5);
    expect(samples.get('assay_append_duration_seconds_count')).toBeGreaterThanOrEqual(
      samples.get('assay_appends_total{outcome="appended"}')!,
    );
    for (const activity of ['prepare', 'charge', 'settle', 'clean'])
      expect({
        activity,
        count: samples.get(`assay_activity_duration_seconds_count{activity="${activity}",outcome="done"}`),
      }).toEqual({ activity, count: 1 });
    expect(
      [...samples]
        .filter(([name]) => name.startsWith('assay_engine_pass_duration_seconds_count'))
        .reduce((total, [, value]) => total + value, 0),
    ).toBe(samples.get('assay_activity_duration_seconds_count{activity="runPass",outcome="done"}'));
    expect({
      slots: samples.get('assay_engine_slots'),
      inUse: samples.get('assay_engine_slots_in_use'),
      waiting: samples.get('assay_engine_slots_waiting'),
    }).toEqual({ slots: 3, inUse: 0, waiting: 0 });
  });

  it('say how far projections and reactors are', () => {
    expect({
      lag: samples.get('assay_projection_lag{projection="sessions"}'),
      up: samples.get('assay_projection_up{projection="sessions"}'),
    }).toEqual({ lag: 0, up: 1 });
    expect(samples.get('assay_projection_position{projection="sessions"}')).toBeGreaterThan(0);
    expect(samples.get('assay_reactions_total{reactor="start-workflows",outcome="done"}')).toBe(1);
    expect(samples.get('assay_reactor_retrying{reactor="start-workflows"}')).toBe(0);
    expect(samples.get('assay_reactor_set_aside{reactor="start-workflows"}')).toBe(0);
    expect(samples.get('assay_reactor_lag{reactor="start-workflows"}')).toBeGreaterThanOrEqual(0);
  });

  it('say how the process does', () => expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000));

  it('cannot be read on the port of the API, nor anything else on theirs', async () => {
    expect((await httpClient(service.url).get('/metrics')).status).toBe(404);
    const admin = httpClient(service.adminUrl!);
    expect((await admin.get('/api/v1/tools')).status).toBe(404);
    expect((await admin.post('/metrics', {})).status).toBe(405);
    expect(await admin.get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await admin.get('/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { eventStore: { status: 'up' } } },
    });
  });
});
