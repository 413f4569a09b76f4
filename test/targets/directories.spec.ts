import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, over } from '../support/scanned';

describe('a session on a directory', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
  });
  afterAll(() => service.close());

  const session = async (name: string, files: Readonly<Record<string, string>>) => {
    const { status, body } = await tenant.post('/api/sessions', {
      target: { directory: await service.directory(name, files) },
    });
    expect({ status, body }).toMatchObject({ status: 202 });
    return over(service, tenant, { id: body.scanId, sessionId: body.sessionId });
  };

  it('finds what it has, in its own file and line', async () => {
    const { scan, findings } = await session('flawed', FLAWED);
    expect(scan).toMatchObject({ status: 'completed', sourceType: 'directory', summary: { medium: 1, total: 1 } });
    expect(findings).toEqual([expect.objectContaining(FLAW)]);
  });

  it('finds nothing in one that has nothing', async () => {
    const { scan, findings } = await session('flawless', FLAWLESS);
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(findings).toEqual([]);
  });
});
