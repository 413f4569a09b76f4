import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/engines/free-port';
import { startMongoWireServer } from '../support/engines/mongo-wire-server';
import { startTemporalServer } from '../support/engines/temporal-server';
import type { EngineAddresses } from './cluster';
import { ManagedProcess } from './managed-process';

/** One engine that can be taken away and brought back with its data, on the same port. */
export interface Engine {
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Engines extends EngineAddresses {
  readonly eventStore: Engine;
  readonly readModels: Engine;
  readonly temporal: Engine;
  readonly temporalUi: string | undefined;
  close(): Promise<void>;
}

/** The three engines, each a process of its own with its data below the folder. */
export async function startEngines(folder: string, { withUi = false } = {}): Promise<Engines> {
  const [eventStorePort, mongoPort, temporalPort, uiPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    withUi ? await freePort() : undefined,
  ];
  for (const name of ['event-store', 'mongo', 'temporal']) await mkdir(join(folder, name), { recursive: true });

  const eventStore = new ManagedProcess({
    name: 'event store',
    script: 'test/support/eventstoredb/main.ts',
    args: ['--file', join(folder, 'event-store/events.db'), '--port', String(eventStorePort)],
    ready: async ({ output }) => {
      if (!output.includes('esdb://')) throw new Error('it does not listen yet');
    },
  });
  let mongo = await startMongoWireServer({ folder: join(folder, 'mongo'), port: mongoPort });
  let temporal = await startTemporalServer({
    folder: join(folder, 'temporal'),
    port: temporalPort,
    ...(uiPort !== undefined && { uiPort }),
  });
  await eventStore.start();
  return {
    eventStoreUrl: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
    readModelUrl: new URL('/assay', mongo.url).href,
    temporalAddress: temporal.address,
    temporalUi: temporal.uiUrl,
    eventStore,
    readModels: {
      kill: () => mongo.kill(),
      async start() {
        mongo = await startMongoWireServer({ folder: join(folder, 'mongo'), port: mongoPort });
      },
    },
    temporal: {
      kill: () => temporal.kill(),
      async start() {
        temporal = await startTemporalServer({
          folder: join(folder, 'temporal'),
          port: temporalPort,
          ...(uiPort !== undefined && { uiPort }),
        });
      },
    },
    async close() {
      await Promise.all([eventStore.kill(), mongo.kill(), temporal.kill()]);
    },
  };
}
