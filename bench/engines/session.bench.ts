import { join, resolve } from 'node:path';
import { clientOf } from '../../test/faults/client';
import { type EngineAddresses, startCluster } from '../../test/distributed/cluster';
import { ManagedProcess } from '../../test/distributed/managed-process';
import { freePort } from '../../test/support/engines/free-port';
import { type Measurement, compared } from '../measurement';
import { withEngines } from './with-engines';

const ROUNDS = 3;
const SAMPLES = resolve(__dirname, '../../samples');

/** A session of all tools on a little target, on a cluster of one worker and in one process, taking turns. */
export const benchSession = (folder: string): Promise<Measurement[]> =>
  withEngines(folder, (engines) => compareDeployments(engines, folder));

async function compareDeployments(engines: EngineAddresses, folder: string): Promise<Measurement[]> {
  const cluster = await startCluster({ engines, folder, name: 'bench-session', roots: SAMPLES, workers: 1 });
  const port = await freePort();
  const embedded = new ManagedProcess({
    name: 'embedded service',
    script: 'apps/cli/src/main.ts',
    args: ['serve'],
    environment: {
      ASSAY_DATA_DIR: join(folder, 'embedded'),
      ASSAY_DIRECTORY_ROOTS: SAMPLES,
      PORT: String(port),
      ASSAY_BOOTSTRAP_TIER: 'pro',
      ASSAY_ENGINE_SLOTS: '2',
    },
    ready: async ({ output }) => {
      if (!/asy_[\w-]{43}/.test(output)) throw new Error('it does not listen yet');
    },
  });
  try {
    await embedded.start();
    const [key] = /asy_[\w-]{43}/.exec(embedded.output)!;
    const rounds: { ours: number; baseline: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        ours: await session(clientOf(cluster)),
        baseline: await session(clientOf({ url: `http://127.0.0.1:${port}`, key })),
      });
    }
    return [
      compared(
        'session of all tools on a small target on Temporal, one worker, against one embedded process',
        's',
        rounds,
        undefined,
      ),
    ];
  } finally {
    await embedded.kill();
    await cluster.stop();
  }
}

async function session(client: ReturnType<typeof clientOf>): Promise<number> {
  const began = performance.now();
  const { status } = await client.ended(await client.start({ target: { directory: join(SAMPLES, 'shop') } }));
  if (status !== 'completed') throw new Error(`the session ended ${status}`);
  return (performance.now() - began) / 1_000;
}
