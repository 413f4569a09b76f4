import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pushesSuite } from '../targets/pushes.suite';
import { startCluster } from './cluster';
import { startEngines } from './engines';

pushesSuite('on a cluster of engines', async (settings) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pushes-'));
  await mkdir(join(folder, 'targets'));
  const engines = await startEngines(folder);
  const close = async () => {
    await engines.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const cluster = await startCluster({
      engines,
      folder,
      name: 'pushes',
      workers: 1,
      roots: join(folder, 'targets'),
      environment: {
        ...settings,
        // One folder and one key for all processes that store secrets and read them.
        ASSAY_SECRET_DIR: join(folder, 'secrets'),
        ASSAY_SECRET_KEY_FILE: join(folder, 'secret.key'),
      },
    });
    return {
      url: cluster.url,
      key: cluster.key,
      async close() {
        await cluster.kill();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
});
