import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceOfPushes, pushesSuite } from '../targets/pushes.suite';
import { type Cluster, startCluster } from './cluster';
import { type Engines, startEngines } from './engines';
import { schedulesSuite } from './schedules.suite';

let engines: Engines;
let cluster: Cluster;

const start = async (settings: Readonly<Record<string, string>>): Promise<ServiceOfPushes> => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pushes-'));
  await mkdir(join(folder, 'targets'));
  engines = await startEngines(folder);
  const close = async () => {
    await engines.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    cluster = await startCluster({
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
};

pushesSuite('on a cluster of engines', start, (service) =>
  schedulesSuite(service, () => ({
    temporalAddress: engines.temporalAddress,
    async restartProjector() {
      await cluster.projector.stop();
      await cluster.projector.start();
    },
  })),
);
