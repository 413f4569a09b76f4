import { systemClock } from '@assay/kernel';
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

/** The answer of the audit, and the path that has its time. */
const auditOf = ({ answers }: Stored): { readonly path: string; readonly at: string; readonly body: Json } => {
  const path = Object.keys(answers).find((each) => each.startsWith('/api/billing/audit'))!;
  return { path, at: answers[path].asOf as string, body: answers[path] };
};

/** Opens a copy of the store at this time. The clock continues from there. */
async function opened({ commit, at, folder }: { commit: string; at: string; folder: string }): Promise<RunningService> {
  const ahead = Date.parse(at) - Date.now();
  jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  copyFileSync(join(__dirname, `${commit}.db`), join(dataDir, 'events.db'));
  return runningService({ settings: { ASSAY_DATA_DIR: dataDir } });
}

/** Resolves when the ledgers of a store with one ledger are in this month: that begins with the service. */
async function monthOpened({ platform: { events, readModels } }: RunningService, period: string): Promise<void> {
  for await (const message of events.subscribeToAll({ after: undefined, filter: { types: ['PeriodOpened'] } }))
    if (message.kind === 'event' && (message.event.data as Json).period === period)
      return readModels.waitFor(message.event.position);
}

describe.each(STORES)('a store that the sources of %s wrote', (commit) => {
  const stored = recordedOf(commit);
  const { organizationId, answers } = stored;
  const audit = auditOf(stored);
  let folder: string;
  let service: RunningService;

  const openedAt = async (at: string): Promise<Tenant> => {
    folder = mkdtempSync(join(tmpdir(), 'assay-stored-'));
    service = await opened({ commit, at, folder });
    return service.tenant('pro', { organizationId });
  };
  const close = async (): Promise<void> => {
    await service.close();
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  };

  // A later month adds its credits to the ledger, so the audit of the whole chain is the same only in the same month.
  describe('opened in the month in which it was written', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await openedAt(audit.at);
    });
    afterAll(close);

    it.each(Object.entries(answers))('is folded to the same answer of %s', async (path, before) => {
      const { status, body } = await tenant.get(path);
      expect({ status, body }).toMatchObject({ status: 200, body: before });
    });

    it('is audited to the last entry, and its chain is whole', async () => {
      const { entries } = audit.body;
      const { body } = await tenant.get(audit.path);
      expect(body).toMatchObject({ chain: { valid: true, checked: entries.length, head: entries.at(-1).hash } });
      expect(entries.length).toBeGreaterThan(5);
    });
  });

  describe('opened in the next month', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      const next = new Date(audit.at);
      next.setUTCMonth(next.getUTCMonth() + 1, 1);
      tenant = await openedAt(next.toISOString());
      await monthOpened(service, next.toISOString().slice(0, 7));
    });
    afterAll(close);

    it('has the same entries, and behind them those of the new month in the same chain', async () => {
      const { entries, balance } = audit.body;
      const { body } = await tenant.get(audit.path);
      expect(body).toMatchObject({ entries, balance, chain: { valid: true }, drift: { difference: 0 } });
      expect(body.chain.checked).toBeGreaterThan(entries.length);
      const now = await tenant.get('/api/billing/audit');
      expect(now.body.entries.slice(0, entries.length)).toEqual(body.entries);
      expect(now.body.entries.at(-1).hash).toBe(body.chain.head);
    });
  });
});
