import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger, nothingIsStaged } from './accounts';
import { clientOf } from './client';
import type { KillPoint } from './kill-point';
import { requestFor, writeTarget } from './session-outcome';
import { endLeftovers, runCommand, startProcess } from './service-under-test';

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

test(
  `of ${KILLS} kills -9 at random moments and ${RESTORES} restores of an older backup, nothing hangs (seed ${SEED})`,
  async () => {
    const [dataDir, backup] = [join(root, 'data'), join(root, 'backup.db')];
    const first = await startProcess({ dataDir, roots: root });
    const key = first.key!;
    await command('backup', backup, '--data-dir', dataDir);
    await first.kill();
    const every = Math.max(1, Math.floor(KILLS / Math.max(1, RESTORES)));
    let restores = 0;
    for (let kills = 1; kills <= KILLS; kills += 1) {
      const service = await startProcess({ dataDir, roots: root, killPoint: anyMoment() }).catch(() => undefined);
      if (service) {
        const client = clientOf({ url: service.url, key });
        const session = client.start({
          ...requestFor(join(root, 'target')),
          tools: ['js-correctness', 'js-suspicious'],
        });
        // The process dies while it answers, while the session runs, or not at all: then it is killed.
        const over = session.then((sessionId) => client.ended(sessionId)).catch(() => undefined);
        await Promise.race([service.ended, over]);
        await service.kill();
      }
      if (kills % every !== 0 || restores >= RESTORES) continue;
      restores += 1;
      const older = join(root, `older-${restores}.db`);
      await copyFile(backup, older);
      await command('backup', backup, '--force', '--data-dir', dataDir);
      await command('restore', older, '--force', '--data-dir', dataDir);
    }
    const last = await startProcess({ dataDir, roots: root });
    const client = clientOf({ url: last.url, key });
    const fresh = await client.start({ ...requestFor(join(root, 'target')), tools: ['js-correctness'] });
    for (const sessionId of new Set([fresh, ...(await client.sessionIds())])) {
      const { status } = await client.ended(sessionId);
      expect(['completed', 'partial', 'failed']).toContain(status);
    }
    await expectSoundLedger(client);
    expect(await client.get('/health')).toMatchObject({ status: 'ok' });
    await nothingIsStaged(dataDir);
    await last.stop();
    expect(restores).toBe(RESTORES);
  },
  60_000 + 60_000 * KILLS,
);
