import { createTextSigner } from '@assay/secrets';
import { SHARED_FOR, SharedReports } from './shared-reports';

const SINCE = '2026-11-05T10:00:00.000Z';
const SCAN = { organizationId: 'org_1', scanId: 'scn_1' };
const PUBLIC = 'https://assay.example';

describe('the address of a shared report', () => {
  let now = Date.parse(SINCE);
  const reports = (key = 1, publicUrl: string | undefined = PUBLIC) =>
    new SharedReports(
      createTextSigner({ keys: [Buffer.alloc(32, key)], keyFile: '/nonexistent' }),
      { publicUrl },
      { now: () => new Date(now) },
    );
  const tokenOf = (address: string | null) => address!.slice(`${PUBLIC}/api/v1/shared/reports/`.length);

  it('opens one scan of one organization, for 90 days', async () => {
    const address = await reports().addressOf(SCAN, SINCE);
    expect(address).toMatch(/^https:\/\/assay\.example\/api\/v1\/shared\/reports\/scn_1\.org_1\.\w+\.[\w-]{43}$/);
    expect(await reports().addressOf(SCAN, SINCE)).toBe(address);
    const token = tokenOf(address);
    expect(await reports().opened(token)).toEqual(SCAN);
    now += SHARED_FOR - 1;
    expect(await reports().opened(token)).toEqual(SCAN);
    now += 1;
    expect(await reports().opened(token)).toBeUndefined();
    now = Date.parse(SINCE);
  });

  it('opens nothing once anything of it is changed', async () => {
    const token = tokenOf(await reports().addressOf(SCAN, SINCE));
    for (let index = 0; index < token.length; index += 1) {
      const changed = token[index] === 'x' ? 'y' : 'x';
      expect(await reports().opened(token.slice(0, index) + changed + token.slice(index + 1))).toBeUndefined();
    }
    for (const wrong of ['', 'none', `${token}.`, `${token}\n`, token.replace('.', '..')])
      expect(await reports().opened(wrong)).toBeUndefined();
    expect(await reports(2).opened(token)).toBeUndefined();
  });

  it('is none where nobody knows the address of this service', async () => {
    const unknown = new SharedReports(
      createTextSigner({ keys: [Buffer.alloc(32)], keyFile: '/nonexistent' }),
      { publicUrl: undefined },
      { now: () => new Date(now) },
    );
    expect(await unknown.addressOf(SCAN, SINCE)).toBeNull();
  });
});
