import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pTimeout from 'p-timeout';
import { expectSoundLedger, nothingIsStaged } from './accounts';
import { clientOf } from './client';
import type { KillPoint } from './kill-point';
import { requestFor, writeTarget } from './session-outcome';
import { endLeftovers, launch, runCommand, startProcess } from './service-under-test';

/** ASSAY_FAULT_KILLS=200 ASSAY_FAULT_RESTORES=20 is what a release is tried with. */
const KILLS = Number(process.env['ASSAY_FAULT_KILLS'] ?? 10);
const RESTORES = Number(process.env['ASSAY_FAULT_RESTORES'] ?? 2);
const SEED = Number(process.env['ASSAY_FAULT_SEED'] ?? 1 + Math.floor(Math.random() * 2 ** 30));

const EVENTS = ['ScanStarted', 'TargetPrepared', 'CreditsCharged', 'ToolStarted', 'FindingsRecorded'];
const LATER_EVENTS = ['ToolCompleted', 'SettlementBegan', 'ChargeSettled', 'ScanCompleted', 'SessionAdmitted'];
const READ_MODELS = ['sessions', 'scans', 'findings', 'credit-balance'];

/** Numbers from 0 to below 1 that follow from the seed: a linear congruential generator (Numerical Recipes). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const next = random(SEED);
const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
const anyMoment = (): KillPoint => ({
  when: anyOf(['before', 'after'] as const),
  write: next() < 0.8 ? { event: anyOf([...EVENTS, ...LATER_EVENTS]) } : { readModel: anyOf(READ_MODELS) },
  nth: 1 + Math.floor(next() * 3),
});

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-kills-'));
  await writeTarget(join(root, 'target'));
});
afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

async function command(...args: string[]): Promise<void> {
  const { code, errorOutput } = await runCommand(args);
  if (code !== 0) throw new Error(`assay ${args.join(' ')} ended with ${code}: ${errorOutput}`);
}

/**
 * Lets a service run until it dies at the moment, or the session that it is given is over; then it is killed.
 *
 * @returns whether it died by itself, before it listened or later
 * @throws Error if it ended in any other way than by SIGKILL
 */
async function runUntilKilled(dataDir: string, key: string): Promise<'died starting' | 'died running' | 'killed'> {
  const { listening, ended, signal } = launch({ dataDir, roots: root, killPoint: anyMoment() });
  const address = await listening.catch(() => undefined);
  const request = { ...requestFor(join(root, 'target')), tools: ['js-correctness', 'js-suspicious'] };
  let end: 'died starting' | 'died running' | 'killed' = 'died starting';
  if (address) {
    const client = clientOf({ url: address.url, key });
    // The process dies while it answers, while the session runs, or not at all.
    const over = client
      .start(request)
      .then((sessionId) => client.ended(sessionId))
      .then(
        () => 'killed' as const,
        // A refusal by a service that lives on is no death.
        (error: unknown) =>
          pTimeout(ended, { milliseconds: 60_000, message: error as Error }).then(() => 'died running' as const),
      );
    end = await Promise.race([ended.then(() => 'died running' as const), over]);
    signal('SIGKILL');
  }
  const { code, signal: by, errorOutput } = await ended;
  if (by !== 'SIGKILL') throw new Error(`the service ended with ${by ?? code}: ${errorOutput}`);
  return end;
}

/** The ledger of a store whose process is dead. Its read model may be behind; the next start brings it up. */
async function auditedEntries(dataDir: string): Promise<number> {
  const { output, errorOutput } = await runCommand(['audit', 'credits', '--json', '--data-dir', dataDir]);
  if (output === '') throw new Error(`assay audit credits said nothing: ${errorOutput}`);
  const { chain, failures } = JSON.parse(output) as { chain: { checked: number }; failures: string[] };
  expect(failures.filter((failure) => !failure.startsWith('the read model says'))).toEqual([]);
  return chain.checked;
}

test(
  `of ${KILLS} kills -9 at random moments and ${RESTORES} restores of an older backup, nothing hangs (seed ${SEED})`,
  async () => {
    const [dataDir, backup] = [join(root, 'data'), join(root, 'backup.db')];
    const first = await startProcess({ dataDir, roots: root });
    const key = first.key!;
    await command('backup', backup, '--data-dir', dataDir);
    await first.kill();
    const every = Math.max(1, Math.floor(KILLS / Math.max(1, RESTORES)));
    const ends = { 'died starting': 0, 'died running': 0, killed: 0 };
    let [restores, audits] = [0, 0];
    for (let kills = 1; kills <= KILLS; kills += 1) {
      ends[await runUntilKilled(dataDir, key)] += 1;
      if (kills % every !== 0 || restores >= RESTORES) continue;
      restores += 1;
      expect(await auditedEntries(dataDir)).toBeGreaterThan(0);
      audits += 1;
      const older = join(root, `older-${restores}.db`);
      await copyFile(backup, older);
      await command('backup', backup, '--force', '--data-dir', dataDir);
      await command('restore', older, '--force', '--data-dir', dataDir);
    }
    const last = await startProcess({ dataDir, roots: root });
    const client = clientOf({ url: last.url, key });
    const fresh = await client.start({ ...requestFor(join(root, 'target')), tools: ['js-correctness'] });
    const statuses: Record<string, number> = {};
    for (const sessionId of new Set([fresh, ...(await client.sessionIds())])) {
      const { status } = await client.ended(sessionId);
      expect(['completed', 'partial', 'failed']).toContain(status);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    const { entries } = await expectSoundLedger(client);
    expect(await client.get('/health')).toMatchObject({ status: 'ok' });
    await nothingIsStaged(dataDir);
    await last.stop();
    await command('audit', 'credits', '--data-dir', dataDir);
    expect(restores).toBe(RESTORES);
    process.stdout.write(
      `${KILLS} kills ${JSON.stringify(ends)}, ${restores} restores, ${audits + 2} audits; ` +
        `${entries.length} entries and sessions ${JSON.stringify(statuses)} at the end\n`,
    );
  },
  60_000 + 60_000 * KILLS,
);
