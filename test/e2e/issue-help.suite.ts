import { issueHelpDocuments } from '@assay/ai-reports';
import { ModelServer, answers } from '../../libs/ai-reports/test/model-server';
import { eventually } from '../faults/eventually';
import type { Json } from '../support/http-client';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { over, remaining } from '../support/scanned';
import { STYLESHEET, WORKFLOW } from '../support/targets';

describe('help with findings that a language model writes', () => {
  let model: ModelServer;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  let scanId: string;
  let bought: string;
  let other: string;

  const detail = async (findingId: string): Promise<Json> =>
    (await tenant.get(`/api/v1/findings/${findingId}`)).body.finding;
  const ask = (feature: string, ...sentences: readonly string[]) => {
    model.behaves = answers(JSON.stringify({ finding1: sentences }));
    return tenant.post('/api/v1/reports/ai/issues', { scanId, feature, findingIds: [bought] });
  };

  beforeAll(async () => {
    model = await ModelServer.listen();
    service = await runningService({ settings: { ASSAY_MODEL_URL: model.url, ASSAY_MODEL_NAME: 'stand-in' } });
    tenant = await service.tenant('business');
    project = (await tenant.post('/api/v1/projects', { name: 'Helped', platforms: ['web'] })).body.data.id;
    const target = { directory: await service.directory('helped', { ...STYLESHEET, ...WORKFLOW }) };
    const { body } = await tenant.post('/api/sessions', {
      target,
      tools: ['css-errors', 'github-actions-security'],
      applicationId: project,
    });
    scanId = body.scanId;
    const { findings } = await over(service, tenant, { id: scanId, sessionId: body.sessionId });
    [bought, other] = findings.map(({ id }) => id as string) as [string, string];
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  it('is what the finding itself says from then on, and charged once', async () => {
    const [before, ruled] = [await remaining(tenant), await detail(bought)];
    expect(ruled).toMatchObject({ explanation: { source: 'rules' }, remediationSource: 'rules' });

    expect((await ask('issue_explanations', 'Anybody may run this.', 'It has a token.')).status).toBe(201);
    const explanation = { text: 'Anybody may run this. It has a token.', source: 'model' };
    expect(await detail(bought)).toMatchObject({ explanation, remediation: ruled['remediation'] });

    expect((await ask('fix_suggestions', 'Name what it may do.', 'Then pin it.')).status).toBe(201);
    expect(await detail(bought)).toMatchObject({
      explanation,
      remediation: ['Name what it may do.', 'Then pin it.'],
      remediationSource: 'model',
    });
    expect(before - (await remaining(tenant))).toBeCloseTo(0.25, 6);

    await ask('issue_explanations', 'Something else.');
    expect((await detail(bought))['explanation']).toEqual(explanation);
    expect(before - (await remaining(tenant))).toBeCloseTo(0.25, 6);
  });

  it('stays where the status of the finding changes', async () => {
    const { body } = await tenant.patch(`/api/v1/findings/${bought}`, { status: 'accepted' });
    expect(body.finding).toMatchObject({ status: 'accepted', explanation: { source: 'model' } });
  });

  it('is told of that finding alone', async () =>
    expect(await detail(other)).toMatchObject({ explanation: { source: 'rules' }, remediationSource: 'rules' }));

  it('goes with the project', async () => {
    expect((await tenant.delete(`/api/v1/projects/${project}`)).status).toBe(200);
    expectRefusal(await tenant.get(`/api/v1/findings/${bought}`), 404, 'FINDING_NOT_FOUND');
    const helped = service.platform.readModels.collection(issueHelpDocuments);
    await eventually('nothing is kept of it', async () => ((await helped.count()) === 0 ? true : undefined));
  });
});
