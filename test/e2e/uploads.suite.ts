import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zip } from '../support/archives/zip-writer';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { form, upload } from '../support/upload';

const UPLOADS = '/api/v1/uploads';
const ARCHIVE = zip([{ name: 'README.md', content: '# Title\n' }]);

describe('uploads', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_UPLOAD_MB: '1', ASSAY_UPLOAD_HOURS: '2' } });
    tenant = await service.tenant('pro');
  });
  afterAll(() => service.close());

  const kept = (stage: string) => {
    const folder = join(dirname(service.root), 'data/uploads', stage);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('are kept for as long as the service says, and known by their hash', async () => {
    const before = Date.now();
    const { status, body } = await upload(tenant, ARCHIVE, 'shop-1.0.zip');
    expect(status).toBe(201);
    expect(body.upload).toEqual({
      id: expect.stringMatching(/^upl_/),
      filename: 'shop-1.0.zip',
      size: ARCHIVE.length,
      sha256: createHash('sha256').update(ARCHIVE).digest('hex'),
      expiresAt: expect.any(String),
    });
    expect(Date.parse(body.upload.expiresAt)).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    expect(kept('uploads')).toContain(body.upload.id);
  });

  it('have a name that can be shown, whatever they were called', async () => {
    const { body } = await upload(tenant, ARCHIVE, '../../\u202ecod.zip');
    expect(body.upload.filename).not.toMatch(/[\u202e/]/);
  });

  it.each([
    ['a text', 'nothing that was packed'],
    ['a gzip of no tar', gzipSync('nothing that was packed')],
  ])('are refused where they are %s', async (_, content) => {
    const before = kept('uploads');
    expectRefusal(await upload(tenant, content, 'target.zip'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(kept('uploads')).toEqual(before);
  });

  it('are refused where they cannot be read to their end', async () => {
    expectInvalid(await upload(tenant, ARCHIVE.subarray(0, ARCHIVE.length - 10), 'cut.zip'), 'file');
    expectInvalid(await upload(tenant, '', 'empty.zip'), 'file');
    expect(kept('incoming')).toEqual([]);
  });

  it('are refused by their size, and nothing of them stays', async () => {
    const answer = await upload(tenant, zip([{ name: 'a', content: Buffer.alloc(3_000_000, 'x'), method: 0 }]));
    expectRefusal(
      answer,
      413,
      'PAYLOAD_TOO_LARGE',
      'the upload has more than 1,048,576 bytes: leave out what need not be analysed',
    );
    expect(kept('incoming')).toEqual([]);
  });

  it('are refused beyond what an organization and the service may keep, with what to do', async () => {
    const limited = await runningService({
      settings: { ASSAY_UPLOAD_MB: '1', ASSAY_UPLOAD_ORGANIZATION_MB: '1', ASSAY_UPLOAD_TOTAL_MB: '2' },
    });
    try {
      const file = zip([{ name: 'a', content: Buffer.alloc(700_000, 'x'), method: 0 }]);
      const [one, other, third] = [
        await limited.tenant('pro'),
        await limited.tenant('pro'),
        await limited.tenant('pro'),
      ];
      expect((await upload(one, file)).status).toBe(201);
      expectRefusal(
        await upload(one, file),
        429,
        'UPLOAD_LIMIT_REACHED',
        /1,048,576 bytes together: send a smaller one, or wait until \d{4}-.*Z, when the first of them expires$/,
      );
      expect((await upload(one, ARCHIVE)).status).toBe(201);
      expect((await upload(other, file)).status).toBe(201);
      expectRefusal(await upload(third, file), 507, 'UPLOAD_STORAGE_FULL', /try again/);
    } finally {
      await limited.close();
    }
  });

  it('leave the connection in order when they are refused', async () => {
    await upload(tenant, zip([{ name: 'a', content: Buffer.alloc(8_000_000, 'x'), method: 0 }]));
    expect((await upload(tenant, ARCHIVE)).status).toBe(201);
  });

  it.each([
    ['another field', [{ name: 'data', filename: 'a.zip', content: ARCHIVE }], 'data'],
    ['a field that is no file', [{ name: 'file', content: 'text' }], 'file'],
    [
      'two files',
      [
        { name: 'file', filename: 'a.zip', content: ARCHIVE },
        { name: 'file', filename: 'b.zip', content: ARCHIVE },
      ],
      'file',
    ],
    [
      'a field after the file',
      [
        { name: 'file', filename: 'a.zip', content: ARCHIVE },
        { name: 'note', content: 'text' },
      ],
      'note',
    ],
    ['no field at all', [], 'file'],
  ])('are refused with %s, and nothing of them is kept', async (_, parts, field) => {
    const before = kept('uploads');
    const { body, type } = form(parts);
    expectInvalid(await tenant.send('POST', UPLOADS, body, { 'content-type': type }), field);
    expect([kept('uploads'), kept('incoming')]).toEqual([before, []]);
  });

  it('are refused where the form ends too early', async () => {
    const { body, type } = form([{ name: 'file', filename: 'a.zip', content: ARCHIVE }]);
    expectRefusal(
      await tenant.send('POST', UPLOADS, body.subarray(0, body.length - 40), { 'content-type': type }),
      400,
      'VALIDATION_ERROR',
    );
    expect(kept('incoming')).toEqual([]);
  });

  it.each([
    ['application/json', '{}'],
    ['text/plain', 'x'],
    ['application/zip', 'PK'],
  ])('are no %s', async (type, body) =>
    expectRefusal(await tenant.send('POST', UPLOADS, body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  );

  it('are others when they are sent again, unless they have the same Idempotency-Key', async () => {
    const send = (key: string | undefined, filename = 'a.zip') => {
      const { body, type } = form([{ name: 'file', filename, content: ARCHIVE }]);
      const headers = { 'content-type': type, ...(key && { 'idempotency-key': key }) };
      return tenant.send('POST', UPLOADS, body, headers);
    };
    const [one, two] = [await send(undefined), await send(undefined)];
    expect(one.body.upload.id).not.toBe(two.body.upload.id);
    const [first, again] = [await send('once'), await send('once')];
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    expectRefusal(await send('once', 'b.zip'), 409, 'IDEMPOTENCY_MISMATCH');
  });

  it('that were refused under an Idempotency-Key may be tried again under it', async () => {
    const send = (content: Buffer) => {
      const { body, type } = form([{ name: 'file', filename: 'a.zip', content }]);
      return tenant.send('POST', UPLOADS, body, { 'content-type': type, 'idempotency-key': 'better' });
    };
    expectRefusal(await send(Buffer.from('no archive')), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect((await send(ARCHIVE)).status).toBe(201);
  });

  it('need the permission to start scans, and a key', async () => {
    expectRefusal(
      await upload(await service.tenant('pro', { preset: 'read_only' }), ARCHIVE),
      403,
      'FORBIDDEN',
      'Missing required permission: scans:write',
    );
    const { body, type } = form([{ name: 'file', filename: 'a.zip', content: ARCHIVE }]);
    expectRefusal(
      await tenant.send('POST', UPLOADS, body, { 'content-type': type, authorization: 'Bearer asy_nobody' }),
      401,
      'INVALID_API_KEY',
    );
  });
});
