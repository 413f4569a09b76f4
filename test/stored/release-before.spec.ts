import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

interface Stored {
  readonly organizationId: string;
  /** The answers of the release that wrote the store to its first organization: path to body. */
  readonly answers: Readonly<Record<string, Json>>;
}

/** Each `<commit>.db` was written by the sources of that commit (`record.ts`); its read models are not kept. */
const STORES = readdirSync(__dirname).flatMap((file) => /^([0-9a-f]{7})\.db$/.exec(file)?.[1] ?? []);

const recordedOf = (commit: string): Stored =>
  JSON.parse(readFileSync(join(__dirname, `${commit}.generated.json`), 'utf8')) as Stored;

describe.each(STORES)('a store that the sources of %s wrote', (commit) => {
  const { organizationId, answers } = recordedOf(commit);
  const folder = mkdtempSync(join(tmpdir(), 'assay-stored-'));
  let service: RunningService;
  let tenant: Tenant;

  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    copyFileSync(join(__dirname, `${commit}.db`), join(dataDir, 'events.db'));
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
