import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tar, tarGz } from '../support/archives/tar-writer';
import { zip } from '../support/archives/zip-writer';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, projectOf, scanned } from '../support/scanned';
import { upload } from '../support/upload';

const entries = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, content]) => ({ name, content }));

describe('a scan of an upload', () => {
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  afterAll(() => service.close());

  const uploaded = async (content: Uint8Array, filename = 'shop.zip', by = tenant): Promise<string> =>
    (await upload(by, content, filename)).body.upload.id;
  const scan = async (content: Uint8Array, filename?: string) =>
    scanned(service, tenant, project, { sourceType: 'upload', uploadId: await uploaded(content, filename) });

  it.each([
    ['zip', zip(entries(FLAWED))],
    ['tar', tar(...entries(FLAWED))],
    ['tar.gz', tarGz(...entries(FLAWED))],
  ])('finds what a %s holds, in its own file and line', async (kind, content) => {
    const ended = await scan(content, `shop.${kind}`);
    expect(ended.scan).toMatchObject({
      status: 'completed',
      sourceType: 'upload',
      summary: { critical: 0, high: 0, medium: 1, low: 0, total: 1 },
    });
    expect(ended.findings).toEqual([expect.objectContaining(FLAW)]);
    expect(ended.session).toMatchObject({
      target: { sourceType: 'upload', uploadId: expect.stringMatching(/^upl_/) },
      targetSummary: {
        files: 1,
        lines: 1,
        upload: { filename: `shop.${kind}`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
  });

  it('finds nothing in one that has nothing', async () => {
    const ended = await scan(zip(entries(FLAWLESS)));
    expect(ended.scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(ended.findings).toEqual([]);
  });

  it.each([
    ['climbs out of its folder', zip([{ name: '../../../escaped.css', content: 'a' }]), 'ARCHIVE_PARENT_PATH'],
    [
      'writes through a link',
      tar({ name: 'x', type: '2', link: '../..' }, { name: 'x/escaped.css', content: 'a' }),
      'ARCHIVE_CONFLICTING_ENTRIES',
    ],
    [
      'unpacks to a thousand times its size',
      zip([{ name: 'zeros.css', content: Buffer.alloc(30_000_000), method: 8 }]),
      'ARCHIVE_RATIO_TOO_HIGH',
    ],
  ])('fails with a reason, and costs nothing, where it %s', async (_, content, code) => {
    const { scan: failed, cost } = await scan(content);
    expect(failed).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/archive/) } });
    expect(cost).toBe(0);
    expect(existsSync(join(dirname(service.root), 'data/escaped.css'))).toBe(false);
  });

  it("is refused for an upload that is not there, or is another organization's", async () => {
    const theirs = await uploaded(zip(entries(FLAWED)), 'theirs.zip', await service.tenant('pro'));
    for (const uploadId of ['upl_none', theirs])
      expectRefusal(
        await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'upload', uploadId }),
        404,
        'UPLOAD_NOT_FOUND',
      );
  });

  it('is refused for what is no archive of files', async () => {
    const uploadId = await uploaded(zip([{ name: 'Payload/Shop.app/Info.plist', content: 'x' }]), 'shop.ipa');
    expectInvalid(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'upload', uploadId }),
      'uploadId',
    );
  });
});
