import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { zip } from '../../../../test/support/archives/zip-writer';
import { type FolderUploadStoreOptions, createFolderUploadStore } from './folder-upload-store';

const HOUR = 60 * 60 * 1000;
const bytes = zip([{ name: 'a.js', content: 'a'.repeat(1_000) }]);

describe('a folder of uploads', () => {
  let folder: string;
  let now: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-uploads-'));
    now = Date.now();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const clock = { now: () => new Date(now) };
  const openStore = (options: Partial<FolderUploadStoreOptions> = {}) =>
    createFolderUploadStore({ folder, clock, maxBytes: 10_000, keptFor: 24 * HOUR, ...options });
  const upload = (id: string, content: AsyncIterable<Uint8Array> = inPieces(bytes)) => ({
    id,
    organizationId: 'org_1',
    filename: '../../etc/passwd',
    content,
  });
  const kept = () =>
    ['incoming', 'uploads', 'outgoing'].flatMap((stage) =>
      existsSync(join(folder, stage)) ? readdirSync(join(folder, stage)).map((id) => `${stage}/${id}`) : [],
    );
  async function* inPieces(whole: Buffer) {
    for (let start = 0; start < whole.length; start += 100) yield whole.subarray(start, start + 100);
  }

  it('keeps what was uploaded, with its digest, its size and its kind', async () => {
    const store = openStore();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const stored = await store.put(upload('upl_1'));
    expect(stored).toEqual({
      id: 'upl_1',
      organizationId: 'org_1',
      filename: '../../etc/passwd',
      kind: 'zip',
      size: bytes.length,
      sha256,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 24 * HOUR).toISOString(),
    });
    const reopened = openStore();
    expect(await reopened.find('upl_1', 'org_1')).toEqual(stored);
    expect(readFileSync((await reopened.fileOf('upl_1', 'org_1'))!)).toEqual(bytes);
  });

  describe('with a quota', () => {
    const quota = { organizationBytes: 2 * bytes.length + 50, totalBytes: 3 * bytes.length + 50 };
    const ofOrganization = (id: string, organizationId: string) => ({ ...upload(id), organizationId });

    it("keeps no more bytes than an organization's, counted while they come, until some expire", async () => {
      const store = openStore({ quota });
      await store.put(upload('upl_1'));
      await store.put(upload('upl_2'));
      let taken = 0;
      async function* counting() {
        for await (const piece of inPieces(bytes)) {
          taken += piece.length;
          yield piece;
        }
      }
      const expiresAt = new Date(now + 24 * HOUR).toISOString();
      await expect(store.put(upload('upl_3', counting()))).rejects.toMatchObject({
        name: 'UploadQuotaReached',
        scope: 'organization',
        message: expect.stringMatching(`may have ${quota.organizationBytes} bytes together.*wait until ${expiresAt}`),
      });
      expect(taken).toBeLessThanOrEqual(100);
      expect(kept().sort()).toEqual(['uploads/upl_1', 'uploads/upl_2']);
      now += 24 * HOUR;
      await store.put(upload('upl_4'));
      expect(kept()).toEqual(['uploads/upl_4']);
    });

    it('counts what comes in at the same moment', async () => {
      const store = openStore({ quota });
      const ids = ['upl_1', 'upl_2', 'upl_3', 'upl_4'];
      const outcomes = await Promise.allSettled(ids.map((id) => store.put(upload(id))));
      const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
      expect(stored).toBeLessThanOrEqual(2);
      expect(kept()).toHaveLength(stored);
      // The quota of refused uploads is released.
      for (let index = stored; index < 2; index += 1) await store.put(upload(`upl_9${index}`));
      expect(kept()).toHaveLength(2);
    });

    it('keeps no more bytes of all organizations together, whichever process took them in', async () => {
      await openStore({ quota }).put(ofOrganization('upl_1', 'org_1'));
      await openStore({ quota }).put(ofOrganization('upl_2', 'org_2'));
      const store = openStore({ quota });
      await store.put(ofOrganization('upl_3', 'org_3'));
      await expect(store.put(ofOrganization('upl_4', 'org_4'))).rejects.toMatchObject({
        name: 'UploadQuotaReached',
        scope: 'all',
      });
      await openStore({ quota }).remove('upl_1', 'org_1');
      await store.put(ofOrganization('upl_5', 'org_4'));
      expect(kept()).toHaveLength(3);
    });
  });

  it('shows nobody the upload of another organization, and takes no id for a path', async () => {
    const store = openStore();
    await store.put(upload('upl_1'));
    for (const [id, organization] of [
      ['upl_1', 'org_2'],
      ['upl_2', 'org_1'],
      ['../uploads/upl_1', 'org_1'],
      ['', 'org_1'],
    ] as const) {
      expect(await store.find(id, organization)).toBeUndefined();
      expect(await store.fileOf(id, organization)).toBeUndefined();
      await store.remove(id, organization);
    }
    expect(kept()).toEqual(['uploads/upl_1']);
    await expect(store.put(upload('../upl_1'))).rejects.toThrow(TypeError);
    expect(readdirSync(join(folder, '..')).includes('upl_1')).toBe(false);
  });

  it.each<[string, () => AsyncIterable<Uint8Array>, object]>([
    ['is too large', () => inPieces(Buffer.alloc(10_001)), { name: 'UploadTooLarge', allowed: 10_000 }],
    ['is no archive', () => inPieces(Buffer.from('text')), { name: 'ArchiveRefused', code: 'NOT_AN_ARCHIVE' }],
    [
      'breaks off',
      async function* () {
        yield bytes.subarray(0, 100);
        throw new Error('connection reset');
      },
      { message: 'connection reset' },
    ],
    ['ends too early', () => inPieces(bytes.subarray(0, 60)), { name: 'ArchiveRefused', code: 'TRUNCATED' }],
  ])('keeps nothing of an upload that %s', async (_, content, refusal) => {
    await expect(openStore().put(upload('upl_1', content()))).rejects.toMatchObject(refusal);
    expect(kept()).toEqual([]);
  });

  it('keeps nothing of an upload that is canceled', async () => {
    const controller = new AbortController();
    async function* content() {
      yield bytes.subarray(0, 100);
      controller.abort();
      yield bytes.subarray(100);
    }
    await expect(openStore().put({ ...upload('upl_1', content()), signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(kept()).toEqual([]);
  });

  it('does not let a second upload take the place of one that is coming in or there', async () => {
    const store = openStore();
    const first = upload(
      'upl_1',
      (async function* () {
        yield bytes;
        await expect(store.put(upload('upl_1'))).rejects.toMatchObject({ name: 'InfrastructureError' });
      })(),
    );
    const stored = await store.put(first);
    await expect(store.put(upload('upl_1'))).rejects.toMatchObject({ name: 'InfrastructureError' });
    expect(await store.find('upl_1', 'org_1')).toEqual(stored);
    expect(kept()).toEqual(['uploads/upl_1']);
  });

  it('shows an upload as soon as it is complete, and never the remains of a crash', async () => {
    const store = openStore();
    async function* content() {
      yield bytes;
      expect(await store.find('upl_1', 'org_1')).toBeUndefined();
      // killed before the metadata
      cpSync(join(folder, 'incoming/upl_1'), join(folder, 'incoming/upl_2'), { recursive: true });
    }
    await store.put(upload('upl_1', content()));
    // killed before the move
    cpSync(join(folder, 'uploads/upl_1'), join(folder, 'incoming/upl_3'), { recursive: true });
    mkdirSync(join(folder, 'incoming/upl_4')); // killed before the first byte
    // killed while it was removed
    cpSync(join(folder, 'uploads/upl_1'), join(folder, 'outgoing/upl_5'), { recursive: true });
    for (const id of ['upl_2', 'upl_3', 'upl_4', 'upl_5']) expect(await store.find(id, 'org_1')).toBeUndefined();
    now += 2 * HOUR;
    expect(await store.sweep()).toEqual({ expired: 0, leftovers: 4 });
    expect(kept()).toEqual(['uploads/upl_1']);
  });

  it('removes what expired, once, and what it is told to', async () => {
    const store = openStore();
    await store.put(upload('upl_1'));
    await store.put(upload('upl_2'));
    now += HOUR;
    await store.put(upload('upl_3'));
    await store.remove('upl_2', 'org_1');
    await store.remove('upl_2', 'org_1');
    now += 23 * HOUR;
    expect(await store.find('upl_1', 'org_1')).toBeUndefined();
    expect(await store.fileOf('upl_1', 'org_1')).toBeUndefined();
    expect(await store.sweep()).toEqual({ expired: 1, leftovers: 0 });
    expect(await store.sweep()).toEqual({ expired: 0, leftovers: 0 });
    expect(kept()).toEqual(['uploads/upl_3']);
  });

  it('sweeps nothing that is still coming in, here or in another process', async () => {
    const store = openStore();
    mkdirSync(join(folder, 'incoming/upl_9'), { recursive: true });
    writeFileSync(join(folder, 'incoming/upl_9/content'), 'somebody else’s');
    async function* content() {
      yield bytes;
      now += HOUR / 2;
      expect(await store.sweep()).toEqual({ expired: 0, leftovers: 0 });
      now += HOUR;
      // the other store's process is silent for too long
      expect(await store.sweep()).toEqual({ expired: 0, leftovers: 1 });
    }
    await store.put(upload('upl_1', content()));
    expect(kept()).toEqual(['uploads/upl_1']);
  });

  it('has nothing to sweep where nothing was ever uploaded', async () => {
    expect(await openStore({ folder: join(folder, 'none') }).sweep()).toEqual({ expired: 0, leftovers: 0 });
  });

  it('shows nothing of an upload whose process was killed', async () => {
    const script = `
      const { createFolderUploadStore } = require(${JSON.stringify(join(__dirname, 'folder-upload-store.ts'))});
      const folder = ${JSON.stringify(folder)};
      const clock = { now: () => new Date() };
      const store = createFolderUploadStore({ folder, clock, maxBytes: 1e9, keptFor: 1e9 });
      async function* content() {
        yield Buffer.from(${JSON.stringify(bytes.toString('base64'))}, 'base64');
        console.log('half');
        setInterval(() => {}, 1000);
        await new Promise(() => {});
      }
      store.put({ id: 'upl_1', organizationId: 'org_1', filename: 'a.zip', content: content() });`;
    const child = spawn(
      process.execPath,
      ['-r', resolve(__dirname, '../../../../test/support/compile-typescript.cjs'), '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = openStore();
    expect(kept()).toEqual(['incoming/upl_1']);
    expect(await store.find('upl_1', 'org_1')).toBeUndefined();
    now += 2 * HOUR;
    expect(await store.sweep()).toEqual({ expired: 0, leftovers: 1 });
    expect(kept()).toEqual([]);
  }, 60_000);
});
