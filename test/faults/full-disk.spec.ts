import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf, expectSoundLedger, nothingIsStaged } from './accounts';
import { type Client, clientOf } from './client';
import { eventually } from './eventually';
import { factsOf, recordedEvents } from './recorded-events';
import { endLeftovers, startProcess } from './service-under-test';
import { mountSmallDisk } from './small-disk';

const MEGABYTE = 1024 * 1024;
const disk = mountSmallDisk(48);

if ('impossible' in disk) {
  const notHere = describe.skip;
  notHere(`a full disk (skipped, no small file system can be mounted: ${disk.impossible})`, () => {
    test.todo('what must be written is refused until there is room');
  });
} else {
  let root: string;
  const dataDirs: string[] = [];
  const freshDataDir = () => dataDirs[dataDirs.push(join(disk.path, `data-${dataDirs.length}`)) - 1]!;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-full-disk-'));
    await mkdir(join(root, 'target'));
    await writeFile(join(root, 'target/README.md'), '# Title\n\n### Skips a level\n');
    // More than the space that remains when the disk is filled below.
    for (let file = 0; file < 12; file += 1)
      await writeFile(join(root, `target/notes-${file}.md`), `# Notes\n\n${'A line of text.\n'.repeat(MEGABYTE / 16)}`);
  });
  let watching: (() => void) | undefined;
  afterEach(() => {
    watching?.();
    disk.free();
  });
  afterAll(async () => {
    await endLeftovers();
    disk.remove();
    await rm(root, { recursive: true, force: true });
  });

  test(
    'while the disk is full, what must be written is refused with 503 and Retry-After, what is read is answered, ' +
      'and afterwards all is well',
    async () => {
      const dataDir = freshDataDir();
      const service = await startProcess({ dataDir, roots: root });
      const client = clientOf({ url: service.url, key: service.key! });
      await keyIsKnown(client);
      disk.fill();
      const accepted: string[] = [];
      // Writes for which SQLite's log has room are still accepted; each of them counts.
      const refused = await eventually('a write is refused', async () => {
        const response = await createProject(client, `while full ${accepted.length}`);
        if (response.status !== 201) return response;
        accepted.push(await idOf(response));
        return undefined;
      });
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
      const session = await client.request('POST', '/api/sessions', { target: { directory: join(root, 'target') } });
      expect([session.status, session.headers.has('retry-after')]).toEqual([503, true]);
      for (const path of ['/api/v1/projects', '/api/sessions', '/api/billing/status', '/api/v1/tools', '/health/live'])
        expect([path, (await client.request('GET', path)).status]).toEqual([path, 200]);

      disk.free();
      const again = await eventually('a write is taken again', async () => {
        const response = await createProject(client, 'after');
        return response.status === 201 ? idOf(response) : undefined;
      });
      await expectProjects(client, [...accepted, again]);
      await service.stop();

      const restarted = await startProcess({ dataDir, roots: root });
      const later = clientOf({ url: restarted.url, key: service.key! });
      await expectProjects(later, [...accepted, again]);
      await expectSoundLedger(later);
      await restarted.stop();
    },
  );

  test('a session whose target finds no room waits, and goes on by itself when there is some', async () => {
    const dataDir = freshDataDir();
    // The minimum of free space is larger than this disk, and would keep the target waiting before it is staged.
    const environment = { ASSAY_FREE_DISK_MB: '0' };
    const service = await startProcess({ dataDir, roots: root, environment });
    const client = clientOf({ url: service.url, key: service.key! });
    disk.fill(6 * MEGABYTE);
    const attempts = countAttempts(join(dataDir, 'staging'));
    watching = attempts.stop;
    const sessionId = await client.start({ target: { directory: join(root, 'target') }, tools: ['markdown-lint'] });
    await eventually('staging was tried twice', () => (attempts.seen() >= 2 ? true : undefined));
    expect((await client.session(sessionId)).status).toBe('initializing');

    disk.free();
    const ended = await client.ended(sessionId);
    expect(ended).toMatchObject({
      status: 'completed',
      targetSummary: { files: 13 },
      toolReports: { 'markdown-lint': { status: 'completed' } },
    });
    await nothingIsStaged(dataDir);
    const { amount } = factsOf<{ amount: number }>(await recordedEvents(dataDir), 'CreditsCharged')[0]!;
    expect(costOf(await expectSoundLedger(client), sessionId)).toBe(amount);
    await service.stop();
    expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
  });
}

/**
 * The service prints the key when its event is recorded. A read model that has no room for the key any more would have
 * every request with it answered with 503.
 */
const keyIsKnown = (client: Client): Promise<true> =>
  eventually('the key is in the read model', async () =>
    (await client.request('GET', '/api/v1/tools')).status === 200 ? true : undefined,
  );

const createProject = (client: Client, name: string): Promise<Response> =>
  client.request('POST', '/api/v1/projects', { name, platforms: ['web'], description: 'x'.repeat(2_000) });

const idOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { data: { id: string } }).data.id;

/** Expects all accepted projects. A refused one may exist, too, if only the answer was lost. */
async function expectProjects(client: Client, ids: readonly string[]): Promise<void> {
  const { data } = await client.get<{ data: { id: string }[] }>('/api/v1/projects?per_page=100');
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
}

/** Counts how often a session's folder was made: each attempt to stage begins with a new one. */
function countAttempts(staging: string): { seen(): number; stop(): void } {
  let made = 0;
  // Each folder is made, removed and made again.
  const watcher = watch(staging, () => (made += 1));
  return { seen: () => Math.floor((made + 1) / 2), stop: () => watcher.close() };
}
