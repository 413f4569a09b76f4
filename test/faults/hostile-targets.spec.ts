import { chmod, mkdir, mkdtemp, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf, expectSoundLedger, nothingIsStaged, refundsByTool } from './accounts';
import { type Client, clientOf, type SessionAnswer } from './client';
import { factsOf, recordedEvents } from './recorded-events';
import { endLeftovers, type RunningService, startProcess } from './service-under-test';

const GIGABYTE = 1024 ** 3;
const FLAWED = 'debugger;\n';
const TOOL_TIMEOUT_MS = 200_000;
/** To make 200,000 files takes 5 s on one file system and 110 s on another, whatever is analysed. */
const MANY_FILES_TIMEOUT_MS = 900_000;
/** To remove 100,000 files takes 2 s on one file system and more than 60 s on another that other tests write to. */
const MANY_FILES_REMOVED_MS = 400_000;

let root: string;
let dataDir: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  dataDir = join(root, 'data');
  // One session at a time, so that one that waits has not looked at its target yet.
  service = await startProcess({ dataDir, roots: root, environment: { ASSAY_MAX_SESSIONS: '1' } });
  client = clientOf({ url: service.url, key: service.key! });
});

afterAll(async () => {
  await service.stop().finally(endLeftovers);
  await rm(root, { recursive: true, force: true });
});

/** An empty directory with a good file to find something in. */
async function targetWith(files: Readonly<Record<string, string | Buffer>> = { 'good.js': FLAWED }): Promise<string> {
  const directory = await mkdtemp(join(root, 'target-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  return directory;
}

const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
const within = (directory: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${directory}/`), name]);

/** Analyses a directory and asserts what holds whatever is in it: an end, a sound ledger, no copy left. */
async function analyse(
  directory: string,
  tools: readonly string[] = ['js-correctness'],
  removedWithin?: number,
): Promise<SessionAnswer> {
  const session = await client.ended(await client.start({ target: { directory }, tools, timeout: TOOL_TIMEOUT_MS }));
  await nothingIsStaged(dataDir, removedWithin);
  await expectSoundLedger(client);
  expect(JSON.stringify(session)).not.toContain(dataDir); // where the service works is nobody's business
  return session;
}

const leftOut = ({ targetSummary }: SessionAnswer) =>
  targetSummary!.leftOut.first.map(({ path, reason }) => ({ path, reason }));
const filesOf = async ({ scanId }: SessionAnswer) => (await client.findings(scanId)).map(({ file }) => file).sort();

test('a path through a file and a directory that is not there are refused before anything is charged', async () => {
  const directory = await targetWith();
  const { balance } = await client.audit();
  for (const path of [join(directory, 'good.js/inside'), join(directory, 'missing'), join(directory, 'good.js')]) {
    const response = await client.request('POST', '/api/sessions', { target: { directory: path } });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      403,
      'DIRECTORY_NOT_ALLOWED',
    ]);
  }
  expect((await client.audit()).balance).toBe(balance);
});

test('a directory that vanishes before it is read fails its session with the reason and a whole refund', async () => {
  const [first, vanishing] = [await targetWith(), await targetWith()];
  const ahead = await client.start({ target: { directory: first }, tools: ['js-correctness'] });
  const behind = await client.start({ target: { directory: vanishing }, tools: ['js-correctness', 'py-security'] });
  await rename(vanishing, `${vanishing}-elsewhere`);
  await client.ended(ahead);
  const session = await client.ended(behind);
  expect(session).toMatchObject({
    status: 'failed',
    error: { code: 'TARGET_UNREADABLE', message: expect.stringContaining('does not exist') as unknown },
  });
  expect(session.toolReports).toMatchObject({
    'js-correctness': { status: 'skipped' },
    'py-security': { status: 'skipped' },
  });
  expect(costOf(await expectSoundLedger(client), behind)).toBe(0);
  await nothingIsStaged(dataDir);
});

// Root may read everything, so that nothing is unreadable to it.
(process.getuid?.() === 0 ? test.skip : test)(
  'a folder that may not be read is listed, and the rest is analysed (skipped as root, who may read it)',
  async () => {
    const directory = await targetWith();
    await mkdir(join(directory, 'locked'), { mode: 0 });
    const session = await analyse(directory);
    await chmod(join(directory, 'locked'), 0o700);
    expect(leftOut(session)).toContainEqual({ path: 'locked', reason: 'permission denied (not counted of them)' });
    expect(await filesOf(session)).toEqual(['good.js']);
  },
);

test('a file that makes an engine crash is named, and the other files are still analysed', async () => {
  const nested = 60_000; // parentheses: the parser's stack ends at some thousands
  const directory = await targetWith({
    'good.js': FLAWED,
    'deep.js': `x = ${'('.repeat(nested)}1${')'.repeat(nested)}\n`,
  });
  const session = await analyse(directory);
  expect(session.toolReports['js-correctness']).toMatchObject({
    status: 'completed',
    result: { unreadable: [{ file: 'deep.js', reason: expect.stringMatching(/was ended by SIG|died/) as unknown }] },
  });
  expect(await filesOf(session)).toEqual(['good.js']);
});

test('a file of 300 MB is left out with the reason', async () => {
  const directory = await targetWith();
  const handle = await open(join(directory, 'huge.js'), 'w');
  await handle.truncate(300 * 1024 * 1024);
  await handle.close();
  const session = await analyse(directory);
  expect(leftOut(session)).toEqual([{ path: 'huge.js', reason: 'too large' }]);
  expect(await filesOf(session)).toEqual(['good.js']);
});

test('links that go in circles or out of the directory are left out, not followed', async () => {
  const directory = await targetWith();
  await symlink('..', join(directory, 'up'));
  await symlink('b', join(directory, 'a'));
  await symlink('a', join(directory, 'b'));
  await symlink('/etc/passwd', join(directory, 'passwd.js'));
  const session = await analyse(directory);
  expect(leftOut(session)).toEqual(['a', 'b', 'passwd.js', 'up'].map((path) => ({ path, reason: 'symbolic link' })));
  expect(await filesOf(session)).toEqual(['good.js']);
});

test('files whose names hold a newline or no UTF-8 are analysed, under a name that can be printed', async () => {
  const directory = await targetWith({ 'good.js': FLAWED, 'line\nbreak.js': FLAWED });
  const foreign = within(directory, bytes('caf', 0xe9, '.js'));
  // APFS takes no such name; what cannot be there cannot hurt.
  const taken = await writeFile(foreign, FLAWED).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EILSEQ') return false;
      throw error;
    },
  );
  const session = await analyse(directory);
  expect(await filesOf(session)).toEqual([...(taken ? ['caf\\xe9.js'] : []), 'good.js', 'line\\nbreak.js']);
});

test('content that is no UTF-8 is analysed, or named where an engine cannot read it', async () => {
  const session = await analyse(
    await targetWith({
      'good.js': FLAWED,
      'latin.js': bytes('// caf', 0xe9, '\n', FLAWED),
      'latin.md': bytes('# Caf', 0xe9, '\n\n### Skipped\n'),
    }),
    ['js-correctness', 'markdown-lint'],
  );
  expect(session.status).toBe('completed');
  expect(session.toolReports['js-correctness']!.result!.unreadable).toEqual([
    { file: 'latin.js', reason: expect.stringContaining('UTF-8') as unknown },
  ]);
  expect(await filesOf(session)).toEqual(['good.js', 'latin.md']);
});

test(
  'a hundred thousand files are analysed to the end in bounded memory',
  async () => {
    const directory = await targetWith({});
    for (let folder = 0; folder < 100; folder += 1) {
      const path = join(directory, `folder-${folder}`);
      await mkdir(path);
      await Promise.all(
        Array.from({ length: 1_000 }, (_, file) =>
          writeFile(join(path, `file-${file}.js`), file === 0 ? FLAWED : 'export {};\n'),
        ),
      );
    }
    const session = await analyse(directory, ['js-correctness'], MANY_FILES_REMOVED_MS);
    expect(session).toMatchObject({
      status: 'completed',
      targetSummary: { files: 100_000, leftOut: { total: 0 } },
      summary: { totalFindings: 100 },
    });
    expect(await peakMemory(service.pid)).toBeLessThan(1.5 * GIGABYTE);
  },
  MANY_FILES_TIMEOUT_MS,
);

test(
  'the tools of an engine that is not installed are skipped with the reason and refunded, and the session is ' +
    'partial',
  async () => {
    const ownDataDir = join(root, 'data-without-ruff');
    const lacking = await startProcess({
      dataDir: ownDataDir,
      roots: root,
      engineFaults: { requires: { ruff: 'a-package-that-is-not-installed' } },
    });
    const ownClient = clientOf({ url: lacking.url, key: lacking.key! });
    const directory = await targetWith({ 'good.js': FLAWED, 'job.py': 'exec(input())\n' });
    const sessionId = await ownClient.start({ target: { directory }, tools: ['js-correctness', 'py-security'] });
    const session = await ownClient.ended(sessionId);
    expect(session).toMatchObject({
      status: 'partial',
      summary: { toolsRun: 1, toolsSkipped: 1 },
      refund: { refundedCredits: 1, toolsRefunded: ['py-security'] },
      toolReports: {
        'js-correctness': { status: 'completed' },
        'py-security': {
          status: 'skipped',
          result: { reason: expect.stringContaining('a-package-that-is-not-installed is missing') as unknown },
        },
      },
    });
    await nothingIsStaged(ownDataDir);
    await expectSoundLedger(ownClient);
    await lacking.stop();
    const events = await recordedEvents(ownDataDir);
    expect(refundsByTool(events, sessionId)).toEqual({ 'py-security': 1_000_000 });
    expect(factsOf<{ tool: string }>(events, 'ToolStarted').map(({ tool }) => tool)).toEqual(['js-correctness']);
  },
);

/** Bytes: the most that the process ever had in memory; 0 on systems other than Linux, which do not tell. */
async function peakMemory(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
