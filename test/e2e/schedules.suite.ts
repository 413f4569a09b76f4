import { randomUUID } from 'node:crypto';
import { eventually } from '../faults/eventually';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAWED } from '../support/scanned';

const MINUTE = 60_000;
const AUTOMATIONS = '/api/v1/automations';

describe('a schedule of a service that was away', () => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    server = await openGitServer();
    const address = `127.0.0.1:${server.port}`;
    service = await runningService({
      settings: { ASSAY_HOSTA_URL: `http://${address}`, ASSAY_ALLOWED_TARGETS: address },
    });
    tenant = await service.tenant('business');
    server.add('ada/nightly', { main: FLAWED });
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  /** An automation that was created when nothing ran, and is found now. */
  const automation = async (cron: string, createdAt: number, fields: object = {}): Promise<string> => {
    const repositoryUrl = `http://127.0.0.1:${server.port}/ada/nightly.git`;
    const project = await tenant.post('/api/v1/projects', { name: 'Nightly', platforms: ['web'], repositoryUrl });
    const automationId = `aut_${randomUUID()}`;
    const data = {
      automationId,
      organizationId: tenant.organizationId,
      projectId: project.body.data.id as string,
      name: 'Nightly',
      trigger: { type: 'schedule', config: { cron, timezone: 'UTC' } },
      action: { type: 'scan', config: { platform: 'web', tools: ['biome-css'], failOn: null } },
      enabled: true,
      webhookToken: null,
      at: new Date(createdAt).toISOString(),
      ...fields,
    };
    await service.platform.events.append(`automation-${automationId}`, [{ type: 'AutomationCreated', data }]);
    return automationId;
  };
  const history = (automationId: string, isComplete: (rows: Json[]) => boolean): Promise<Json[]> =>
    eventually('its due times have their rows', async () => {
      const { status, body } = await tenant.get(`${AUTOMATIONS}/${automationId}/history?per_page=100`);
      return status === 200 && isComplete(body.history) ? body.history : undefined;
    });
  const isOver = ({ status }: Json) => !['pending', 'running'].includes(status);

  it('runs the newest due time once, late, says by how much, and leaves a row for each one before it', async () => {
    const now = Date.now();
    // Half an hour ago, and an hour and two hours before that.
    const minute = (new Date(now).getUTCMinutes() + 30) % 60;
    const id = await automation(`${minute} * * * *`, now - 170 * MINUTE);
    const [late, ...missed] = await history(id, (rows) => rows.length === 3 && rows.every(isOver));
    expect(late).toMatchObject({ status: 'completed', scanId: expect.stringMatching(/^scn_/), reason: null });
    const { dueAt, lateMs } = late!.triggerData;
    expect(lateMs).toBe(Date.parse(late!.triggeredAt) - Date.parse(dueAt));
    expect(lateMs).toBeGreaterThan(MINUTE);
    expect(missed).toEqual(
      [1, 2].map((hours) =>
        expect.objectContaining({
          status: 'skipped',
          scanId: null,
          reason: { code: 'missed', message: expect.stringContaining('only the newest due time is caught up') },
          triggerData: expect.objectContaining({
            type: 'schedule',
            dueAt: new Date(Date.parse(dueAt) - hours * 60 * MINUTE).toISOString(),
          }),
        }),
      ),
    );
    const scans = (await tenant.get('/api/v1/scans')).body.data;
    expect(scans.map(({ id: scanId }: Json) => scanId)).toEqual([late!.scanId]);
    const { automation: shown } = (await tenant.get(`${AUTOMATIONS}/${id}`)).body;
    expect(shown).toMatchObject({ triggerCount: 3, lastTriggeredAt: late!.triggeredAt });
  }, 120_000);

  it('has one row for the most of many due times that were missed, with how many they are', async () => {
    const id = await automation('* * * * *', Date.now() - 180 * MINUTE, { enabled: false });
    const rows = await history(id, (all) => all.length >= 52 && all.every(isOver));
    expect((await tenant.delete(`${AUTOMATIONS}/${id}`)).status).toBe(200);
    const oldest = rows.find(({ triggerData }) => triggerData.missed !== undefined);
    const { count, from, until } = oldest!.triggerData.missed;
    expect(until).toBe(oldest!.triggerData.dueAt);
    expect(Date.parse(until) - Date.parse(from)).toBe((count - 1) * MINUTE);
    const single = rows.filter(({ triggerData }) => triggerData.missed === undefined);
    expect(new Set(single.map(({ triggerData }) => triggerData.dueAt)).size).toBe(single.length);
    expect(rows.every(({ reason }) => ['missed', 'disabled'].includes(reason.code))).toBe(true);
  }, 120_000);
});
