import { cp, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger } from './accounts';
import { clientOf, type SessionAnswer } from './client';
import { endLeftovers, runCommand, startProcess } from './service-under-test';

let root: string;
/** A store with a session in it, whose service was stopped. Each test damages a copy. */
let whole: string;
let key: string;
let session: SessionAnswer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-damaged-'));
  whole = join(root, 'whole');
  await mkdir(join(root, 'target'));
  await writeFile(join(root, 'target/README.md'), '# Title\n\n### Skips a level\n');
  const service = await startProcess({ dataDir: whole, roots: root });
  key = service.key!;
  const client = clientOf({ url: service.url, key });
  session = await client.ended(
    await client.start({ target: { directory: join(root, 'target') }, tools: ['markdown-lint'] }),
  );
  await service.stop();
});

afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

async function copyOfStore(): Promise<string> {
  const copy = await mkdtemp(join(root, 'copy-'));
  await cp(whole, copy, { recursive: true });
  return copy;
}

const serve = (dataDir: string) =>
  runCommand(['serve'], {
    ASSAY_DATA_DIR: dataDir,
    ASSAY_DIRECTORY_ROOTS: join(root, 'targets'),
    PORT: '0',
    ASSAY_LOG_LEVEL: 'fatal',
  });

const PAGE = 4_096;

const DAMAGE: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'overwritten in the middle': async (file) => {
    const { size } = await stat(file);
    const handle = await open(file, 'r+');
    // Half of the file, in whole pages: no table stays as it was.
    await handle.write(Buffer.alloc(Math.floor(size / 2 / PAGE) * PAGE, 0xa5), 0, undefined, PAGE * 2);
    await handle.close();
  },
  'overwritten in one page': async (file) => {
    const middle = Math.floor((await stat(file)).size / 2 / PAGE);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(PAGE, 0xa5), 0, undefined, PAGE * middle);
    await handle.close();
  },
  'cut off in the middle': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  emptied: (file) => truncate(file, 0),
  'replaced by a text': (file) =>
    writeFile(file, 'Not a database, but notes that somebody saved under this name.\n'.repeat(200)),
};

test.each(Object.keys(DAMAGE))(
  'an event file that was %s is refused: the message names it and says what to do',
  async (damage) => {
    const dataDir = await copyOfStore();
    const file = join(dataDir, 'events.db');
    await DAMAGE[damage]!(file);
    const { code, errorOutput } = await serve(dataDir);
    expect(code).toBe(3);
    expect(errorOutput).toContain(file);
    expect(errorOutput).toMatch(/restore it from a backup/);
    expect(errorOutput).not.toMatch(/\n\s+at /);
  },
);

test.each(Object.keys(DAMAGE).filter((damage) => damage !== 'emptied'))(
  'a read-model file that was %s is refused with a message, and deleting it loses nothing',
  async (damage) => {
    const dataDir = await copyOfStore();
    const file = join(dataDir, 'read-models.db');
    await DAMAGE[damage]!(file);
    const { code, errorOutput } = await serve(dataDir);
    expect(code).toBe(3);
    expect(errorOutput).toContain(file);
    expect(errorOutput).toMatch(/delete it .*rebuilt from the events/);
    expect(errorOutput).not.toMatch(/\n\s+at /);

    for (const name of await readdir(dataDir)) if (name.startsWith('read-models.db')) await rm(join(dataDir, name));
    await expectTheSession(dataDir);
  },
);

test('an emptied read-model file is filled again from the events', async () => {
  const dataDir = await copyOfStore();
  await DAMAGE['emptied']!(join(dataDir, 'read-models.db'));
  await expectTheSession(dataDir);
});

test('a second service on the same data directory is told who has it, and an auditor may look on', async () => {
  const dataDir = await copyOfStore();
  const service = await startProcess({ dataDir, roots: root });
  const second = await serve(dataDir);
  expect(second.code).toBe(3);
  expect(second.errorOutput).toContain(`${join(dataDir, 'events.db')} is in use by another process`);
  expect(second.errorOutput).toContain('ASSAY_DATA_DIR');

  const audit = await runCommand(['audit', 'credits', '--json'], { ASSAY_DATA_DIR: dataDir });
  expect([audit.code, audit.errorOutput]).toEqual([0, '']);
  const { balance, entries } = await expectSoundLedger(clientOf({ url: service.url, key }));
  expect(JSON.parse(audit.output)).toMatchObject({
    balance,
    entries,
    chain: { valid: true },
    drift: { difference: 0 },
  });
  await service.stop();
});

async function expectTheSession(dataDir: string): Promise<void> {
  const service = await startProcess({ dataDir, roots: root });
  const client = clientOf({ url: service.url, key });
  expect(await client.session(session.sessionId)).toEqual(session);
  expect(await client.findings(session.scanId)).toHaveLength(session.summary.totalFindings);
  await expectSoundLedger(client);
  await service.stop();
}
