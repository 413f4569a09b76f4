import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTree } from '../../libs/sandbox/src/process-tree';
import { expectSoundLedger, nothingIsStaged } from './accounts';
import { type Client, clientOf } from './client';
import { eventually } from './eventually';
import { recordedEvents } from './recorded-events';
import { endLeftovers, startProcess } from './service-under-test';

const TOOLS = ['js-correctness', 'py-security', 'markdown-lint', 'css-errors'];
const CONCLUSIONS = [
  'SettlementBegan',
  'ScanCompleted',
  'ScanFailed',
  'ScanCanceled',
  'ToolFailed',
  'ToolSkipped',
  'CreditsRefunded',
  'ChargeSettled',
];

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-stop-'));
  await mkdir(join(root, 'target'));
  const files = {
    'app.js': 'debugger;\n',
    'job.py': 'exec(input())\n',
    'README.md': '# Title\n\n### Skips a level\n',
    'page.css': 'a { color: red; color: blue; }\n',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, 'target', name), content);
});

afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

/** Starts a session and waits until engines work on it. */
async function untilEnginesRun(
  client: Client,
  servicePid: number,
): Promise<{ sessionId: string; enginePids: number[] }> {
  const sessionId = await client.start({ target: { directory: join(root, 'target') }, tools: TOOLS });
  const enginePids = await eventually('an engine process runs', async () => {
    const pids = (await processTree(servicePid)).map(({ pid }) => pid).filter((pid) => pid !== servicePid);
    return pids.length > 0 &&
      Object.values((await client.session(sessionId)).toolReports).some(({ status }) => status === 'running')
      ? pids
      : undefined;
  });
  return { sessionId, enginePids };
}

const isGone = async (pid: number): Promise<boolean> => (await processTree(pid)).length === 0;

/** The next start ends the session as if nothing had been. */
async function expectResumed(dataDir: string, key: string, sessionId: string): Promise<void> {
  const service = await startProcess({ dataDir, roots: root });
  const client = clientOf({ url: service.url, key });
  const session = await client.ended(sessionId);
  expect(session).toMatchObject({
    status: 'completed',
    summary: { toolsRun: 4, totalFindings: 4 },
    refund: { refundedCredits: 0 },
  });
  expect((await client.findings(session.scanId)).map(({ file }) => file).sort()).toEqual([
    'README.md',
    'app.js',
    'job.py',
    'page.css',
  ]);
  await expectSoundLedger(client);
  await nothingIsStaged(dataDir);
  await service.stop();
}

test(
  'SIGTERM in the midst of a session ends the service and its engines well, concludes nothing, and the next ' +
    'start resumes',
  async () => {
    const dataDir = join(root, 'data-term');
    const service = await startProcess({ dataDir, roots: root });
    const { sessionId, enginePids } = await untilEnginesRun(
      clientOf({ url: service.url, key: service.key! }),
      service.pid,
    );
    await service.stop(); // with status 0, or it throws
    for (const pid of enginePids)
      await eventually(`engine process ${pid} is gone`, async () => ((await isGone(pid)) ? true : undefined));
    expect(
      (await recordedEvents(dataDir)).map(({ type }) => type).filter((type) => CONCLUSIONS.includes(type)),
    ).toEqual([]);
    await expectResumed(dataDir, service.key!, sessionId);
  },
);

test('a client that follows a session does not keep the service from stopping', async () => {
  const dataDir = join(root, 'data-followed');
  const service = await startProcess({ dataDir, roots: root });
  const client = clientOf({ url: service.url, key: service.key! });
  const { sessionId } = await untilEnginesRun(client, service.pid);
  const following = client.ended(sessionId).then(
    () => 'ended',
    () => 'cut off',
  );
  await service.stop();
  expect(await following).toBe('cut off');
  await expectResumed(dataDir, service.key!, sessionId);
});

test('engine processes die with a service that is killed, and the next start resumes the session', async () => {
  const dataDir = join(root, 'data-kill');
  const service = await startProcess({ dataDir, roots: root });
  const { sessionId, enginePids } = await untilEnginesRun(
    clientOf({ url: service.url, key: service.key! }),
    service.pid,
  );
  await service.kill();
  for (const pid of enginePids)
    await eventually(`engine process ${pid} is gone`, async () => ((await isGone(pid)) ? true : undefined));
  await expectResumed(dataDir, service.key!, sessionId);
});
