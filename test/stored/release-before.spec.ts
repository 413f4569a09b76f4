import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

interface Stored {
  readonly organizationId: string;
  /** What the release that wrote the store answered to its first organization: path to body. */
  readonly answers: Readonly<Record<string, Json>>;
}

/** `86e7c9b.db` was written by the sources of that commit; its read models are not kept. */
const { organizationId, answers } = JSON.parse(
  readFileSync(join(__dirname, '86e7c9b.generated.json'), 'utf8'),
) as Stored;

describe('a store that the release before wrote', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-stored-'));
  let service: RunningService;
  let tenant: Tenant;

  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    copyFileSync(join(__dirname, '86e7c9b.db'), join(dataDir, 'events.db'));
    service = await runningService({ settings: { ASSAY_DATA_DIR: dataDir } });
    tenant = await service.tenant('pro', { organizationId });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(answers))('is folded to the same answer of %s', async (path, before) => {
    const { status, body } = await tenant.get(path);
    expect({ status, body }).toMatchObject({ status: 200, body: before });
  });

  it('is audited to the last entry, and its chain is whole', async () => {
    const [path, { entries }] = Object.entries(answers).find(([each]) => each.startsWith('/api/billing/audit'))!;
    const { body } = await tenant.get(path);
    expect(body).toMatchObject({ chain: { valid: true, checked: entries.length, head: entries.at(-1).hash } });
    expect(entries.length).toBeGreaterThan(5);
  });
});
